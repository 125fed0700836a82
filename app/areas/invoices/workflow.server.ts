import type { Transaction } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { eq, sql } from 'drizzle-orm'
import { isAllowed } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { bankDetailsSettled, holdBankDetails } from '~/areas/bank-accounts/bank-details.server'
import { supplier } from '~/areas/expenses/references.server'
import { entityCalendar } from '~/areas/reference-data/calendars.server'
import { left } from '~/platform/lists/list-fields.server'
import { type ObjectKind, objectSteps, place } from '~/platform/objects/object-kinds.server'
import {
  STEP_REFUSED,
  type StepInput,
  type StepRequest,
  type WorkflowHandlers,
} from '~/platform/objects/take-step.server'
import { addDays, type Day, dayIn } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import type { EventData, Instance } from '~/platform/workflow/types'
import { heldByCorrection } from './corrections.server'
import { storeLoader } from './loader-workbook.server'
import { runsOfInvoices } from './paid-in-runs.server'
import { boundAccount, confirmedAccount, voidingOtherAccounts } from './payment-approvals.server'
import { invoiceMarks } from './read-invoice.server'
import { refreshInvoiceRows } from './stored-rows.server'

export interface InvoiceStepInput extends StepInput {
  /** With "Paid": the day on which it was paid. Other steps ignore it. */
  paymentDate: Day | null
  /**
   * With approvals and "Payment sent": hash of the account that was shown; left out when the caller did not send it.
   */
  accountSeen?: string | null
}

type InvoiceStep = StepRequest<InvoiceStepInput, void>

/**
 * The day of payment for a step of an invoice: for "Paid" the one that was entered, for "Book" of an invoice that is
 * already paid that of its draft, or today; none for other steps.
 * @throws DomainError 'invalid' for an impossible day
 */
async function paymentDateOf(
  { read, today }: UserWriteContext,
  { objectId: invoiceId }: Instance,
  { step: { name }, input: { paymentDate } }: InvoiceStep,
): Promise<Day | null> {
  if (name !== 'paid' && name !== 'book') return null
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
  if (name === 'book') return row.alreadyPaid ? (row.known ?? today) : null
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

/** The check that must pass before an invoice is cancelled. */
type CancelCheck = (
  context: UserWriteContext,
  cancelled: { invoiceId: number; comment: string },
) => Promise<void>

let cancelCheck: CancelCheck = () => {
  throw new Error('Nothing says when invoices may be cancelled: call registerAreas() first')
}

/** Registers the check that must pass before an invoice is cancelled: at the start, by the area that knows budgets. */
export function registerCancelCheck(check: CancelCheck): void {
  cancelCheck = check
}

/** The steps of an invoice. */
export const invoiceWorkflow: WorkflowHandlers<InvoiceStepInput> = {
  kinds: ['invoice'],
  before: ({ tx }, invoiceId) => holdPayee(tx, invoiceId),
  marks: ({ read }, instance) => invoiceMarks(read, instance),
  conditions: {
    'bank details settled': async (context, { objectId }) =>
      bankDetailsSettled(context, await supplierOf(context.tx, objectId)),
    async 'account confirmed'(context, { objectId }, { input: { accountSeen = null } }) {
      await bankDetailsSettled(context, await supplierOf(context.tx, objectId))
      return confirmedAccount(context.tx, objectId, accountSeen)
    },
  },
  // An invoice that is already paid is booked to its end.
  async target({ tx }, { objectId }, step) {
    if (step.name !== 'book' || !(await isPaidAlready(tx, objectId))) return null
    return { queue: 'SYSTEM', status: 'PAID', class: 'validated' }
  },
  conditionsOfEveryStep: {
    async 'not needed by its budgets when cancelled'(context, { objectId }, { step, input: { comment } }) {
      if (step.toStatus === 'CANCELLED') await cancelCheck(context, { invoiceId: objectId, comment })
    },
    async 'not corrected by another invoice'({ tx }, { objectId }, { step }) {
      if (step.name === 'payment sent') await refuseCorrected(tx, objectId)
    },
    'paid on a possible day': paidOnPossibleDay,
    'approved for the account that is paid': ({ tx }, instance, { step, input: { accountSeen = null } }) =>
      boundAccount(tx, instance, step.name, accountSeen),
    'left to it by its payment run': (context, { objectId: invoiceId }, { step, input }) => {
      const { paymentDate, comment } = input
      const { name, toStatus } = step
      return runsOfInvoices().step(context, { invoiceId, name, toStatus, paymentDate, comment })
    },
  },
  effects: {
    async 'make the loader'(context, instance, taken) {
      await storeLoader(context, instance.objectId)
      await storePaymentDate(context, instance, taken)
    },
    'store the payment date': storePaymentDate,
    async 'restore the payment date'({ tx }, { objectId }) {
      const paymentDate = await runsOfInvoices().paidOn(tx, objectId)
      await tx.update(invoice).set({ paymentDate }).where(eq(invoice.id, objectId))
    },
  },
  effectsOfEveryStep: {
    'refresh its rows': ({ tx }, { objectId }) => refreshInvoiceRows(tx, [objectId]),
  },
  nameOf: (invoiceId) => `Invoice ${invoiceId}`,
  inTransaction: voidingOtherAccounts,
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

async function paidOnPossibleDay(
  context: UserWriteContext,
  instance: Instance,
  request: InvoiceStep,
): Promise<EventData> {
  const paymentDate = await paymentDateOf(context, instance, request)
  return paymentDate === null ? {} : { paymentDate }
}

async function storePaymentDate(context: UserWriteContext, instance: Instance, taken: InvoiceStep) {
  const paymentDate = await paymentDateOf(context, instance, taken)
  if (paymentDate !== null)
    await context.tx.update(invoice).set({ paymentDate }).where(eq(invoice.id, instance.objectId))
}

/** Changes of bank details lock the supplier first and its invoices then: each step locks in the same order. */
async function holdPayee(tx: Transaction, invoiceId: number): Promise<void> {
  const { supplierId } = invoice
  const [payee] = await tx.select({ supplierId }).from(invoice).where(eq(invoice.id, invoiceId))
  if (payee) await holdBankDetails(tx, payee.supplierId)
  await runsOfInvoices().hold(tx, invoiceId)
}

/** An invoice for code that knows only its kind. */
export const invoiceObject: ObjectKind = {
  functions: ['transactiondashboard'],
  list: '/invoices',
  // Invoices of a former system have CANCEL.
  completed: ['PAID', 'CANCELLED', 'CANCEL', 'RECREATED'],
  together: [
    {
      label: 'Approve one by one',
      at: ({ queue, status }) => queue === 'PAYMENT' && ['TO APPROVE', 'FIRST APPROVAL'].includes(status),
      may: (actor) => isAllowed(actor, 'transactiondashboard', 'update') && actor.queues.includes('PAYMENT'),
      href: ([first]) => `/invoices/${first}?page=1`,
    },
    {
      label: 'Pay in a run…',
      at: ({ queue, status }) => queue === 'PAYMENT' && status === 'APPROVED',
      may: (actor) => isAllowed(actor, 'payments', 'add') && actor.queues.includes('PAYMENT'),
      href: (ids) => `/payments/new/make?invoices=${ids.join(',')}`,
    },
  ],
  atWork: {
    label: 'Invoice',
    joins: [
      left(invoice, eq(invoice.id, place.objectId)),
      left(supplier, eq(supplier.id, invoice.supplierId)),
    ],
    title: sql`concat_ws(', ', ${supplier.name}, nullif(${invoice.invoiceRef}, ''))`,
    amount: sql`${invoice.grossAmount}`,
    currency: sql`${invoice.currency}`,
    calendar: entityCalendar(invoice.settlingEntityId),
    facts: sql`null::text`,
    revision: sql`null::int`,
  },
  steps: objectSteps(invoiceWorkflow),
}
