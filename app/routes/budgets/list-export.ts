import { BUDGET_GRID, budgetColumns } from '~/components/budgets/budget-columns'
import { budgetList } from '~/domain/budgets/budget-list.server'
import { listFile } from '~/http/list-file'

/** budgets.xlsx, .csv or .pdf: all budgets that the list's address asks for. */
export const loader = listFile('budgets', 'budgets', 'Budgets', ({ read, services }) => {
  const { timeZone } = services.settings
  return { columns: budgetColumns(timeZone), options: BUDGET_GRID, list: budgetList(read, timeZone) }
})
