import type { Read, Transaction } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { legalEntity } from 'db/schema/lookups'
import { eq, sql } from 'drizzle-orm'
import { type Actor, stepTaker } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { bankDetailsSettled, holdBankDetails } from '~/areas/bank-accounts/bank-details.server'
import { supplier } from '~/areas/expenses/references.server'
import type { ObjectKind } from '~/platform/objects/object-kinds.server'
import { addDays, type Day, dayIn } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import {
  STEP_REFUSED,
  type StepRequest,
  takeStep,
  type WorkflowHandlers,
} from '~/platform/workflow/take-step.server'
import type { Instance, Step } from '~/platform/workflow/types'
import { heldByCorrection } from './corrections.server'
import { storeLoader } from './loader-workbook.server'
import { runsOfInvoices } from './paid-in-runs.server'
import { boundAccount, voidingOtherAccounts } from './payment-approvals.server'
import { invoiceMarks } from './read-invoice.server'
import { refreshInvoiceRows } from './stored-rows.server'

interface Payment {
  invoiceId: number
  /** Name of the step. */
  step: string
  /** The day as entered. */
  paymentDate: Day | null
  today: Day
}

/**
 * The day of payment for a step of an invoice: for "Paid" the one that was entered, for "Book" of an invoice that is
 * already paid that of its draft, or today; none for other steps.
 * @throws DomainError 'invalid' for an impossible day
 */
async function paymentDateOf(
  read: Read,
  { invoiceId, step, paymentDate, today }: Payment,
): Promise<Day | null> {
  if (step !== 'paid' && step !== 'book') return null
  const [row] = await read
    .select({
      alreadyPaid: invoice.alreadyPaid,
      known: invoice.paymentDate,
      invoiceDate: invoice.invoiceDate,
      creationDate: invoice.creationDate,
    })
    .from(invoice)
    .where(eq(invoice.id, invoiceId))
  if (!row) throw new DomainError('not-found', `There is no invoice ${invoiceId}.`)
  if (step === 'book') return row.alreadyPaid ? (row.known ?? today) : null
  if (paymentDate === null) throw refused('Enter the day on which the invoice was paid.')
  // The payer may be in a time zone where it is already tomorrow.
  if (paymentDate > addDays(today, 1))
    throw refused(`${showDay(paymentDate)} is in the future. Enter the day on which the invoice was paid.`)
  // An invoice may have a later date than the day on which it was received and paid.
  const created = dayIn(row.creationDate, 'UTC')
  const first = row.invoiceDate < created ? row.invoiceDate : created
  if (paymentDate < first)
    throw refused(`${showDay(paymentDate)} is before the invoice date, ${showDay(first)}. Check the date.`)
  return paymentDate
}

function refused(message: string): DomainError {
  return new DomainError('invalid', message, { title: STEP_REFUSED, fields: { paymentDate: message } })
}

export interface InvoiceStepRequest extends StepRequest {
  /** With "Paid". */
  paymentDate: Day | null
  /** With approvals and "Payment sent": hash of the account that was shown; null when the caller did not send it. */
  accountSeen: string | null
  today: Day
  now: Date
  /** The site's, for the days that sentences name. */
  timeZone: string
  actor: Pick<Actor, 'id' | 'queues' | 'heldBack'>
}

/** The check that must pass before an invoice is cancelled. */
type CancelCheck = (
  tx: Transaction,
  cancelled: { invoiceId: number; actor: Pick<Actor, 'id' | 'queues' | 'heldBack'>; comment: string },
) => Promise<void>

let cancelCheck: CancelCheck = () => {
  throw new Error('Nothing says when invoices may be cancelled: call registerAreas() first')
}

/** Registers the check that must pass before an invoice is cancelled: at the start, by the area that knows budgets. */
export function registerCancelCheck(check: CancelCheck): void {
  cancelCheck = check
}

/** The effects that the invoice's workflow names, and the target of "Book" when the invoice is already paid. */
export const invoiceSubject: WorkflowHandlers<InvoiceStepRequest> = {
  kind: 'invoice',
  marks: invoiceMarks,
  conditions: {
    'bank details settled': async (tx, { objectId }, { timeZone }) =>
      bankDetailsSettled({ tx, timeZone }, await supplierOf(tx, objectId)),
  },
  async target(tx, { objectId }, step) {
    if (step.name !== 'book' || !(await isPaidAlready(tx, objectId))) return null
    return { queue: 'SYSTEM', status: 'PAID', class: 'validated' }
  },
  async check(tx, instance, step, request) {
    // For every version of the workflow, and every step that cancels.
    if (step.toStatus === 'CANCELLED') await cancelCheck(tx, { invoiceId: instance.objectId, ...request })
    if (step.name === 'payment sent') await refuseCorrected(tx, instance.objectId)
    const paymentDate = await paymentDateFor(tx, instance, step, request)
    const account = await boundAccount(tx, instance, step.name, request.accountSeen)
    const { objectId: invoiceId, comment, now } = request
    await runsOfInvoices().step(tx, {
      invoiceId,
      name: step.name,
      toStatus: step.toStatus,
      paymentDate,
      comment,
      now,
    })
    return { ...account, ...(paymentDate === null ? {} : { paymentDate }) }
  },
  effects: {
    async 'make the loader'(tx, instance, { step, by, at }, request) {
      await storeLoader(tx, { invoiceId: instance.objectId, createdBy: by.id, now: at })
      await storePaymentDate(tx, instance, step, request)
    },
    'store the payment date': (tx, instance, { step }, request) =>
      storePaymentDate(tx, instance, step, request),
  },
}

/** @throws DomainError 'refused' where another invoice corrects it, with that one's name */
async function refuseCorrected(tx: Transaction, invoiceId: number): Promise<void> {
  const why = (await heldByCorrection(tx, [invoiceId])).get(invoiceId)
  if (why !== undefined) throw new DomainError('refused', why, { title: STEP_REFUSED })
}

async function isPaidAlready(tx: Transaction, invoiceId: number): Promise<boolean> {
  const [row] = await tx
    .select({ alreadyPaid: invoice.alreadyPaid })
    .from(invoice)
    .where(eq(invoice.id, invoiceId))
  return row?.alreadyPaid ?? false
}

/** The payee; every invoice has a supplier. */
async function supplierOf(tx: Transaction, invoiceId: number): Promise<number> {
  const [row] = await tx
    .select({ supplierId: invoice.supplierId })
    .from(invoice)
    .where(eq(invoice.id, invoiceId))
  if (!row) throw new Error(`There is no invoice ${invoiceId}`)
  return row.supplierId
}

function paymentDateFor(tx: Transaction, { objectId }: Instance, step: Step, request: InvoiceStepRequest) {
  const { paymentDate, today } = request
  return paymentDateOf(tx, { invoiceId: objectId, step: step.name, paymentDate, today })
}

async function storePaymentDate(
  tx: Transaction,
  instance: Instance,
  step: Step,
  request: InvoiceStepRequest,
) {
  const paymentDate = await paymentDateFor(tx, instance, step, request)
  if (paymentDate !== null)
    await tx.update(invoice).set({ paymentDate }).where(eq(invoice.id, instance.objectId))
}

export interface InvoiceStepInput {
  invoiceId: number
  /** `workflowId` of the step. */
  stepId: number
  /** The event that the form showed; null when the caller did not send it. */
  seenEventId: number | null
  comment: string
  /** With "Paid": the day on which it was paid. Other steps ignore it. */
  paymentDate: Day | null
  /**
   * With approvals and "Payment sent": hash of the account that was shown; left out when the caller did not send it.
   */
  accountSeen?: string | null
  /** Null when the caller sends none: then only the check of the seen event applies. */
  idempotencyKey: string | null
}

/**
 * Takes one step of an invoice; returns the result in a short line.
 * @throws OtherAccount when its payment was approved for another account: run it in `voidingOtherAccounts`
 */
export async function takeInvoiceStep(
  context: UserWriteContext,
  {
    invoiceId,
    stepId,
    seenEventId,
    comment,
    paymentDate,
    accountSeen = null,
    idempotencyKey,
  }: InvoiceStepInput,
): Promise<string> {
  const { tx, actor, now, timeZone, today } = context
  const take = async () => {
    await holdPayee(tx, invoiceId)
    const seen = { objectId: invoiceId, stepId, seenEventId }
    const request = { ...seen, comment, paymentDate, accountSeen, today, now, timeZone, actor }
    const { to } = await takeStep(context, invoiceSubject, stepTaker(actor), request)
    await refreshInvoiceRows(tx, [invoiceId])
    return `Invoice ${invoiceId}: ${to.status} (${to.queue})`
  }
  const action = `invoice step ${stepId} of ${invoiceId}`
  return withIdempotencyKey(tx, { key: idempotencyKey, userId: actor.id, action, now }, take)
}

/** Changes of bank details lock the supplier first and its invoices then: each step locks in the same order. */
async function holdPayee(tx: Transaction, invoiceId: number): Promise<void> {
  const { supplierId } = invoice
  const [payee] = await tx.select({ supplierId }).from(invoice).where(eq(invoice.id, invoiceId))
  if (payee) await holdBankDetails(tx, payee.supplierId)
  await runsOfInvoices().hold(tx, invoiceId)
}

/** An invoice for code that knows only its kind. Without a payment date it was paid today. */
export const invoiceObject: ObjectKind = {
  functions: ['transactiondashboard'],
  list: '/invoices',
  // Invoices of a former system have CANCEL.
  completed: ['PAID', 'CANCELLED', 'CANCEL', 'RECREATED'],
  atWork: {
    label: 'Invoice',
    join: sql`left join ${invoice} on ${invoice.id} = place.object_id
      left join ${legalEntity} ${sql.identifier('supplier')} on ${supplier.id} = ${invoice.supplierId}`,
    title: sql`concat_ws(', ', ${supplier.name}, nullif(${invoice.invoiceRef}, ''))`,
    amount: sql`${invoice.grossAmount}`,
    currency: sql`${invoice.currency}`,
    facts: sql`null::text`,
    revision: sql`null::int`,
  },
  steps: {
    marks: invoiceMarks,
    take: (work, { objectId, ...step }, answer) =>
      voidingOtherAccounts(work, async (context) => {
        const paymentDate = step.paymentDate ?? context.today
        const line = await takeInvoiceStep(context, { ...step, invoiceId: objectId, paymentDate })
        return answer(context, line)
      }),
  },
}
