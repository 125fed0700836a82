import { NAV_GRID, navColumns } from '~/components/navs/nav-columns'
import { navList } from '~/domain/navs/nav-list.server'
import { listFile } from '~/http/list-file'

/** navs.xlsx, .csv or .pdf: all NAVs that the list's address asks for. */
export const loader = listFile('navctrl', 'navs', 'NAVs', ({ read, services }) => {
  const { timeZone } = services.settings
  return { columns: navColumns(timeZone), options: NAV_GRID, list: navList(read, timeZone) }
})
