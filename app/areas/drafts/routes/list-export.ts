import { listFile } from '~/platform/grids/export-file'
import { draftTable } from './draft-table'

/** drafts.xlsx, .csv or .pdf: all drafts that the list's address asks for. */
export const loader = listFile('draftsdashboard', 'drafts', 'Drafted Expenses', draftTable)
