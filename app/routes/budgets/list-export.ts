import { BUDGET_GRID, budgetColumns } from '~/components/budgets/budget-columns'
import { budgetList } from '~/domain/budgets/budget-list.server'
import { fileInPath, gridFile } from '~/http/export-file'
import { fileLoader } from '~/http/file-loader'
import { guard } from '~/http/guard'

/** budgets.xlsx, .csv or .pdf: all budgets that the list's address asks for. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'budgets')
  const file = fileInPath(args.params.file, ['budgets'])
  const { timeZone } = guarded.services.settings
  return gridFile(guarded, args.request, file, {
    title: 'Budgets',
    columns: budgetColumns(timeZone),
    options: BUDGET_GRID,
    list: budgetList(guarded.read, timeZone),
  })
})
