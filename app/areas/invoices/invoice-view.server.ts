import type { Read } from 'db/database'
import { sql } from 'drizzle-orm'
import { isAllowed, stepTaker } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { paymentHold } from '~/areas/bank-accounts/bank-details.server'
import { documentsOf, type ListedDocument } from '~/areas/documents/documents-of.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { FILE_TYPES } from '~/platform/files/file-types'
import { type NextSteps, nextStepsOf } from '~/platform/objects/take-step.server'
import type { Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { type HistoryEvent, historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import type { Instance } from '~/platform/workflow/types'
import { leadsOn, type WorkflowProgress, workflowProgress } from '~/platform/workflow/workflow-progress'
import { whyNotCollection } from './collection.server'
import { heldByCorrection } from './corrections.server'
import { type EarlyPayment, earlyPayments } from './discounts.server'
import { type PrepaidPeriod, prepaidSchedule } from './invoice'
import { type InvoiceTaxes, taxesOf } from './invoice-taxes.server'
import { discountLines, type JournalLine } from './loader-workbook.server'
import {
  type CreditOfInvoice,
  type EntryOfInvoice,
  type RunOfInvoice,
  runsOfInvoices,
} from './paid-in-runs.server'
import { whyVoided } from './payment-approvals.server'
import { type InvoiceFacts, invoiceFacts, invoiceMarks, recreatedDraft } from './read-invoice.server'

/** One invoice as its page shows it to a user (specification: invoice detail page). */
export interface InvoiceView {
  invoice: InvoiceFacts
  instance: Instance
  /** When it was last changed. */
  updateDate: Date
  /** Null where the system ended it: cancelled, or turned into a draft again. */
  steps: NextSteps | null
  progress: WorkflowProgress
  /** Why nothing is paid to its supplier now; null while its payment is not held. */
  held: string | null
  /** Why it is not paid because another invoice corrects it; null where none does. */
  corrected: string | null
  /** What its payment run takes off for early payment, and how that is booked; null for nothing. */
  discount: { amount: Decimal; journal: JournalLine[] } | null
  /** Why its approvals were voided, and when; null unless it waits to be approved and paid again. */
  voided: { at: Date; why: string } | null
  /** The workbook for the accounting system; null before it is booked. */
  loader: ListedDocument | null
  /** For a prepaid invoice whose service has a first and a last day; empty otherwise. */
  schedule: PrepaidPeriod[]
  /** How its taxes are booked. */
  taxes: InvoiceTaxes
  /** What its supplier takes off where it is paid early; null for nothing. */
  early: EarlyPayment | null
  /** The supplier's document, for a person whose step leads to its payment: both are seen at once. */
  paper: { id: number; fileName: string } | null
  /** The newest payment run that it is or was in; null for none. */
  run: RunOfInvoice | null
  /** What is left of it and the payments that take it off; null where it is no credit. */
  credit: CreditOfInvoice | null
  /** The draft that was recreated from it. */
  recreatedAs: number | null
  mayRecreate: boolean
  /** May this person say whether the supplier collects it? */
  mayChangeCollection: boolean
  /** What the bank says against it; null unless its payment was returned or is in dispute. */
  bank: SaidByBank | null
}

/** What a bank says that is to be decided, and by whom. */
export interface SaidByBank {
  entries: EntryOfInvoice[]
  /** How its dispute is to end, as one treasurer requested it; null for no request. */
  requested: { change: string; requester: string } | null
  /** May this user request how its dispute ends? */
  maySettle: boolean
  mayOpenInbox: boolean
}

/**
 * @returns the invoice and, separately, its history, newest first: grids show it page by page
 */
export async function invoiceView(
  context: UserContext,
  invoiceId: number,
): Promise<{ view: InvoiceView; history: HistoryEvent[] }> {
  const { read, actor } = context
  const invoice = await invoiceFacts(read, invoiceId)
  const instance = await instanceById(read, invoiceId)
  const [history, steps, marks, held, loaders, recreatedAs, run, credit, taxes, early, corrected] =
    await Promise.all([
      historyOf(read, invoiceId),
      stepsOfInstance(read, instance),
      isEnded(instance) ? null : invoiceMarks(read, instance),
      isToBePaid(instance) ? paymentHold(context, invoice.supplierId) : null,
      documentsOf(read, { objectKind: 'invoice', objectId: invoiceId, fileTypes: [FILE_TYPES.loader] }),
      recreatedDraft(read, invoiceId),
      runsOfInvoices().of(read, invoiceId),
      runsOfInvoices().creditOf(read, invoiceId),
      taxesOf(read, invoice),
      earlyPayments(read, [invoiceId]),
      isToBePaid(instance) ? heldByCorrection(read, [invoiceId]) : null,
    ])
  const bank = AFTER_BANK.includes(instance.status) ? await saidByBank(context, instance) : null
  const next = marks && nextStepsOf(steps, stepTaker(actor), instance, marks)
  const view = {
    invoice,
    instance,
    held,
    recreatedAs,
    run,
    credit,
    taxes,
    early: early.get(invoiceId) ?? null,
    corrected: corrected?.get(invoiceId) ?? null,
    discount: run === null ? null : discountOf(invoice, taxes, run),
    steps: next,
    paper:
      isToBePaid(instance) && next?.routing.some(({ style }) => leadsOn(style))
        ? await paperOf(read, invoiceId)
        : null,
    progress: workflowProgress(instance, steps, history),
    voided: isToBePaid(instance) ? whyVoided(history, instance) : null,
    updateDate: history[0]?.at ?? invoice.creationDate,
    loader: loaders[0] ?? null,
    schedule: scheduleOf(invoice, taxes.expense),
    bank,
    mayRecreate:
      ['CANCELLED', 'CANCEL'].includes(instance.status) &&
      recreatedAs === null &&
      isAllowed(actor, 'draftsdashboard', 'add'),
    mayChangeCollection: whyNotCollection(actor, instance) === null,
  }
  return { view, history }
}

/** Where an invoice is after its bank returned its payment, or contradicted our record of it. */
const AFTER_BANK: readonly string[] = ['RETURNED', 'IN DISPUTE']

async function saidByBank({ read, actor }: UserContext, { objectId, status }: Instance): Promise<SaidByBank> {
  const [entries, [change]] = await Promise.all([
    runsOfInvoices().entriesOf(read, objectId),
    pendingChanges(read, sql`change.kind = 'invoice dispute' and change.target = ${String(objectId)}`),
  ])
  return {
    entries,
    requested: change ? { change: change.change, requester: change.requester } : null,
    maySettle:
      status === 'IN DISPUTE' && actor.queues.includes('PAYMENT') && isAllowed(actor, 'bankinbox', 'update'),
    mayOpenInbox: isAllowed(actor, 'bankinbox'),
  }
}

/** Runs that no longer pay it take nothing off. */
function discountOf(
  { provider, ...invoice }: InvoiceFacts,
  { share }: InvoiceTaxes,
  { discount, state }: RunOfInvoice,
): InvoiceView['discount'] {
  if (discount === null || state === 'taken out' || state === 'rejected') return null
  return { amount: discount, journal: discountLines({ ...invoice, supplier: provider }, discount, share) }
}

async function paperOf(read: Read, objectId: number) {
  const [newest] = await documentsOf(read, {
    objectKind: 'invoice',
    objectId,
    fileTypes: [FILE_TYPES.invoice],
  })
  return newest ? { id: newest.id, fileName: newest.fileName } : null
}

/** The specification, section 4: actions are hidden then. */
function isEnded({ queue, status }: Instance): boolean {
  return queue === 'SYSTEM' && (status === 'CANCELLED' || status === 'RECREATED')
}

/** Booked, and not on its way to the bank yet. */
function isToBePaid({ queue, status }: Instance): boolean {
  return queue === 'PAYMENT' && status !== 'SENT'
}

function scheduleOf({ prePaid, serviceFrom: from, serviceTo: to, currency }: InvoiceFacts, expense: Decimal) {
  return prePaid && from !== null && to !== null ? prepaidSchedule({ expense, currency, from, to }) : []
}

/** The stored loader of an invoice. @throws DomainError 'not-found' before it is booked */
export async function invoiceLoader(read: Read, invoiceId: number): Promise<ListedDocument> {
  const fileTypes = [FILE_TYPES.loader]
  const [newest] = await documentsOf(read, { objectKind: 'invoice', objectId: invoiceId, fileTypes })
  if (!newest)
    throw new DomainError(
      'not-found',
      `Invoice ${invoiceId} has no loader yet: it is created when the invoice is booked.`,
    )
  return newest
}
