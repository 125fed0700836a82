import { type ExportTable, listFile } from '~/platform/grids/export-file'
import { draftTable } from './routes/draft-table'

export const draftExports: ExportTable = {
  /** drafts.xlsx, .csv or .pdf: all drafts that the list's address selects. */
  'drafts/export/:file': listFile('draftsdashboard', 'drafts', 'Drafted Expenses', draftTable),
}
