import type { Transaction } from 'db/database'
import { once } from '~/platform/workflow/once.server'
import type { EditableTable, RowDone, RowWriter } from './editable-table.server'
import { noSuchRow } from './no-such-row.server'
import { differs, rowConflict } from './row-conflict.server'
import { rowLabel } from './row-label.server'
import { rowOnce } from './row-once'
import type { RowValues } from './table-column'

/** Title of every refusal to delete: specification, section 8. */
export const DELETE_TITLE = 'Delete Error'

/**
 * Deletes a row, once for its form's key.
 * @param seen the row as it was shown before; null when nobody was shown it
 * @throws DomainError not-found; refused, with what uses the row; conflict, with the versions as details, when the
 * stored row is no longer what was shown
 */
export function deleteRow(
  tx: Transaction,
  table: EditableTable,
  { key, seen }: { key: string; seen: RowValues | null },
  by: RowWriter,
): Promise<RowDone> {
  return once(tx, rowOnce('delete', table, by, key), async () => {
    await table.begin?.(tx)
    const row = await table.lock(tx, key)
    if (row === null) throw noSuchRow(table, DELETE_TITLE)
    const label = await rowLabel(tx, table, row)
    if (seen !== null && differs(table, seen, row))
      throw await rowConflict(tx, table, { key, label, seen, stored: row, yours: null }, DELETE_TITLE)
    const done = await table.delete(tx, row, by)
    return { what: 'deleted', label, row, ...done }
  })
}
