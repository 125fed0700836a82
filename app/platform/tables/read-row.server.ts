import type { Read } from 'db/database'
import { DomainError } from '~/platform/values/domain-error'
import type { EditableTable, RowDone } from './editable-table.server'
import { type PostedRow, plainRow } from './posted-row'
import { enteredValues, type RowValues, type TableColumn, type TableRow } from './table-column'

/** The columns of a table with all that may be chosen now. */
export async function columnsWithOptions(read: Read, table: EditableTable): Promise<TableColumn[]> {
  const options = (await table.options?.(read)) ?? {}
  return table.columns.map((column) => {
    const now = options[column.id]
    return now ? { ...column, options: now, openEnded: true } : column
  })
}

/**
 * A posted row as it would be stored. What an update leaves out stays as it is.
 * @param before the stored row that it changes; null for a new one
 * @throws DomainError invalid, with a sentence for each field
 */
export async function readRow(
  read: Read,
  table: EditableTable,
  posted: PostedRow,
  before: TableRow | null,
): Promise<RowValues> {
  const columns = await columnsWithOptions(read, table)
  const blank = Object.fromEntries(columns.map(({ id }) => [id, null]))
  const parsed = table.schema.safeParse({
    ...blank,
    ...(before && enteredValues(columns, before)),
    ...plainRow(posted),
  })
  const faults: Record<string, string> = {}
  for (const { path, message } of parsed.error?.issues ?? []) faults[path.map(String).join('.')] ??= message
  const values = parsed.data ?? {}
  for (const column of columns) {
    if (column.id in faults || !(column.id in values)) continue
    const fault = choiceFault(column, values, before) ?? fixedFault(column, values, before, table)
    if (fault !== null) faults[column.id] = fault
  }
  if (parsed.success && Object.keys(faults).length === 0) return values
  throw new DomainError('invalid', Object.values(faults).join(' ') || 'Check the fields and try again.', {
    fields: faults,
  })
}

/** What a verb did, with what of the posted row was not stored. */
export function withLeftOut(done: RowDone, table: EditableTable, posted: PostedRow): RowDone {
  const also = [table.leftOut?.(plainRow(posted)), done.also].filter((each) => each !== undefined)
  return also.length === 0 ? done : { ...done, also: also.join(' ') }
}

/** A choice is one of the list; one that the row has already stays good. */
function choiceFault({ id, kind, label, options }: TableColumn, values: RowValues, before: TableRow | null) {
  const value = values[id] ?? null
  if (kind !== 'choice' || !options || value === null || before?.[id] === value) return null
  return options.some((option) => option.value === String(value))
    ? null
    : `${label} "${value}" is not in the list. Choose one of the list.`
}

function fixedFault(
  { id, fixed, label }: TableColumn,
  values: RowValues,
  before: TableRow | null,
  { one }: EditableTable,
) {
  if (!fixed || before === null || before[id] === values[id]) return null
  return `${label} cannot be changed. Add another ${one} and delete this one.`
}
