import { PENDING_GRID, PENDING_ROW_COLUMNS, pendingColumns } from '~/components/admin/pending-columns'
import { type PendingChange, pendingChanges } from '~/domain/access/pending-changes.server'
import { rowList } from '~/domain/lists/row-list'
import type { GridSource } from '~/http/grid-source'
import type { Guarded } from '~/http/guard'

/** The changes that wait: what their grid shows and their file holds. */
export async function pendingTable({
  read,
  services,
}: Pick<Guarded, 'read' | 'services'>): Promise<GridSource<PendingChange>> {
  const { timeZone } = services.settings
  const keyOf = ({ id }: PendingChange) => String(id)
  return {
    columns: pendingColumns(timeZone),
    options: PENDING_GRID,
    list: rowList(await pendingChanges(read), PENDING_ROW_COLUMNS, { timeZone, keyOf }),
  }
}
