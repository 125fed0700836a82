import { type ExportTable, listFile } from '~/platform/grids/export-file'
import { productionTable } from './routes/production-table'

export const productionExports: ExportTable = {
  /** production.xlsx, .csv or .pdf: the current production of all funds that the list's address selects. */
  'production/export/:file': listFile('production', 'production', 'NAV Production', productionTable),
}
