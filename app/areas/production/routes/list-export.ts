import { listFile } from '~/platform/grids/export-file'
import { productionTable } from './production-table'

/** production.xlsx, .csv or .pdf: the current production of all funds that the list's address asks for. */
export const loader = listFile('production', 'production', 'NAV Production', productionTable)
