import { isAllowed } from '~/areas/access/actor'
import { documentsOf } from '~/areas/documents/documents-of.server'
import { INVOICE_DECLARED } from '~/areas/invoices/fields.server'
import { invoiceRows } from '~/areas/invoices/list.server'
import { invoiceStatuses } from '~/areas/invoices/statuses.server'
import { idInPath } from '~/http/address'
import { type Guarded, guard } from '~/http/guard'
import { readEventTable, shownEvents } from '~/platform/grids/event-table'
import { type ExportTable, exportLoader, fileInPath, gridFile, listFile } from '~/platform/grids/export-file'
import { type GridSource, sourcePage } from '~/platform/grids/grid-source'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById, statusesOf } from '~/platform/workflow/instance.server'
import { ownParams } from '~/ui/grid/query'
import type { Budget } from './budget'
import { transactionColumns } from './expanded-budget'
import { BUDGET_DECLARED, type BudgetRow } from './fields.server'
import { invoicesOfBudget } from './invoices-of-budget.server'
import { BUDGET_GRID, budgetColumns, type ExpandedBudgetTab, TRANSACTION_GRID } from './list'
import { shownBudgets } from './list.server'
import { budgetById } from './read-budget.server'

/** All budgets, for the list and its files. */
export function budgetTable(guarded: Guarded): GridSource<BudgetRow> {
  return {
    columns: budgetColumns(BUDGET_DECLARED),
    declared: BUDGET_DECLARED,
    options: BUDGET_GRID,
    list: shownBudgets(guarded),
    choices: async () => ({ event_status: await statusesOf(guarded, ['budget']) }),
  }
}

/** Which budget, and how it counts its invoices. */
type Counted = Pick<Budget, 'id' | 'currency' | 'amount_type'>

/** The content below an expanded budget: only that of its open tab. */
export async function expandedBudget(
  guarded: Guarded,
  request: Request,
  budget: Counted,
  tab: ExpandedBudgetTab,
) {
  const { actor, read } = guarded
  const { id: budgetId, currency, amount_type } = budget
  const [{ round }, events, documents, invoices] = await Promise.all([
    instanceById(read, budgetId),
    tab === 'audit' ? historyOf(read, budgetId) : [],
    tab === 'documents' ? documentsOf(read, { objectKind: 'budget', objectId: budgetId }) : [],
    tab === 'invoices' ? sourcePage(guarded, request, transactionsOf(guarded, budget, 'expanded')) : null,
  ])
  const mayOpenInvoices = isAllowed(actor, 'transactiondashboard')
  const counting = { currency, amount_type }
  return { budgetId, counting, tab, round, events: shownEvents(events), documents, invoices, mayOpenInvoices }
}

/** The invoices that a budget counts, for the sub-grid of that place and its file. */
export function transactionsOf(guarded: Guarded, budget: Counted, place: keyof typeof TRANSACTION_GRID) {
  return {
    columns: transactionColumns(INVOICE_DECLARED, budget),
    declared: INVOICE_DECLARED,
    options: TRANSACTION_GRID[place],
    list: invoicesOfBudget(guarded, budget, invoiceRows),
    choices: async () => ({ event_status: await invoiceStatuses(guarded) }),
  }
}

export const budgetExports: ExportTable = {
  /**
   * budget_workflow and allocated_invoices as .xlsx, .csv or .pdf: the history of one budget, and the invoices that it
   * counts.
   */
  'budgets/:budgetId/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'budgets')
    const { read } = guarded
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
    return gridFile(guarded, args.request, file, {
      title: `Workflow of budget ${id}`,
      ...(await readEventTable(guarded, id)),
    })
  }),
  /** budgets.xlsx, .csv or .pdf: all budgets that the list's address selects. */
  'budgets/export/:file': listFile('budgets', 'budgets', 'Budgets', budgetTable),
}
