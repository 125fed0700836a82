import type { Guarded } from '~/http/guard'
import type { GridSource } from '~/platform/grids/grid-source'
import { statusesOf } from '~/platform/workflow/statuses-of.server'
import { NAV_GRID, navColumns } from '../list'
import { type NavRow, navList } from '../nav-list.server'

/** All NAVs: what the list shows and its files hold. */
export function navTable({ read, services }: Pick<Guarded, 'read' | 'services'>): GridSource<NavRow> {
  const { timeZone } = services.settings
  return {
    columns: navColumns(timeZone),
    options: NAV_GRID,
    list: navList(read, timeZone),
    choices: async () => ({ currentstatus: await statusesOf(read, ['nav']) }),
  }
}
