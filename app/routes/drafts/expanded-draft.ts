import type { DraftDetailTab } from '~/components/drafts/detail-tabs'
import { isAllowed } from '~/domain/access/actor'
import { budgetsOfDraft } from '~/domain/budgets/budgets-of-draft.server'
import { passedBudgets } from '~/domain/budgets/passed-budgets.server'
import { documentsOf } from '~/domain/documents/documents-of.server'
import { draftById } from '~/domain/drafts/draft-by-id.server'
import { invoicesOfDraft } from '~/domain/invoices/invoices-of-draft.server'
import { historyOf } from '~/domain/workflow/history.server'
import type { Guarded } from '~/http/guard'

/** What stands below a draft that is expanded: only what its open tab shows. */
export async function expandedDraft(
  { actor, read }: Pick<Guarded, 'actor' | 'read'>,
  draftId: number,
  tab: DraftDetailTab,
) {
  return {
    ...{ draftId, tab },
    invoices: tab === 'invoices' ? await invoicesOfDraft(read, draftId) : [],
    events: tab === 'audit' ? await historyOf(read, draftId) : [],
    documents: tab === 'documents' ? await documentsOf(read, { objectKind: 'draft', objectId: draftId }) : [],
    budgets: tab === 'budgets' ? await budgetsOfDraft(read, draftId) : [],
    passed: tab === 'budgets' ? await passedBudgets(read, draftId, await draftById(read, draftId)) : [],
    mayOpenBudgets: isAllowed(actor, 'budgets'),
  }
}
