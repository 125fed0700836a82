import { isAmong } from 'db/bulk'
import type { Read } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { payment, paymentCredit } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { heldByCorrection } from '~/areas/invoices/corrections.server'
import { moveNettedCredits, readyToPay } from '~/areas/invoices/paid-in-runs.server'
import { payableSql } from '~/areas/invoices/payable-amount.server'
import type { TransactionAt } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import { type CreditShare, lessCredits, type OpenCredit } from './credits'
import { ENDED_UNPAID, type PaymentState, type TakenByRuns } from './payment'

/** How much of credits payments of runs take off, and what is left of them. */

/** Of an invoice called as the table: what payments take off that are made, or may still be made. */
const USED = sql`coalesce((select sum(share.amount) from ${paymentCredit} share
  join ${payment} p on p.id = share.payment_id
  where share.credit_id = ${invoice.id} and p.state not in ('taken out', 'rejected', 'returned')), 0)`

/** A payment that took it off ended unpaid, but the bank says otherwise: it cannot be used before that is settled. */
const IS_DISPUTED = sql`exists (select from ${paymentCredit} share
  join ${payment} p on p.id = share.payment_id
  join ${workflowInstance} at on at.object_id = p.invoice_id
  where share.credit_id = ${invoice.id} and at.status = 'IN DISPUTE')`

/** The payment is made, or may still be made. */
const STILL_TAKEN = notInArray(payment.state, [...ENDED_UNPAID])

/** What is left of a credit; zero for an invoice. */
export const openCreditSql = sql<Decimal>`greatest(0, -${payableSql} - ${USED})::numeric(18, 2)`

const isCredit = sql`${payableSql} < 0`

/** The approved credits of which something is left, the oldest first. */
async function openCredits(read: Read, where: SQL): Promise<OpenCredit[]> {
  const rows = await read
    .select({
      invoiceId: invoice.id,
      invoiceRef: invoice.invoiceRef,
      supplierId: invoice.supplierId,
      settlingEntityId: invoice.settlingEntityId,
      currency: invoice.currency,
      open: openCreditSql,
    })
    .from(invoice)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, invoice.id))
    .where(
      and(
        eq(workflowInstance.kind, 'invoice'),
        readyToPay,
        isCredit,
        eq(invoice.collectedBySupplier, false),
        sql`not ${IS_DISPUTED}`,
        where,
      ),
    )
    .orderBy(asc(invoice.invoiceDate), asc(invoice.id))
  const corrected = await heldByCorrection(
    read,
    rows.map(({ invoiceId }) => invoiceId),
  )
  return rows.filter(({ invoiceId, open }) => new Big(open).gt(0) && !corrected.has(invoiceId))
}

/** The credits of the same supplier, entity and currency as one of these invoices. */
const isBeside = (invoiceIds: readonly number[]): SQL => sql`exists (select from ${invoice} beside
  where ${isAmong(sql`beside.id`, invoiceIds)} and beside.supplier_id = ${invoice.supplierId}
    and beside.settling_entity_id = ${invoice.settlingEntityId} and beside.currency = ${invoice.currency})`

/** What a run of these invoices may take off. */
export const creditsFor = (read: Read, invoiceIds: readonly number[]): Promise<OpenCredit[]> =>
  invoiceIds.length === 0 ? Promise.resolve([]) : openCredits(read, isBeside(invoiceIds))

/** The ids of all credits beside these invoices, approved or not: they are locked with them. */
export async function creditIdsBeside(read: Read, invoiceIds: readonly number[]): Promise<number[]> {
  if (invoiceIds.length === 0) return []
  const rows = await read
    .select({ id: invoice.id })
    .from(invoice)
    .where(and(isCredit, isBeside(invoiceIds)))
  return rows.map(({ id }) => id)
}

/** What is left of a credit; null for an invoice. */
export async function creditLeft(read: Read, invoiceId: number): Promise<Decimal | null> {
  const [found] = await read
    .select({ left: openCreditSql })
    .from(invoice)
    .where(and(eq(invoice.id, invoiceId), isCredit))
  return found?.left ?? null
}

/** The credits that these payments take off. */
export async function creditIdsOf(read: Read, paymentIds: readonly number[]): Promise<number[]> {
  if (paymentIds.length === 0) return []
  const rows = await read
    .selectDistinct({ id: paymentCredit.creditId })
    .from(paymentCredit)
    .where(isAmong(paymentCredit.paymentId, paymentIds))
  return rows.map(({ id }) => id)
}

/** A credit as a payment takes it off, and where it is now. */
interface StoredShare extends CreditShare {
  isReady: boolean
  queue: string
  status: string
}

/** What the payments of a run take off, by the id of each. */
export async function creditsOfRun(read: Read, runId: number): Promise<Map<number, StoredShare[]>> {
  const rows = await read
    .select({
      paymentId: paymentCredit.paymentId,
      invoiceId: paymentCredit.creditId,
      invoiceRef: invoice.invoiceRef,
      amount: paymentCredit.amount,
      isReady: sql<boolean>`${readyToPay}`,
      queue: workflowInstance.queue,
      status: workflowInstance.status,
    })
    .from(paymentCredit)
    .innerJoin(payment, eq(payment.id, paymentCredit.paymentId))
    .innerJoin(invoice, eq(invoice.id, paymentCredit.creditId))
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, paymentCredit.creditId))
    .where(eq(payment.runId, runId))
    .orderBy(asc(invoice.invoiceDate), asc(invoice.id))
  return groupedBy(rows, ({ paymentId }) => paymentId)
}

/** The runs that take off credits among these invoices, by the id of each credit. */
export async function usedCreditsAmong(read: Read, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await read
    .select({ creditId: paymentCredit.creditId, runId: payment.runId })
    .from(paymentCredit)
    .innerJoin(payment, eq(payment.id, paymentCredit.paymentId))
    .where(and(isAmong(paymentCredit.creditId, ids), STILL_TAKEN))
  return new Map(rows.map(({ creditId, runId }) => [creditId, runId]))
}

/** What is left of a credit after a run, and what other runs take off it; a run that says so to its maker. */
export interface RestOfCredit extends Pick<OpenCredit, 'invoiceId' | 'invoiceRef' | 'currency'> {
  left: Decimal
  others: TakenByRuns | null
}

/**
 * The credits that a run takes off, of which something is left for another run, or of which other runs take something
 * too.
 * @param open of the suppliers that the run pays
 * @param shares what the run takes off
 */
export async function restsOfCredits(
  read: Read,
  open: readonly OpenCredit[],
  shares: readonly CreditShare[],
): Promise<RestOfCredit[]> {
  const taken = groupedBy(shares, ({ invoiceId }) => invoiceId)
  const rows =
    taken.size === 0
      ? []
      : await read
          .select({
            creditId: paymentCredit.creditId,
            total: sql<Decimal>`sum(${paymentCredit.amount})`,
            runs: sql<number[]>`jsonb_agg(distinct ${payment.runId})`,
          })
          .from(paymentCredit)
          .innerJoin(payment, eq(payment.id, paymentCredit.paymentId))
          .where(and(isAmong(paymentCredit.creditId, [...taken.keys()]), STILL_TAKEN))
          .groupBy(paymentCredit.creditId)
  const others = new Map(rows.map(({ creditId, ...byRuns }) => [creditId, byRuns]))
  return open.flatMap(({ invoiceId, invoiceRef, currency, open: before }) => {
    const own = taken.get(invoiceId)
    if (!own) return []
    const left = lessCredits(before, own)
    const byOthers = others.get(invoiceId) ?? null
    return new Big(left).eq(0) && byOthers === null
      ? []
      : [{ invoiceId, invoiceRef, currency, left, others: byOthers }]
  })
}

/** Where a credit was taken off. */
interface CreditUse {
  runId: number
  /** The invoice whose payment it was taken off. */
  invoiceId: number
  amount: Decimal
  state: PaymentState
}

/** The payments that take a credit off, the newest first; those that ended unpaid do not any more. */
export async function usesOfCredit(read: Read, creditId: number): Promise<CreditUse[]> {
  const rows = await read
    .select({
      runId: payment.runId,
      invoiceId: payment.invoiceId,
      amount: paymentCredit.amount,
      state: sql<PaymentState>`${payment.state}`,
    })
    .from(paymentCredit)
    .innerJoin(payment, eq(payment.id, paymentCredit.paymentId))
    .where(and(eq(paymentCredit.creditId, creditId), STILL_TAKEN))
    .orderBy(sql`${payment.id} desc`)
  return rows
}

/**
 * After payments were made, or were not: a credit of which nothing is left ends as paid on the day of the last payment,
 * and waits again once such a payment came back.
 */
export async function followCredits(context: TransactionAt, paymentIds: readonly number[]): Promise<void> {
  const { tx } = context
  const creditIds = await creditIdsOf(tx, paymentIds)
  if (creditIds.length === 0) return
  const rows = await tx
    .select({
      creditId: invoice.id,
      isNetted: sql<boolean>`coalesce(sum(${paymentCredit.amount}) filter (where ${payment.state} = 'paid'), 0)
        >= -${payableSql}`,
      lastDay: sql<Day | null>`max(${payment.valueDate}) filter (where ${payment.state} = 'paid')`,
      runs: sql<number[]>`coalesce(jsonb_agg(distinct ${payment.runId})
        filter (where ${payment.state} = 'paid'), '[]')`,
    })
    .from(paymentCredit)
    .innerJoin(payment, eq(payment.id, paymentCredit.paymentId))
    .innerJoin(invoice, eq(invoice.id, paymentCredit.creditId))
    .where(isAmong(paymentCredit.creditId, creditIds))
    .groupBy(invoice.id)
  await moveNettedCredits(context, rows)
}

/** A credit that a second payment takes off. */
export interface TakenTwice {
  creditId: number
  /** The run of the second payment. */
  runId: number
  /** Whether that payment can still be taken out of its run. */
  isPlanned: boolean
}

const other = alias(payment, 'other')
const otherShare = alias(paymentCredit, 'other_share')

/** The credit that would be taken off twice if this payment, which ended unpaid, counted again; null for none. */
export async function creditTakenTwice(read: Read, paymentId: number): Promise<TakenTwice | null> {
  const [used] = await read
    .select({
      creditId: paymentCredit.creditId,
      runId: sql<number>`max(${other.runId})::int`,
      isPlanned: sql<boolean>`bool_or(${other.state} = 'planned')`,
    })
    .from(paymentCredit)
    .innerJoin(invoice, eq(invoice.id, paymentCredit.creditId))
    .innerJoin(otherShare, eq(otherShare.creditId, paymentCredit.creditId))
    .innerJoin(other, eq(other.id, otherShare.paymentId))
    .where(
      and(
        eq(paymentCredit.paymentId, paymentId),
        ne(other.id, paymentId),
        notInArray(other.state, [...ENDED_UNPAID]),
      ),
    )
    .groupBy(paymentCredit.creditId, paymentCredit.amount, invoice.id)
    .having(sql`sum(${otherShare.amount}) + ${paymentCredit.amount} > -${payableSql}`)
    .limit(1)
  return used ?? null
}
