import { listFile } from '~/platform/grids/export-file'
import { rightsTable } from './user-tables'

/** authorisations.xlsx, .csv or .pdf: who may do what. */
export const loader = listFile('administration', 'authorisations', 'Authorisations', rightsTable)
