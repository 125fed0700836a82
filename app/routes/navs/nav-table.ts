import { NAV_GRID, navColumns } from '~/components/navs/nav-columns'
import { type NavRow, navList } from '~/domain/navs/nav-list.server'
import { statusesOf } from '~/domain/workflow/statuses-of.server'
import type { GridSource } from '~/http/grid-source'
import type { Guarded } from '~/http/guard'

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
