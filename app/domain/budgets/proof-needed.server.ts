import type { Read } from 'db/doors'
import { budgetsOfDraft } from './budgets-of-draft.server'
import { type ProofAsked, proofAsked } from './proof-asked'

/** Whether "Client validated" needs the client's proof of a draft as it is stored. @throws DomainError not-found */
export async function proofNeeded(read: Read, draftId: number): Promise<ProofAsked> {
  return proofAsked(await budgetsOfDraft(read, draftId))
}
