import { listFile } from '~/platform/grids/export-file'
import { navTable } from './nav-tables'

/** navs.xlsx, .csv or .pdf: all NAVs that the list's address asks for. */
export const loader = listFile('navctrl', 'navs', 'NAVs', navTable)
