import { isAllowed } from '~/areas/access/actor'
import { budgetsOfExpense, nearMissBudgets } from '~/areas/budgets/budgets-of-draft.server'
import { documentsOf } from '~/areas/documents/documents-of.server'
import { INVOICE_DECLARED } from '~/areas/invoices/fields.server'
import { invoiceColumnsWithId } from '~/areas/invoices/list'
import { draftInvoiceList } from '~/areas/invoices/list.server'
import { invoiceStatuses } from '~/areas/invoices/statuses.server'
import type { Guarded } from '~/http/guard'
import { type ExportTable, listFile } from '~/platform/grids/export-file'
import { type GridSource, sourcePage } from '~/platform/grids/grid-source'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { historyOf } from '~/platform/workflow/history.server'
import { statusesOf } from '~/platform/workflow/instance.server'
import { LISTED_DECLARED, type ListedDraft } from './fields.server'
import { CLIENT_VISION, DRAFT_GRID, type ExpandedDraftTab } from './list'
import { listedDrafts } from './list.server'
import { expenseOf } from './read-draft.server'

/** All drafts, for the list and its files. */
export function draftTable(guarded: Guarded): GridSource<ListedDraft> {
  return {
    columns: columnsOfFields<ListedDraft>(LISTED_DECLARED),
    declared: LISTED_DECLARED,
    options: DRAFT_GRID,
    list: listedDrafts(guarded),
    choices: async () => ({ event_status: await statusesOf(guarded, ['draft']) }),
  }
}

/** The content below an expanded draft: only that of its open tab. */
export async function expandedDraft(
  guarded: Guarded,
  request: Request,
  draftId: number,
  tab: ExpandedDraftTab,
) {
  const { actor, read } = guarded
  const expense = tab === 'budgets' ? await expenseOf(read, draftId) : null
  return {
    draftId,
    tab,
    invoices:
      tab === 'invoices' ? await sourcePage(guarded, request, clientVisionOf(guarded, draftId)) : null,
    events: tab === 'audit' ? await historyOf(read, draftId) : [],
    documents: tab === 'documents' ? await documentsOf(read, { objectKind: 'draft', objectId: draftId }) : [],
    budgets: expense ? await budgetsOfExpense(read, expense) : [],
    passed: expense ? await nearMissBudgets(read, expense) : [],
    mayOpenBudgets: isAllowed(actor, 'budgets'),
    mayOpenInvoices: isAllowed(actor, 'transactiondashboard'),
  }
}

/** The invoices of a draft, with free grouping and sums. */
function clientVisionOf(guarded: Guarded, draftId: number) {
  return {
    columns: invoiceColumnsWithId(INVOICE_DECLARED),
    declared: INVOICE_DECLARED,
    options: CLIENT_VISION,
    list: draftInvoiceList(guarded, draftId),
    choices: async () => ({ event_status: await invoiceStatuses(guarded) }),
  }
}

export const draftExports: ExportTable = {
  /** drafts.xlsx, .csv or .pdf: all drafts that the list's address selects. */
  'drafts/export/:file': listFile('draftsdashboard', 'drafts', 'Drafted Expenses', draftTable),
}
