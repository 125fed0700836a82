import type { Transaction } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { bankDetailsSettled } from '~/areas/bank-accounts/bank-details-settled.server'
import { creditNoteMayGo } from '~/areas/budgets/credit-note-may-go.server'
import type { Day } from '~/platform/values/day'
import type { StepRequest, Subject } from '~/platform/workflow/take-step.server'
import type { EventData, Instance, Step } from '~/platform/workflow/types'
import { invoiceMarks } from './invoice-marks.server'
import { boundAccount } from './payment-approvals.server'
import { paymentDateOf } from './payment-date.server'
import { storeLoader } from './store-loader.server'

export interface InvoiceStepRequest extends StepRequest {
  /** With "Paid". */
  paymentDate: Day | null
  /** With approvals and "Payment sent": hash of the account that was shown; null when the caller did not say. */
  accountSeen: string | null
  today: Day
  /** The site's, for the days that sentences name. */
  timeZone: string
  actor: Pick<Actor, 'id' | 'queues' | 'heldBack'>
}

/** What the invoice's workflow names: its effects, and where "Book" leads when the invoice is paid already. */
export const invoiceSubject: Subject<InvoiceStepRequest> = {
  kind: 'invoice',
  marks: invoiceMarks,
  conditions: {
    'bank details settled': async (tx, { objectId }, { timeZone }) =>
      bankDetailsSettled(tx, await supplierOf(tx, objectId), timeZone),
  },
  async target(tx, { objectId }, step) {
    if (step.name !== 'book' || !(await isPaidAlready(tx, objectId))) return null
    return { queue: 'SYSTEM', status: 'PAID', class: 'validated' }
  },
  async data(tx, instance, step, request) {
    // Whatever version of the workflow it follows, and whichever step of it cancels.
    if (step.toStatus === 'CANCELLED') await creditNoteMayGo(tx, { invoiceId: instance.objectId, ...request })
    const paymentDate = await paymentDateFor(tx, instance, step, request)
    const account = await boundAccount(tx, instance, step.name, request.accountSeen)
    const data: EventData = { ...account, ...(paymentDate === null ? {} : { paymentDate }) }
    return data
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

async function isPaidAlready(tx: Transaction, invoiceId: number): Promise<boolean> {
  const [row] = await tx
    .select({ alreadyPaid: invoice.alreadyPaid })
    .from(invoice)
    .where(eq(invoice.id, invoiceId))
  return row?.alreadyPaid ?? false
}

/** Who is paid; every invoice has a supplier. */
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
