import type { Transaction } from 'db/database'
import { once } from '~/platform/workflow/once.server'
import type { EditableTable, RowDone, RowWriter } from './editable-table.server'
import type { PostedRow } from './posted-row'
import { readRow, withLeftOut } from './read-row.server'
import { rowLabel } from './row-label.server'
import { rowOnce } from './row-once'

/** Adds a row, once for its key. @throws DomainError invalid, with a sentence for each field */
export function createRow(
  tx: Transaction,
  table: EditableTable,
  posted: PostedRow,
  by: RowWriter,
): Promise<RowDone> {
  return once(tx, rowOnce('add', table, by), async () => {
    await table.begin?.(tx)
    const written = await table.insert(tx, await readRow(tx, table, posted, null), by)
    const done = { what: 'added' as const, label: await rowLabel(tx, table, written.row), ...written }
    return withLeftOut(done, table, posted)
  })
}
