import { listFile } from '~/platform/grids/list-file'
import { navTable } from './nav-table'

/** navs.xlsx, .csv or .pdf: all NAVs that the list's address asks for. */
export const loader = listFile('navctrl', 'navs', 'NAVs', navTable)
