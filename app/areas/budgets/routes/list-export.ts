import { listFile } from '~/platform/grids/export-file'
import { budgetTable } from './budget-table'

/** budgets.xlsx, .csv or .pdf: all budgets that the list's address asks for. */
export const loader = listFile('budgets', 'budgets', 'Budgets', budgetTable)
