import type { DraftDetailTab } from '~/components/drafts/detail-tabs'
import { CLIENT_VISION, clientVision } from '~/components/drafts/draft-detail'
import { isAllowed } from '~/domain/access/actor'
import { budgetsOfDraft } from '~/domain/budgets/budgets-of-draft.server'
import { passedBudgets } from '~/domain/budgets/passed-budgets.server'
import { documentsOf } from '~/domain/documents/documents-of.server'
import { draftById } from '~/domain/drafts/draft-by-id.server'
import { draftInvoiceList } from '~/domain/invoices/invoices-of-draft.server'
import { historyOf } from '~/domain/workflow/history.server'
import { statusesOf } from '~/domain/workflow/statuses-of.server'
import { sourcePage } from '~/http/grid-source'
import type { Guarded } from '~/http/guard'

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
