import { isAllowed } from '~/areas/access/actor'
import { budgetsOfDraft } from '~/areas/budgets/budgets-of-draft.server'
import { passedBudgets } from '~/areas/budgets/near-miss-budgets.server'
import { documentsOf } from '~/areas/documents/documents-of.server'
import { draftInvoiceList } from '~/areas/invoices/invoices-of-draft.server'
import type { Guarded } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { historyOf } from '~/platform/workflow/history.server'
import { statusesOf } from '~/platform/workflow/statuses-of.server'
import type { DraftDetailTab } from '../detail-tabs'
import { draftById } from '../draft-by-id.server'
import { CLIENT_VISION, clientVision } from '../draft-detail'

/** What stands below a draft that is expanded: only what its open tab shows. */
export async function expandedDraft(
  guarded: Guarded,
  request: Request,
  draftId: number,
  tab: DraftDetailTab,
) {
  const { actor, read } = guarded
  return {
    ...{ draftId, tab },
    invoices:
      tab === 'invoices' ? await sourcePage(guarded, request, clientVisionOf(guarded, draftId)) : null,
    events: tab === 'audit' ? await historyOf(read, draftId) : [],
    documents: tab === 'documents' ? await documentsOf(read, { objectKind: 'draft', objectId: draftId }) : [],
    budgets: tab === 'budgets' ? await budgetsOfDraft(read, draftId) : [],
    passed: tab === 'budgets' ? await passedBudgets(read, draftId, await draftById(read, draftId)) : [],
    mayOpenBudgets: isAllowed(actor, 'budgets'),
    mayOpenInvoices: isAllowed(actor, 'transactiondashboard'),
  }
}

/** The invoices of a draft, grouped and added up as people like. */
function clientVisionOf({ read, services }: Pick<Guarded, 'read' | 'services'>, draftId: number) {
  const { timeZone } = services.settings
  return {
    columns: clientVision(timeZone),
    options: CLIENT_VISION,
    list: draftInvoiceList(read, draftId, timeZone),
    choices: async () => ({ event_status: await statusesOf(read, ['invoice']) }),
  }
}
