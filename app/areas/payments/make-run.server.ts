import { insertRows, isAmong } from 'db/bulk'
import type { Transaction } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { payment, paymentRun } from 'db/schema/payments'
import { and, eq, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { holdBankDetails } from '~/areas/bank-accounts/bank-details.server'
import { lockReadyToPay } from '~/areas/invoices/paid-in-runs.server'
import type { TransactionAt } from '~/platform/values/context.server'
import { addDays, type Day } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { listWords, showAmount, showDay } from '~/platform/values/show'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { instanceById, lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import { startInstances } from '~/platform/workflow/start-instances.server'
import type { EventData } from '~/platform/workflow/types'
import { type Candidate, payableOf } from './payable.server'
import { BEFORE_FILES, discountOn, endToEndIdOf, type Payment, totalsOf } from './payment'
import { hashOfPayments } from './read-run.server'

export const CREATE_FAILED = 'The payment run was not created'

export interface NewRun {
  invoiceIds: readonly number[]
  executionDate: Day
  /** Whether what suppliers take off for payment on that day is taken off; by default it is not. */
  takeDiscounts?: boolean
}

/** What an event says of the payments of a run: how many, how much, and the hash of all accounts and amounts. */
export function runEventData(
  payments: readonly Pick<Payment, 'endToEndId' | 'amount' | 'currency' | 'debtor' | 'creditor'>[],
): EventData {
  return {
    payments: payments.length,
    totals: totalsOf(payments).map(({ total, currency }) => `${showAmount(total)} ${currency}`),
    paymentsHash: hashOfPayments(payments),
  }
}

const FARTHEST_DAYS = 60

function checkDay(executionDate: Day, today: Day): void {
  const why =
    executionDate < today
      ? `${showDay(executionDate)} is in the past. Enter the day on which the banks are to pay.`
      : executionDate > addDays(today, FARTHEST_DAYS)
        ? `${showDay(executionDate)} is more than ${FARTHEST_DAYS} days ahead. Banks do not take it yet: enter an earlier day.`
        : null
  if (why !== null)
    throw new DomainError('invalid', why, { title: CREATE_FAILED, fields: { executionDate: why } })
}

/**
 * Makes a run of these invoices, all of them or none, once for its key. Of two runs made at once over the same invoice,
 * one is refused.
 * @throws DomainError conflict, with a line for each invoice that is not ready to be paid any more
 */
export function makeRun(
  context: UserWriteContext,
  { invoiceIds, executionDate, takeDiscounts = false }: NewRun,
): Promise<{ runId: number; payments: number }> {
  const { tx, now, today } = context
  const ids = [...new Set(invoiceIds)].sort((a, b) => a - b)
  const make = async () => {
    checkDay(executionDate, today)
    if (ids.length === 0)
      throw new DomainError('invalid', 'Choose at least one invoice.', { title: CREATE_FAILED })
    // Bank details first, then invoices, like all code that pays.
    await holdEntities(tx, ids)
    const ready = await lockReadyToPay(tx, ids)
    const found = new Map((await payableOf(context, ids)).map((each) => [each.id, each]))
    const faults = ids.flatMap((id) => faultOf(id, found.get(id), ready) ?? [])
    const [fault] = faults
    if (fault !== undefined) throw notReady(ids, faults)
    return store(context, [...found.values()], { executionDate, takeDiscounts, now, today })
  }
  const action = `make payment run ${sha256(canonicalJson({ ids, executionDate, takeDiscounts: takeDiscounts || undefined }))}`
  return withIdempotencyKey(context, action, make)
}

async function holdEntities(tx: Transaction, invoiceIds: readonly number[]): Promise<void> {
  const { supplierId, settlingEntityId } = invoice
  const rows = await tx
    .selectDistinct({ supplierId, settlingEntityId })
    .from(invoice)
    .where(isAmong(invoice.id, invoiceIds))
  const entities = rows.flatMap((each) => [each.supplierId, each.settlingEntityId])
  for (const id of [...new Set(entities)].sort((a, b) => a - b)) await holdBankDetails(tx, id)
}

function faultOf(id: number, found: Candidate | undefined, ready: ReadonlySet<number>): string | null {
  if (!found || !ready.has(id))
    return `Invoice ${id} is no longer ready: it is in another run, or it moved on.`
  return found.held === null ? null : `Invoice ${id} of ${found.provider}: ${found.held}`
}

function notReady(ids: readonly number[], faults: string[]): DomainError {
  const message =
    faults.length === ids.length && faults.length > 1
      ? 'None of these invoices can be paid now. Reload the list and choose again.'
      : `${faults.length === 1 ? 'One invoice' : `${faults.length} invoices`} cannot be paid now. Reload the list and choose again.`
  return new DomainError('conflict', message, { title: CREATE_FAILED, list: faults.slice(0, 20) })
}

interface Storing {
  executionDate: Day
  takeDiscounts: boolean
  now: Date
  today: Day
}

async function store(
  { tx, actor }: UserWriteContext,
  candidates: readonly Candidate[],
  { executionDate, takeDiscounts, now, today }: Storing,
) {
  const rows = candidates.map((each) => ({
    ...each,
    taken: takeDiscounts ? discountOn(each, executionDate) : null,
  }))
  const [run] = await tx
    .insert(paymentRun)
    .values({ executionDate, createdBy: actor.id, creationDate: now })
    .returning({ id: paymentRun.id })
  if (!run) throw new Error('The payment run was not stored')
  await insertRows(
    tx,
    payment,
    rows.map((each) => rowOf(each, run.id, now)),
  )
  const state = { queue: 'PAYMENT', status: 'DRAFT', class: 'new' as const }
  await startInstances(tx, { kind: 'payment run', objectIds: [run.id], state, log: '', now, today })
  const payments = rows.flatMap((each) => {
    const { id, currency, debtor, creditor } = each
    const amount = amountOf(each)
    return debtor && creditor
      ? [{ endToEndId: endToEndIdOf(id, run.id), amount, currency, debtor, creditor }]
      : []
  })
  const facts = runEventData(payments)
  const discounts = totalsOf(
    rows.flatMap(({ taken, currency }) => (taken ? [{ amount: taken.amount, currency }] : [])),
  ).map(({ total, currency }) => `${showAmount(total)} ${currency}`)
  await recordAct(tx, await instanceById(tx, run.id), {
    name: 'make run',
    to: state,
    who: actor,
    now,
    log: `${formatPaymentCount(payments.length)}, ${listWords(facts.totals as string[])}, to be paid on ${showDay(executionDate)}${discounts.length > 0 ? `, less discounts of ${listWords(discounts)}` : ''}`,
    data: { ...facts, executionDate, ...(discounts.length > 0 ? { discounts } : {}) },
  })
  return { runId: run.id, payments: payments.length }
}

export const formatPaymentCount = (count: number) => (count === 1 ? '1 payment' : `${count} payments`)

/** An invoice and what is taken off it. */
type ToPay = Candidate & { taken: ReturnType<typeof discountOn> }

const amountOf = ({ payable_amount, taken }: ToPay) =>
  new Big(payable_amount).minus(taken?.amount ?? 0).toFixed(2)

function rowOf(each: ToPay, runId: number, now: Date) {
  const { id: invoiceId, debtor, creditor } = each
  if (!debtor || !creditor) throw new Error(`Invoice ${invoiceId} is held, but was not refused`)
  return {
    runId,
    invoiceId,
    endToEndId: endToEndIdOf(invoiceId, runId),
    amount: amountOf(each),
    discount: each.taken?.amount ?? null,
    discountUntil: each.taken?.until ?? null,
    currency: each.currency,
    invoiceRef: each.invoice_ref,
    debtorName: debtor.name,
    debtorIban: debtor.iban,
    debtorBic: debtor.bic,
    creditorName: creditor.name,
    creditorIban: creditor.iban,
    creditorBic: creditor.bic,
    accountHash: each.accountHash,
    attempt: each.attempt,
    attemptReason: each.attempt_reason,
    state: 'planned',
    reason: '',
    updateDate: now,
  }
}

export interface TakenOut {
  runId: number
  invoiceId: number
  /** The reason; required. */
  reason: string
}

const NOT_TAKEN = 'The payment was not taken out'

/**
 * Takes an invoice out of a run whose files do not exist yet: it waits to be paid by another run. What the others
 * approved stays approved.
 */
export function takeOut(context: UserWriteContext, { runId, invoiceId, reason }: TakenOut): Promise<string> {
  const { tx, actor, now } = context
  const take = async () => {
    const instance = await lockInstance(tx, runId)
    if (instance.kind !== 'payment run')
      throw new DomainError('not-found', `There is no payment run ${runId}. Open it from the list.`)
    const text = reason.trim()
    if (text === '')
      throw new DomainError('invalid', 'Enter the reason for taking it out.', {
        title: NOT_TAKEN,
        fields: { reason: 'Enter the reason for taking it out' },
      })
    if (!actor.queues.includes('PAYMENT'))
      throw new DomainError('forbidden', 'Only members of the queue PAYMENT take payments out.', {
        title: NOT_TAKEN,
      })
    if (!BEFORE_FILES.includes(instance.status))
      throw new DomainError(
        'refused',
        `The run is ${instance.status}: its files exist. Withdraw them first, then take the payment out.`,
        { title: NOT_TAKEN },
      )
    const [taken] = await tx
      .update(payment)
      .set({ state: 'taken out', reason: text, updateDate: now })
      .where(and(eq(payment.runId, runId), eq(payment.invoiceId, invoiceId), eq(payment.state, 'planned')))
      .returning({ amount: payment.amount, currency: payment.currency, name: payment.creditorName })
    if (!taken)
      throw new DomainError('conflict', `Invoice ${invoiceId} is no longer in this run. Reload the page.`, {
        title: NOT_TAKEN,
      })
    await recordAct(tx, instance, {
      name: 'take out',
      to: instance,
      who: actor,
      now,
      log: `Invoice ${invoiceId} of ${taken.name}, ${showAmount(taken.amount)} ${taken.currency}, taken out: ${text}`,
      data: { invoiceId, amount: taken.amount, currency: taken.currency, reason: text },
    })
    return `Invoice ${invoiceId} taken out of payment run ${runId}`
  }
  return withIdempotencyKey(context, `take ${invoiceId} out of ${runId}`, take)
}

/** All payments of a cancelled run wait for another one. */
export async function releasePayments({ tx, now }: TransactionAt, runId: number): Promise<void> {
  await tx
    .update(payment)
    .set({ state: 'taken out', reason: 'The run was cancelled', updateDate: now })
    .where(and(eq(payment.runId, runId), sql`${payment.state} = 'planned'`))
}
