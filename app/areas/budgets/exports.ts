import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { eventTable } from '~/platform/grids/event-table'
import { type ExportTable, exportLoader, fileInPath, gridFile, listFile } from '~/platform/grids/export-file'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { ownParams } from '~/ui/grid/query'
import { TRANSACTION_GRID } from './expanded-budget'
import { budgetById } from './read-budget.server'
import { budgetTable, transactionsOf } from './routes/budget-table'

export const budgetExports: ExportTable = {
  /**
   * budget_workflow and allocated_invoices as .xlsx, .csv or .pdf: the history of one budget, and the invoices that it
   * counts.
   */
  'budgets/:budgetId/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'budgets')
    const { read, services } = guarded
    const file = fileInPath(args.params.file, ['budget_workflow', 'allocated_invoices'])
    const budget = await budgetById(read, idInPath(args.params.budgetId))
    const { id } = budget
    if (file.name === 'allocated_invoices') {
      const { expanded } = TRANSACTION_GRID
      const isExpanded = ownParams(new URL(args.request.url).search, expanded.prefix).size > 0
      return gridFile(guarded, args.request, file, {
        title: `Allocated Invoices of budget ${id}`,
        ...transactionsOf(guarded, budget, isExpanded ? 'expanded' : 'drawer'),
      })
    }
    const [{ round }, history] = await Promise.all([instanceById(read, id), historyOf(read, id)])
    return gridFile(guarded, args.request, file, {
      title: `Workflow of budget ${id}`,
      ...eventTable(history, services.settings.timeZone, round),
    })
  }),
  /** budgets.xlsx, .csv or .pdf: all budgets that the list's address selects. */
  'budgets/export/:file': listFile('budgets', 'budgets', 'Budgets', budgetTable),
}
