import type { Transaction } from 'db/database'
import { DomainError } from '~/platform/values/domain-error'
import { once } from '~/platform/workflow/once.server'
import type { EditableTable, RowDone, RowWriter } from './editable-table.server'
import { noSuchRow } from './no-such-row.server'
import { type PostedRow, plainRow } from './posted-row'
import { readRow, withLeftOut } from './read-row.server'
import { differs, rowConflict } from './row-conflict.server'
import { rowLabel } from './row-label.server'
import { rowOnce } from './row-once'
import { enteredValues, type RowValues, sameValue, type TableRow } from './table-column'

export interface RowChange {
  key: string
  /** The row by its columns; what is left out stays as it is. */
  posted: PostedRow
  /** The row as its writer saw it; null when the writer did not say: then nothing is compared. */
  seen: RowValues | null
}

/**
 * Changes a row, once for its form's key. Nothing is written when nothing is different.
 * @throws DomainError invalid, with a sentence for each field; not-found; conflict, with the versions as details, when
 * the stored row is no longer what its writer saw
 */
export function updateRow(
  tx: Transaction,
  table: EditableTable,
  { key, posted, seen }: RowChange,
  by: RowWriter,
): Promise<RowDone> {
  return once(tx, rowOnce('change', table, by, key), async () => {
    await table.begin?.(tx)
    const row = await table.lock(tx, key)
    if (seen !== null && (row === null || differs(table, seen, row))) {
      const yours = await wanted(tx, table, { ...seen, ...plainRow(posted) }, row)
      // Somebody made the very same change.
      if (row && isSame(table, yours, row))
        return { what: 'unchanged', label: await rowLabel(tx, table, row), row }
      const label = await rowLabel(tx, table, row ?? seen)
      throw await rowConflict(tx, table, { key, label, seen, stored: row, yours })
    }
    if (row === null) throw noSuchRow(table)
    const values = await readRow(tx, table, posted, row)
    if (isSame(table, values, row))
      return withLeftOut({ what: 'unchanged', label: await rowLabel(tx, table, row), row }, table, posted)
    const written = await table.update(tx, row, values, by)
    const done = { what: 'changed' as const, label: await rowLabel(tx, table, written.row), ...written }
    return withLeftOut(done, table, posted)
  })
}

function isSame(table: EditableTable, values: RowValues, row: TableRow): boolean {
  return Object.entries(enteredValues(table.columns, row)).every(([id, value]) =>
    sameValue(values[id], value),
  )
}

/** What would be stored; as it was typed where that cannot be stored as it is. */
async function wanted(
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
