import { PENDING_GRID, PENDING_ROW_COLUMNS, pendingColumns } from '~/components/admin/pending-columns'
import { type PendingChange, pendingChanges } from '~/domain/access/pending-changes.server'
import { rowList } from '~/domain/lists/row-list'
import type { GridSource } from '~/http/grid-source'
import type { Guarded } from '~/http/guard'

/** The changes that wait, all or those of some kinds: what their grid shows and their file holds. */
export async function pendingTable(
  { read, services }: Pick<Guarded, 'read' | 'services'>,
  kinds?: readonly string[],
): Promise<GridSource<PendingChange>> {
  const { timeZone } = services.settings
  const keyOf = ({ id }: PendingChange) => String(id)
  const waiting = await pendingChanges(read)
  const shown = kinds ? waiting.filter(({ kind }) => kinds.includes(kind)) : waiting
  return {
    columns: pendingColumns(timeZone),
    options: PENDING_GRID,
    list: rowList(shown, PENDING_ROW_COLUMNS, { timeZone, keyOf }),
  }
}
