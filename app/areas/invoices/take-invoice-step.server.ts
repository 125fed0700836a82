import type { Transaction } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { eq } from 'drizzle-orm'
import { type Actor, stepTaker } from '~/areas/access/actor'
import { holdBankDetails } from '~/areas/bank-accounts/lock-bank-details.server'
import { type Day, dayIn } from '~/platform/values/day'
import { once } from '~/platform/workflow/once.server'
import { takeStep } from '~/platform/workflow/take-step.server'
import { invoiceSubject } from './invoice-subject.server'
import { refreshInvoiceRows } from './refresh-invoice-rows.server'

export interface InvoiceStepInput {
  invoiceId: number
  /** `workflowId` of the step. */
  stepId: number
  /** The event that the form saw; null when the caller did not say. */
  seenEventId: number | null
  comment: string
  /** With "Paid": the day on which it was paid. Other steps leave it aside. */
  paymentDate: Day | null
  /** With approvals and "Payment sent": hash of the account that was shown; left out when the caller did not say. */
  accountSeen?: string | null
  /** Null when the caller sends none: the check of the seen event must do then. */
  idempotencyKey: string | null
}

/**
 * Takes one step of an invoice; answers what happened, in a short line.
 * @throws OtherAccount when its payment was approved for another account: run it in `voidingOtherAccounts`
 */
export async function takeInvoiceStep(
  tx: Transaction,
  actor: Actor,
  {
    invoiceId,
    stepId,
    seenEventId,
    comment,
    paymentDate,
    accountSeen = null,
    idempotencyKey,
  }: InvoiceStepInput,
  now: Date,
  timeZone: string,
): Promise<string> {
  const take = async () => {
    await holdPayee(tx, invoiceId)
    const today = dayIn(now, timeZone)
    const seen = { objectId: invoiceId, stepId, seenEventId }
    const request = { ...seen, comment, paymentDate, accountSeen, today, timeZone, actor }
    const { to } = await takeStep(tx, invoiceSubject, stepTaker(actor), request, now)
    await refreshInvoiceRows(tx, [invoiceId])
    return `Invoice ${invoiceId}: ${to.status} (${to.queue})`
  }
  if (idempotencyKey === null) return take()
  const action = `invoice step ${stepId} of ${invoiceId}`
  return once(tx, { key: idempotencyKey, userId: actor.id, action, now }, take)
}

/** Changes of bank details lock the supplier first and its invoices then: so does whoever takes a step. */
async function holdPayee(tx: Transaction, invoiceId: number): Promise<void> {
  const { supplierId } = invoice
  const [payee] = await tx.select({ supplierId }).from(invoice).where(eq(invoice.id, invoiceId))
  if (payee) await holdBankDetails(tx, payee.supplierId)
}
