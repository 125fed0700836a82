import type { Read } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { asc, eq } from 'drizzle-orm'
import { type Actor, stepTaker } from '~/areas/access/actor'
import { documentsOf, type ListedDocument } from '~/areas/documents/documents-of.server'
import { FILE_TYPES } from '~/platform/files/file-types'
import { type HistoryEvent, historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import type { Instance } from '~/platform/workflow/types'
import { costLinesOf } from './cost-lines-of.server'
import type { CostLine, Draft, DraftFlags } from './draft'
import { draftById } from './draft-by-id.server'
import { type DraftChecks, draftChecks } from './draft-checks.server'
import { type DraftEditing, editingOf } from './draft-editing'
import { eInvoiceOf, type StoredEInvoice } from './draft-einvoice.server'
import { draftFlags } from './draft-flags'
import { amountsBeforeLines, type Total, totalOf } from './total-before-lines'

const NO_AMOUNTS = { grossAmount: null, taxes: null }

/** One draft as its page and the call show it. */
export interface DraftView {
  draft: Draft
  /** The supplier's file; null when it was deleted. */
  file: { documentId: number; fileName: string } | null
  /** What came inside an e-invoice in XML, in its order. */
  attachments: ListedDocument[]
  /** The client's authorisations, newest first. */
  proofs: ListedDocument[]
  instance: Instance
  flags: DraftFlags
  /** What this person may change now. */
  editing: DraftEditing
  lines: CostLine[]
  /** What was entered before the draft was divided; null where it is not, or nothing was. */
  total: Total | null
  eInvoice: StoredEInvoice | null
  /** Newest first; acts without a change of state included. */
  history: HistoryEvent[]
  /** Who returned it, when, and why, while it has not been sent on; null elsewhere. */
  returned: { by: string; at: Date; comment: string } | null
  /** Ids of the invoices that it became. */
  invoices: number[]
  checks: DraftChecks
}

/** @throws DomainError not-found */
export async function draftView(read: Read, actor: Actor, draftId: number): Promise<DraftView> {
  const draft = await draftById(read, draftId)
  const { invoice: invoiceType, attachment, proof } = FILE_TYPES
  const fileTypes = [invoiceType, attachment, proof]
  const [documents, instance, lines, eInvoice, history, made, checks] = await Promise.all([
    documentsOf(read, { objectKind: 'draft', objectId: draftId, fileTypes }),
    instanceById(read, draftId),
    costLinesOf(read, draftId),
    eInvoiceOf(read, draftId),
    historyOf(read, draftId),
    read
      .select({ id: invoice.id })
      .from(invoice)
      .where(eq(invoice.draftTransactionId, draftId))
      .orderBy(asc(invoice.id)),
    draftChecks(read, draftId, draft),
  ])
  const file = documents.find(({ file_type }) => file_type === invoiceType)
  const taker = stepTaker(actor)
  return {
    draft,
    file: file ? { documentId: file.id, fileName: file.fileName } : null,
    attachments: documents.filter(({ file_type }) => file_type === attachment).reverse(),
    proofs: documents.filter(({ file_type }) => file_type === proof),
    instance,
    flags: draftFlags(instance),
    editing: editingOf(instance, taker, taker.mayUpdate('draftsdashboard')),
    lines,
    total: lines.length > 0 ? totalOf(amountsBeforeLines(history) ?? NO_AMOUNTS) : null,
    eInvoice,
    history,
    returned: returnedIn(history, instance),
    invoices: made.map(({ id }) => id),
    checks,
  }
}

/** @param history newest first */
function returnedIn(history: HistoryEvent[], { queue, status }: Instance): DraftView['returned'] {
  if (queue !== 'ACCOUNTING' || status !== 'RETURNED') return null
  // Acts on a returned draft, such as edits, have its state too.
  const step = history.find((event) => event.type === 'step' && event.status === status)
  return step ? { by: step.whoName, at: step.at, comment: step.log } : null
}
