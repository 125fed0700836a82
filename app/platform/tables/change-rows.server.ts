import type { Read, Transaction } from 'db/database'
import type { UserWriteContext } from '~/areas/access/user-context'
import { DomainError } from '~/platform/values/domain-error'
import { capitalised } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { valueText } from './compare'
import type { EditableTable, RowDone } from './editable-table.server'
import { currentOptions } from './options.server'
import {
  enteredValues,
  optionsByColumn,
  type RowValues,
  type RowVersions,
  sameValue,
  type TableColumn,
  type TableRow,
  withOptionsOf,
} from './table-column'
import { type PostedRow, plainRow } from './table-row'

/** What a write does; it differs from row to row. */
function rowAction(verb: 'add' | 'change' | 'delete', { name }: EditableTable, key = ''): string {
  // A key from an address may contain characters that the database cannot store, and be as long as an address.
  const row = key.slice(0, 500).replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD')
  return `${verb} ${name} ${row}`.trim()
}

/** The refusal for a row that does not exist. */
function noSuchRow({ one, title }: EditableTable, errorTitle?: string): DomainError {
  return new DomainError(
    'not-found',
    `There is no such ${one}: it was deleted, or the address is wrong. Choose one from the list of ${title}.`,
    errorTitle ? { title: errorTitle } : {},
  )
}

/** The name of a row for users, including the row that it belongs to. */
async function rowLabel(
  read: Read,
  table: Pick<EditableTable, 'labelOf' | 'options'>,
  row: RowValues,
): Promise<string> {
  return table.labelOf(row, await currentOptions(read, table))
}

/** The columns of a table with all their current options. */
export async function columnsWithOptions(read: Read, table: EditableTable): Promise<TableColumn[]> {
  const options = await currentOptions(read, table)
  return table.columns.map((column) => {
    const now = options[column.id]
    return now ? { ...column, options: now, openEnded: true } : column
  })
}

/**
 * A posted row as it would be stored. Columns missing from an update stay unchanged.
 * @param before the stored row that it changes; null for a new one
 * @throws DomainError invalid, with a sentence for each field
 */
async function readRow(
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

/** The result of a verb, with a sentence on the posted values that were not stored. */
function withLeftOut(done: RowDone, table: EditableTable, posted: PostedRow): RowDone {
  const also = [table.leftOut?.(plainRow(posted)), done.also].filter((each) => each !== undefined)
  return also.length === 0 ? done : { ...done, also: also.join(' ') }
}

/** A choice must be in the list, unless it is the row's stored choice. */
function choiceFault({ id, kind, label, options }: TableColumn, values: RowValues, before: TableRow | null) {
  const value = values[id] ?? null
  if (kind !== 'choice' || !options || value === null || before?.[id] === value) return null
  return options.some((option) => option.value === String(value))
    ? null
    : `${label} "${value}" is not in the list. Choose one from the list.`
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

/** Whether another user has changed a row since it was seen. Only compares the fields that were seen. */
function differs(table: EditableTable, seen: RowValues, stored: TableRow): boolean {
  return Object.entries(enteredValues(table.columns, stored)).some(
    ([id, value]) => Object.hasOwn(seen, id) && !sameValue(seen[id], value),
  )
}

/** The refusal to write a row that was changed or deleted since it was seen, with its versions as details. */
async function rowConflict(
  read: Read,
  table: EditableTable,
  versions: { key: string; label: string; seen: RowValues; stored: TableRow | null; yours: RowValues | null },
  title?: string,
): Promise<DomainError> {
  const { key, label, seen, stored, yours } = versions
  const by = await table.writerOf?.(read, key, stored)
  const what = `${table.one} ${label} was ${stored ? 'changed' : 'deleted'}${by ? ` by ${by}` : ''} after you opened it`
  const fields = table.columns.flatMap(({ id }) =>
    stored && Object.hasOwn(seen, id) && !sameValue(seen[id], stored[id])
      ? [
          [
            id,
            `Stored now: "${valueText(stored[id] ?? null)}". When you opened it: "${valueText(seen[id] ?? null)}".`,
          ],
        ]
      : [],
  )
  const versionsSeen = [seen, stored, yours].filter((row) => row !== null)
  const searched = (await columnsWithOptions(read, table)).filter(({ openEnded }) => openEnded)
  const named = withOptionsOf(searched, versionsSeen).filter(({ options = [] }) => options.length > 0)
  const details: RowVersions = {
    opened: enteredValues(table.columns, seen),
    stored: stored && enteredValues(table.columns, stored),
    yours,
    ...(named.length > 0 && { words: optionsByColumn(named) }),
  }
  return new DomainError('conflict', `${capitalised(what)}. ${wayOn(stored, yours)}`, {
    ...(title ? { title } : {}),
    fields: Object.fromEntries(fields),
    details: { ...details },
  })
}

function wayOn(stored: TableRow | null, yours: RowValues | null): string {
  if (!stored) return 'Add it again, or leave it deleted.'
  return yours
    ? 'Compare the versions, then save yours or use the stored one.'
    : 'Check what is stored now before you delete it.'
}

/**
 * Adds a row, once.
 * @param comment the reason, if the change waits for approval
 * @throws DomainError invalid, with a sentence for each field
 */
export function createRow(
  context: UserWriteContext,
  table: EditableTable,
  posted: PostedRow,
  comment?: string,
): Promise<RowDone> {
  const { tx } = context
  return withIdempotencyKey(context, rowAction('add', table), async () => {
    await table.begin?.(tx)
    const written = await table.insert(context, await readRow(tx, table, posted, null), comment)
    const done = { what: 'added' as const, label: await rowLabel(tx, table, written.row), ...written }
    return withLeftOut(done, table, posted)
  })
}

export interface RowChange {
  key: string
  /** The row by its columns; missing columns stay unchanged. */
  posted: PostedRow
  /** The row as its writer saw it; null when the writer did not send it: then nothing is compared. */
  seen: RowValues | null
}

/**
 * Changes a row, once. Writes nothing if nothing differs.
 * @throws DomainError invalid, with a sentence for each field; not-found; conflict, with the versions as details, when
 * the stored row differs from what its writer saw
 */
export function updateRow(
  context: UserWriteContext,
  table: EditableTable,
  { key, posted, seen }: RowChange,
  comment?: string,
): Promise<RowDone> {
  const { tx } = context
  return withIdempotencyKey(context, rowAction('change', table, key), async () => {
    await table.begin?.(tx)
    const row = await table.lock(context, key)
    if (seen !== null && (row === null || differs(table, seen, row))) {
      const yours = await rowToStore(tx, table, { ...seen, ...plainRow(posted) }, row)
      // Another user made the same change.
      if (row && isSame(table, yours, row))
        return { what: 'unchanged', label: await rowLabel(tx, table, row), row }
      const label = await rowLabel(tx, table, row ?? seen)
      throw await rowConflict(tx, table, { key, label, seen, stored: row, yours })
    }
    if (row === null) throw noSuchRow(table)
    const values = await readRow(tx, table, posted, row)
    if (isSame(table, values, row))
      return withLeftOut({ what: 'unchanged', label: await rowLabel(tx, table, row), row }, table, posted)
    const written = await table.update(context, row, values, comment)
    const done = { what: 'changed' as const, label: await rowLabel(tx, table, written.row), ...written }
    return withLeftOut(done, table, posted)
  })
}

function isSame(table: EditableTable, values: RowValues, row: TableRow): boolean {
  return Object.entries(enteredValues(table.columns, row)).every(([id, value]) =>
    sameValue(values[id], value),
  )
}

/** The row that would be stored; with the typed values where they cannot be stored. */
async function rowToStore(
  tx: Transaction,
  table: EditableTable,
  posted: PostedRow,
  row: TableRow | null,
): Promise<RowValues> {
  try {
    return await readRow(tx, table, posted, row)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const typed = (value: unknown) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
    return enteredValues(
      table.columns,
      Object.fromEntries(Object.entries(posted).map(([id, value]) => [id, typed(value)])),
    )
  }
}

/** Title of every refusal to delete: specification, section 8. */
export const DELETE_TITLE = 'Delete Error'

/**
 * Deletes a row, once.
 * @param seen the row that was shown; null if it was not shown
 * @throws DomainError not-found; refused, with what uses the row; conflict, with the versions as details, when the
 * stored row differs from what was shown
 */
export function deleteRow(
  context: UserWriteContext,
  table: EditableTable,
  { key, seen }: { key: string; seen: RowValues | null },
  comment?: string,
): Promise<RowDone> {
  const { tx } = context
  return withIdempotencyKey(context, rowAction('delete', table, key), async () => {
    await table.begin?.(tx)
    const row = await table.lock(context, key)
    if (row === null) throw noSuchRow(table, DELETE_TITLE)
    const label = await rowLabel(tx, table, row)
    if (seen !== null && differs(table, seen, row))
      throw await rowConflict(tx, table, { key, label, seen, stored: row, yours: null }, DELETE_TITLE)
    const done = await table.delete(context, row, comment)
    return { what: 'deleted', label, row, ...done }
  })
}
