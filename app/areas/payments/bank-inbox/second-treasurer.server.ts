import type { Read, Transaction } from 'db/database'
import { bankEntry } from 'db/schema/bank-inbox'
import { payment } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { isAllowed } from '~/areas/access/actor'
import { oneAtATime } from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { DISPUTE_ENDS, type DisputeEnd, settleDispute } from '~/areas/invoices/paid-in-runs.server'
import { type ChangeKind, changedField } from '~/platform/approvals/change-kind.server'
import { requestChange } from '~/platform/approvals/pending-change-request.server'
import type { TransactionAt } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { requireComment } from '~/platform/values/require-comment'
import { formatList } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { lockInstance } from '~/platform/workflow/instance.server'
import { creditTakenTwice, followCredits, type TakenTwice } from '../credits.server'
import { ENDED_UNPAID, isAwaited, type PaymentState } from '../payment'
import { lockBankAnswers } from '../record-answer.server'
import { settleIfAnswered } from '../workflow.server'
import { addPostings, applyEffects, explainEntries } from './apply-effects.server'
import type { Explanation, Posting } from './bank-entry'
import { openBatchesOf, paymentInBatch, paymentsOfBatch } from './batch-entries.server'
import { NO_REASON } from './decision'
import { holdPayees, unexplainedRest } from './explain-entry.server'
import { formatMoney } from './fit'
import { posting, sharesOf } from './judge-bookings'
import { isOpenEntry, signedAmount, storedEntry } from './stored-entry.server'

/**
 * What makes money payable again, or lets a contradiction stand, takes two treasurers (product decisions, section 12):
 * one requests it, another one decides.
 */

/** The kinds of changes that wait for a second treasurer. */
const DISPUTE = 'invoice dispute'
const RETURN = 'returned payment'

const DECIDED_IN = 'PAYMENT'

/** What both kinds have in common. */
const BY_TREASURERS: Pick<
  ChangeKind,
  'mayDecide' | 'decidedBy' | 'shownIn' | 'queue' | 'isMoney' | 'userName'
> = {
  mayDecide: (actor) => actor.queues.includes(DECIDED_IN) && isAllowed(actor, 'bankinbox', 'update'),
  decidedBy: 'Only members of the queue PAYMENT who may update the Bank inbox can decide this.',
  shownIn: ['bankinbox'],
  queue: DECIDED_IN,
  isMoney: true,
  userName: () => null,
}

/** How a dispute is to be settled. */
interface Settled {
  end: DisputeEnd
  /** The payment that the bank contradicts. */
  paymentId: number
  comment: string
}

/** Where a payment goes with its invoice; it stays where the state says already what is left of it. */
const STATE_AFTER: Readonly<Record<DisputeEnd, PaymentState>> = {
  SENT: 'sent',
  PAID: 'paid',
  RETURNED: 'returned',
  'TO APPROVE': 'rejected',
}

const isDisputeEnd = (text: string): text is DisputeEnd => Object.hasOwn(DISPUTE_ENDS, text)

const inDispute = async (read: Read, invoiceId: number): Promise<boolean> => {
  const [found] = await read
    .select({ status: workflowInstance.status })
    .from(workflowInstance)
    .where(and(eq(workflowInstance.objectId, invoiceId), eq(workflowInstance.kind, 'invoice')))
  return found?.status === 'IN DISPUTE'
}

/** How disputes are settled by a second treasurer. */
export const disputeKind: ChangeKind = {
  ...BY_TREASURERS,
  title: sql`concat('Dispute of invoice ', change.target, ': ', ${changedField('end')})`,
  describe: (_, after) => {
    const { end, comment } = after as unknown as Settled
    return `Settle as ${end}: ${comment}`
  },
  async current(read, target) {
    return (await inDispute(read, Number(target))) ? { status: 'IN DISPUTE' } : null
  },
  async check(read, target, after) {
    await refuseSecondPayment(read, Number(target), after as Settled)
  },
  async apply(context, target, after) {
    await lockBankAnswers(context.tx)
    await settle(context, Number(target), after as Settled)
  },
}

/** An invoice never has two payments that may still be made, or were. */
async function refuseSecondPayment(
  read: Read,
  invoiceId: number,
  { end, paymentId }: Settled,
): Promise<void> {
  const rows = await read
    .select({ id: payment.id, runId: payment.runId, state: payment.state })
    .from(payment)
    .where(eq(payment.invoiceId, invoiceId))
  const own = rows.find(({ id }) => id === paymentId)
  if (!own) throw refused(`Payment ${paymentId} is not of invoice ${invoiceId}.`)
  const other = rows.find(({ id, state }) => id !== paymentId && !ENDED_UNPAID.includes(state))
  if (other?.state === 'paid') {
    if (end === 'PAID') return
    throw refused(
      `Payment run ${other.runId} paid invoice ${invoiceId} too. Settle it as paid: what was booked for this payment is to be asked back.`,
    )
  }
  if (other)
    throw refused(
      `Payment run ${other.runId} pays invoice ${invoiceId} too: its payment there is ${other.state}. ${other.state === 'planned' ? 'Take it out of that run first.' : 'Wait for what the bank says of it.'}`,
    )
  const twice = await takenTwice(read, own, end)
  if (twice?.isPlanned)
    throw refused(
      `Payment run ${twice.runId} takes off credit ${twice.creditId}, which this payment took off first. Take that payment out of the run first.`,
    )
  if (end === 'SENT' && own.state === 'taken out')
    throw refused(`The payment in run ${own.runId} was taken out before it was sent. Choose another end.`)
}

/** Another payment of the invoice that the bank booked; null for none. */
async function otherPaid(
  read: Read,
  { id, invoiceId }: { id: number; invoiceId: number },
): Promise<{ valueDate: Day | null } | null> {
  const [found] = await read
    .select({ valueDate: payment.valueDate })
    .from(payment)
    .where(and(eq(payment.invoiceId, invoiceId), ne(payment.id, id), eq(payment.state, 'paid')))
    .limit(1)
  return found ?? null
}

/** The credit that this payment and a later one take off, if it counts again; null for none. */
async function takenTwice(
  read: Read,
  { id, state }: { id: number; state: string },
  end: DisputeEnd,
): Promise<TakenTwice | null> {
  const countsAgain = ENDED_UNPAID.includes(state) && (end === 'PAID' || end === 'SENT')
  return countsAgain ? creditTakenTwice(read, id) : null
}

const TITLE = 'The dispute was not settled'

const refused = (why: string) => new DomainError('refused', why, { title: TITLE })

async function settle(
  context: TransactionAt,
  invoiceId: number,
  { end, paymentId, comment }: Settled,
): Promise<void> {
  const { tx, now } = context
  await holdPayees(tx, [invoiceId])
  const [stored] = await tx.select().from(payment).where(eq(payment.id, paymentId))
  if (!stored) throw refused(`There is no payment ${paymentId}.`)
  const { runId } = stored
  await lockInstance(tx, runId)
  const entries = await openEntriesOf(tx, stored)
  const booked = entries.find(({ direction }) => direction === 'debit')
  const paidByOther = await otherPaid(tx, stored)
  const paidOn = paidByOther
    ? paidByOther.valueDate
    : (booked?.valueDate ?? booked?.bookingDate ?? stored.valueDate)
  const valueDate = end === 'PAID' ? paidOn : null
  const twice = paidByOther ? null : await takenTwice(tx, stored, end)
  const owed =
    twice === null
      ? ''
      : ` Payment run ${twice.runId} took off credit ${twice.creditId} too: the supplier was paid too little.`
  const settledNow = await settleDispute(context, {
    invoiceId,
    runId,
    end,
    valueDate,
    log: `Dispute settled by two treasurers: ${end}. ${comment}${owed}`,
  })
  if (!settledNow) throw refused(`Invoice ${invoiceId} is not in dispute any more. Refuse this change.`)
  const before = stored.state as PaymentState
  const state = end === 'TO APPROVE' && before !== 'paid' && !isAwaited(before) ? before : STATE_AFTER[end]
  if (!paidByOther)
    await tx
      .update(payment)
      .set({
        state,
        reason: end === 'PAID' || end === 'SENT' ? '' : stored.reason || comment,
        ...(end === 'PAID' ? { valueDate } : {}),
        updateDate: now,
      })
      .where(eq(payment.id, paymentId))
  // What was booked paid the supplier; where that is done or to be done by another payment, it has to come back.
  const kind = end === 'TO APPROVE' || paidByOther ? 'claim' : 'supplier'
  await explainEntries(
    context,
    entries
      // A return counts where the payment is returned; otherwise it stays in the inbox.
      .filter(({ topic }) => topic === 'contradiction' || end === 'RETURNED')
      .map((entry) => ({
        entryId: entry.id,
        as: 'dispute' as Explanation,
        words: `Dispute of invoice ${invoiceId} settled: ${end}`,
        postings: postingsOf(entry, kind, stored),
        pairedWith: null,
      })),
  )
  await followCredits(context, [paymentId])
  await settleInBatches(context, { ...stored, invoiceId, runId }, end, kind)
  await settleIfAnswered(context, runId)
}

/**
 * An entry that contradicts several payments gets the part of this one, and is explained with the last of them. The part of
 * a payment that is not in dispute stays open: the entry is left in the inbox with it.
 */
async function settleInBatches(
  context: TransactionAt,
  stored: { id: number; invoiceId: number; runId: number; amount: Decimal; currency: string },
  end: DisputeEnd,
  kind: Posting['kind'],
): Promise<void> {
  const { tx } = context
  for (const entry of await openBatchesOf(tx, stored)) {
    const payments = await paymentsOfBatch(tx, entry.id)
    const { amount: booked, currency } = entry
    const inOther =
      booked === null || currency === null ? null : sharesOf({ amount: booked, currency }, payments)
    const share = currency === stored.currency ? stored.amount : (inOther?.get(stored.id) ?? null)
    await addPostings(tx, [
      { entryId: entry.id, postings: postingsOf({ ...entry, amount: share }, kind, stored) },
    ])
    if (payments.some(({ isDisputed }) => isDisputed)) continue
    const amount = signed(entry)
    if (amount !== null && !new Big(await unexplainedRest(tx, entry.id, amount)).eq(0)) continue
    await explainEntries(context, [
      {
        entryId: entry.id,
        as: 'dispute',
        words: `Disputes of invoices ${formatList(payments.map(({ invoiceId }) => String(invoiceId)))} settled, the last one: ${end}`,
        postings: [],
        pairedWith: null,
      },
    ])
  }
}

type OpenEntry = Awaited<ReturnType<typeof openEntriesOf>>[number]

/** The entries of the inbox that are about a disputed payment. */
function openEntriesOf(tx: Transaction, { id }: { id: number }) {
  return tx
    .select()
    .from(bankEntry)
    .where(
      and(eq(bankEntry.paymentId, id), isOpenEntry, inArray(bankEntry.topic, ['contradiction', 'return'])),
    )
    .orderBy(asc(bankEntry.id))
}

function postingsOf(
  entry: Pick<OpenEntry, 'direction' | 'amount'>,
  kind: Posting['kind'],
  stored: { id: number; invoiceId: number },
): Posting[] {
  const amount = signed(entry)
  return amount === null ? [] : [posting(kind, amount, stored)]
}

/** As the bank signs it; null for a status. */
function signed({ direction, amount }: Pick<OpenEntry, 'direction' | 'amount'>): Decimal | null {
  if (direction === null || amount === null) return null
  return direction === 'debit' ? new Big(amount).neg().toFixed(2) : amount
}

interface DisputeInput {
  invoiceId: number
  /** "SENT", "PAID", "RETURNED" or "TO APPROVE". */
  end: string
  comment: string
}

/** Requests how a dispute is settled; returns what becomes of it, in a short line. */
export function requestDisputeSettlement(
  context: UserWriteContext,
  { invoiceId, end, comment }: DisputeInput,
): Promise<string> {
  const { tx, actor } = context
  const request = async () => {
    requireTreasurer(actor, TITLE)
    await oneAtATime(tx)
    await lockBankAnswers(tx)
    if (!isDisputeEnd(end))
      throw new DomainError('invalid', 'Choose how the dispute ends: sent, paid, returned or to approve.', {
        title: TITLE,
        fields: { end: 'Choose how the dispute ends' },
      })
    const reason = requireComment(comment, TITLE)
    if (!(await inDispute(tx, invoiceId)))
      throw new DomainError('conflict', `Invoice ${invoiceId} is not in dispute. Reload the page.`, {
        title: TITLE,
      })
    const after: Settled = { end, paymentId: await disputedPayment(tx, invoiceId), comment: reason }
    await refuseSecondPayment(tx, invoiceId, after)
    const change = {
      kind: DISPUTE,
      target: String(invoiceId),
      before: { status: 'IN DISPUTE' },
      after,
      comment: reason,
    } as const
    return `Invoice ${invoiceId}, ${end}: ${await requestChange(context, change)}`
  }
  const action = `settle dispute of ${invoiceId} as ${end}`
  return withIdempotencyKey(context, action, request)
}

/** @throws DomainError forbidden for others than treasurers */
export function requireTreasurer(actor: UserWriteContext['actor'], title: string): void {
  if (!BY_TREASURERS.mayDecide(actor)) throw new DomainError('forbidden', BY_TREASURERS.decidedBy, { title })
}

/** The payment of the newest contradiction; without one, the newest payment. */
async function disputedPayment(tx: Transaction, invoiceId: number): Promise<number> {
  const [contradicted] = await tx
    .select({ id: bankEntry.paymentId })
    .from(bankEntry)
    .where(
      and(
        eq(bankEntry.invoiceId, invoiceId),
        eq(bankEntry.topic, 'contradiction'),
        isNull(bankEntry.explainedAt),
        sql`${bankEntry.paymentId} is not null`,
      ),
    )
    .orderBy(desc(bankEntry.id))
    .limit(1)
  if (contradicted && contradicted.id !== null) return contradicted.id
  const inBatch = await paymentInBatch(tx, invoiceId)
  if (inBatch !== null) return inBatch
  const [newest] = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(eq(payment.invoiceId, invoiceId))
    .orderBy(desc(payment.id))
    .limit(1)
  if (!newest) throw refused(`Invoice ${invoiceId} has no payment.`)
  return newest.id
}

/** The payment that an entry brings back. */
interface BroughtBack {
  paymentId: number
  comment: string
}

const NOT_RETURNED = 'The return was not recorded'

/** How a credit becomes the return of a payment, by a second treasurer. */
export const returnKind: ChangeKind = {
  ...BY_TREASURERS,
  title: sql`concat('Return of a payment, bank entry ', change.target)`,
  describe: (_, after) => {
    const { paymentId, comment } = after as unknown as BroughtBack
    return `Payment ${paymentId} came back: ${comment}`
  },
  async current(read, target) {
    const { explainedAs } = await storedEntry(read, Number(target))
    return explainedAs === null ? { status: 'UNEXPLAINED' } : null
  },
  async apply(context, target, after) {
    await lockBankAnswers(context.tx)
    await bringBack(context, Number(target), after as BroughtBack)
  },
}

async function paidPayment(read: Read, entryId: number, paymentId: number) {
  const entry = await storedEntry(read, entryId)
  const [found] = await read.select().from(payment).where(eq(payment.id, paymentId))
  if (entry.booking?.entry.direction !== 'credit')
    throw new DomainError('refused', 'Only money that came in brings a payment back.', {
      title: NOT_RETURNED,
    })
  if (found?.state !== 'paid')
    throw new DomainError(
      'refused',
      `Payment ${paymentId} is not paid, so it cannot come back. Choose another one.`,
      {
        title: NOT_RETURNED,
      },
    )
  const out = {
    amount: found.bookedAmount ?? found.amount,
    currency: found.bookedCurrency ?? found.currency,
  }
  const { booked } = entry.booking.entry
  if (
    entry.account !== found.debtorIban ||
    booked.currency !== out.currency ||
    new Big(booked.amount).gt(out.amount)
  )
    throw new DomainError(
      'refused',
      `${formatMoney(booked)} on ${entry.account} cannot be the payment of ${formatMoney(out)} from ${found.debtorIban}. Choose another one.`,
      { title: NOT_RETURNED },
    )
  return { entry, booking: entry.booking, found, out }
}

async function bringBack(
  context: TransactionAt,
  entryId: number,
  { paymentId, comment }: BroughtBack,
): Promise<void> {
  const { tx } = context
  const [named] = await tx
    .select({ invoiceId: payment.invoiceId, runId: payment.runId })
    .from(payment)
    .where(eq(payment.id, paymentId))
  if (named) {
    await holdPayees(tx, [named.invoiceId])
    await lockInstance(tx, named.runId)
  }
  const { booking, found, out } = await paidPayment(tx, entryId, paymentId)
  const rest = await unexplainedRest(tx, entryId, signedAmount(booking))
  const kept = new Big(out.amount).minus(rest)
  await applyEffects(context, [{ do: 'return', paymentId, reason: comment || NO_REASON }])
  await explainEntries(context, [
    {
      entryId,
      as: 'return',
      words: `Two treasurers: the payment of invoice ${found.invoiceId} came back. ${comment}`,
      postings: [
        posting('supplier', out.amount, found),
        ...(kept.eq(0) ? [] : [posting('charges', kept.neg().toFixed(2), null)]),
      ],
      pairedWith: null,
    },
  ])
}

interface ReturnInput {
  entryId: number
  paymentId: number
  comment: string
}

/** Requests that a credit is the return of a payment; returns what becomes of it, in a short line. */
export function requestReturn(
  context: UserWriteContext,
  { entryId, paymentId, comment }: ReturnInput,
): Promise<string> {
  const { tx, actor } = context
  const request = async () => {
    requireTreasurer(actor, NOT_RETURNED)
    await oneAtATime(tx)
    await lockBankAnswers(tx)
    const reason = requireComment(comment, NOT_RETURNED)
    const { entry } = await paidPayment(tx, entryId, paymentId)
    if (entry.explainedAs !== null)
      throw new DomainError('conflict', 'This entry is explained already. Reload the page.', {
        title: NOT_RETURNED,
      })
    const after: BroughtBack = { paymentId, comment: reason }
    const change = {
      kind: RETURN,
      target: String(entryId),
      before: { status: 'UNEXPLAINED' },
      after,
      comment: reason,
    } as const
    return `Bank entry ${entryId}: ${await requestChange(context, change)}`
  }
  const action = `return of ${paymentId} by entry ${entryId}`
  return withIdempotencyKey(context, action, request)
}
