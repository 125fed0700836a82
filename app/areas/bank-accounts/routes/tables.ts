import type { Guarded } from '~/http/guard'
import type { GridSource } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list'
import { BANK_ACCOUNT } from '../account'
import { type DecidedChange, decidedChangesOf } from '../decided-changes.server'
import { DECIDED_GRID, DECIDED_ROW_COLUMNS, decidedColumns } from '../decided-list'

/** The kinds of changes that are decided on this page, and the prefix of their grid in the address. */
export const ACCOUNT_KINDS = [BANK_ACCOUNT]
export const WAITING_GRID = { prefix: 'changes', size: 10 }

/** The decided changes of an entity's accounts: what their grid shows and their file holds. */
export async function decidedTable(
  { read, services }: Pick<Guarded, 'read' | 'services'>,
  entityId: number,
): Promise<GridSource<DecidedChange>> {
  const { timeZone } = services.settings
  const keyOf = ({ id }: DecidedChange) => String(id)
  return {
    columns: decidedColumns(timeZone),
    options: DECIDED_GRID,
    list: rowList(await decidedChangesOf(read, entityId), DECIDED_ROW_COLUMNS, { timeZone, keyOf }),
  }
}
