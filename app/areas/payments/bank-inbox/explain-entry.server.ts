import { isAmong } from 'db/bulk'
import type { Transaction } from 'db/database'
import { bankEntry, bankPosting } from 'db/schema/bank-inbox'
import { invoice } from 'db/schema/invoices'
import { payment } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { holdBankDetails } from '~/areas/bank-accounts/bank-details.server'
import { lockInvoices, lockReadyToPay, payInvoiceByEntry } from '~/areas/invoices/paid-in-runs.server'
import { payableSql } from '~/areas/invoices/payable-amount.server'
import { left } from '~/platform/lists/list-fields.server'
import { type ObjectKind, objectSteps, place } from '~/platform/objects/object-kinds.server'
import {
  STEP_REFUSED,
  type StepInput,
  type StepRequest,
  takeStep,
  type WorkflowHandlers,
} from '~/platform/objects/take-step.server'
import { addDays, type Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { formatList, showAmount, showIban } from '~/platform/values/show'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { instanceById, lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { EventData } from '~/platform/workflow/types'
import { usedCreditsAmong } from '../credits.server'
import { ENDED_UNPAID, isAwaited } from '../payment'
import { lockBankAnswers } from '../record-answer.server'
import { settleIfAnswered } from '../workflow.server'
import { addPostings, applyEffects, BANK_ENTRY, explainEntries } from './apply-effects.server'
import { agreesInAll, type Explanation, type Posting, type PostingKind } from './bank-entry'
import { disputedInvoices } from './batch-entries.server'
import type { Effect } from './decision'
import { type Booking, batchDifferences, differencesOf, formatMoney, isSameMoney, valueDateOf } from './fit'
import { posting, sharesOf } from './judge-bookings'
import { recordedPayments } from './load-records.server'
import type { RecordedPayment } from './our-records'
import type { Settlement } from './settlement'
import { type StoredEntry, signedAmount, storedEntry } from './stored-entry.server'

/** How people explain entries of the Bank inbox: each as a step of the entry, with what follows for payments. */

/** The step that each settlement takes. */
const STEP_OF: Readonly<Record<Settlement['kind'], string>> = {
  accept: 'accept',
  payment: 'match',
  payments: 'match',
  invoices: 'match',
  transfer: 'match',
  charges: 'book',
  income: 'book',
  'ask back': 'book',
  'not ours': 'not ours',
}

interface EntryStepInput extends StepInput {
  /** Missing in lists of work, which offer the steps that need no more than their name. */
  how?: Settlement
}

/** The settlements that need no more than a step: lists of work offer them for many entries at once. */
const BY_STEP: Readonly<Record<string, Settlement>> = {
  accept: { kind: 'accept' },
  'not ours': { kind: 'not ours' },
}

/** Null for a step that needs to know more than its caller gave. */
const settlementOf = ({ step, input }: StepRequest<EntryStepInput, EntryFacts>): Settlement | null =>
  input.how ?? BY_STEP[step.name] ?? null

/** What an explanation does, once its conditions hold. */
interface Plan {
  as: Explanation
  postings: Posting[]
  effects: Effect[]
  /** Invoices that are paid outside runs. */
  invoices: number[]
  valueDate: Day | null
  words: string
  /** The other entry that it explains too; null for none. */
  other: { entryId: number; postings: Posting[] } | null
}

interface EntryFacts {
  /** What the condition of the step found, for its effect. */
  plan: Plan | null
}

/** The steps of an entry of the Bank inbox. */
const bankEntryWorkflow: WorkflowHandlers<EntryStepInput, EntryFacts> = {
  kinds: [BANK_ENTRY],
  async before({ tx }, entryId, { how = BY_STEP.accept ?? null }) {
    await lockBankAnswers(tx)
    await lockConcerned(tx, await storedEntry(tx, entryId), how)
    return { plan: null }
  },
  marks: async () => ({}),
  conditions: {
    async 'as the bank booked it'(context, { objectId }, request): Promise<EventData> {
      await refuseUnseen(context.tx, objectId, request)
      const plan = await planOf(context, objectId, settlementOf(request))
      request.facts.plan = plan
      return { explainedAs: plan.as, postings: plan.postings.map(postingWords) }
    },
  },
  effects: {
    async 'explain the entry'(context, { objectId }, { input, facts: { plan } }) {
      if (plan === null) throw new Error('The condition of the step made no plan')
      await carryOut(context, objectId, plan, input.comment)
    },
  },
  nameOf: (entryId) => `Bank entry ${entryId}`,
}

/** Where many entries are accepted at once, no person compares their details: they have to agree. */
async function refuseUnseen(
  tx: Transaction,
  entryId: number,
  { step, input }: StepRequest<EntryStepInput, EntryFacts>,
): Promise<void> {
  if (input.how !== undefined || step.name !== 'accept') return
  const { proposal, differences } = await storedEntry(tx, entryId)
  if (proposal !== null && !agreesInAll(proposal, differences))
    throw refused('Its proposal does not agree in all details. Open the entry in the Bank inbox.')
}

const postingWords = ({ kind, amount, invoiceId }: Posting) =>
  `${kind} ${showAmount(amount)}${invoiceId === null ? '' : ` (invoice ${invoiceId})`}`

const refused = (why: string, list?: string[]) =>
  new DomainError('refused', why, { title: STEP_REFUSED, ...(list ? { list } : {}) })

async function planOf(context: UserWriteContext, entryId: number, how: Settlement | null): Promise<Plan> {
  const { tx } = context
  if (how === null)
    throw refused('This needs a choice. Open the entry in the Bank inbox, and choose what explains it.')
  const entry = await storedEntry(tx, entryId)
  const disputed = await disputedInvoices(tx, entry)
  if (disputed.length > 0)
    throw refused(
      `${disputed.length === 1 ? 'Invoice' : 'Invoices'} ${formatList(disputed.map(String))} ${disputed.length === 1 ? 'is' : 'are'} in dispute: two treasurers settle ${disputed.length === 1 ? 'it, and this entry with it' : 'them, and this entry with them'}. Choose “Settle dispute”.`,
    )
  return how.kind === 'accept' ? planOfProposal(context, entry) : planOfChoice(context, entry, how)
}

function planOfProposal(context: UserWriteContext, entry: StoredEntry): Promise<Plan> {
  const { proposal } = entry
  switch (proposal?.kind) {
    case 'payment':
      return planOfChoice(context, entry, { ...proposal, withCharges: false })
    case 'payment and charges':
      return planOfChoice(context, entry, { ...proposal, kind: 'payment', withCharges: true })
    case 'invoice':
      return planOfChoice(context, entry, {
        kind: 'invoices',
        invoiceIds: [proposal.invoiceId],
        withCharges: false,
      })
    case 'invoices':
      return planOfChoice(context, entry, { ...proposal, withCharges: false })
    case 'payments':
    case 'transfer':
      return planOfChoice(context, entry, proposal)
    case 'charges':
    case 'income':
      return planOfChoice(context, entry, { kind: proposal.kind })
    case 'ask back':
      return planOfChoice(context, entry, { kind: 'ask back' })
    case 'note':
      return Promise.resolve(planWithout('noted', [], 'Noted.'))
    case 'return':
      throw refused('A second treasurer has to agree that the payment came back. Choose “Handle return”.')
    default:
      if (entry.booking === null) return Promise.resolve(planWithout('noted', [], 'Noted.'))
      throw refused('Nothing is proposed for this entry. Choose what explains it.')
  }
}

const planWithout = (as: Explanation, postings: Posting[], words: string): Plan => ({
  as,
  postings,
  effects: [],
  invoices: [],
  valueDate: null,
  words,
  other: null,
})

async function planOfChoice(
  context: UserWriteContext,
  entry: StoredEntry,
  how: Exclude<Settlement, { kind: 'accept' }>,
): Promise<Plan> {
  if (entry.booking === null) {
    if (how.kind === 'not ours') return planWithout('not ours', [], 'Not ours.')
    throw refused('This is what the bank says of a payment, not money that it booked. Accept the note.')
  }
  switch (how.kind) {
    case 'payment':
      return planOfPayment(context, entry, how)
    case 'payments':
      return planOfPayments(context, entry, how.paymentIds)
    case 'invoices':
      return planOfInvoices(context, entry, how)
    case 'transfer':
      return planOfTransfer(context.tx, entry, how.entryId)
    default:
      return planOfBooking(context.tx, entry, how.kind)
  }
}

type Payment = Extract<Settlement, { kind: 'payment' }>

async function planOfPayment(
  context: UserWriteContext,
  { booking }: StoredEntry,
  { paymentId, withCharges }: Payment,
): Promise<Plan> {
  const [found] = await recordedPayments(context, eq(payment.id, paymentId), context.actor.id)
  if (!found || booking === null) throw refused(`There is no payment ${paymentId}. Choose another one.`)
  const { entry } = booking
  if (entry.direction !== 'debit')
    throw refused('Money came in, so it pays no payment. Choose “Handle return”.')
  if (!waitsForBooking(found))
    throw refused(
      `The payment of invoice ${found.invoiceId} in run ${found.runId} is ${found.state}, and waits for no booking. Choose another one.`,
    )
  const more = new Big(entry.booked.amount).minus(found.amount)
  const isMore = entry.booked.currency === found.currency && more.gt(0)
  const differences = differencesOf(booking, found, context.today).filter(
    ({ what }) => !(withCharges && isMore && (what === 'Amount' || what === 'Instructed amount')),
  )
  if (differences.length > 0)
    throw refused(
      `The entry is not the payment of invoice ${found.invoiceId}. Choose another one, or ask the bank.`,
      differences.map(({ what, ours, bank }) => `${what}: ${bank}, we have ${ours}`),
    )
  const charges = isMore ? more : new Big(0)
  const paid = new Big(entry.booked.amount).minus(charges)
  return {
    as: 'payment',
    postings: [
      posting('supplier', paid.neg().toFixed(2), found),
      ...(charges.eq(0) ? [] : [posting('charges', charges.neg().toFixed(2), null)]),
    ],
    effects: [paidEffect(booking, found, entry.booked.amount, context.today)],
    invoices: [],
    valueDate: null,
    other: null,
    words: `Pays invoice ${found.invoiceId} in run ${found.runId}${charges.eq(0) ? '' : `, with ${formatMoney({ amount: charges.toFixed(2), currency: found.currency })} of charges`}.`,
  }
}

/** On its way to the bank, or marked as paid by hand. */
const waitsForBooking = ({ state, bookedBy }: RecordedPayment) =>
  isAwaited(state) || (state === 'paid' && bookedBy === null)

/** What a debit does for a payment. @param amount what was booked for it */
function paidEffect(booking: Booking, found: RecordedPayment, amount: Decimal, today: Day): Effect {
  const { booked, exchangeRate, references } = booking.entry
  const of = { paymentId: found.id, bankReference: references.bank }
  if (found.state === 'paid') return { do: 'confirm', ...of }
  const isOther = booked.currency !== found.currency
  return {
    do: 'settle',
    ...of,
    valueDate: valueDateOf(booking, today),
    booked: isOther ? { amount, currency: booked.currency } : null,
    exchangeRate: isOther ? exchangeRate : null,
  }
}

/** A debit that is the sum of several payments, to the cent. */
async function planOfPayments(
  context: UserWriteContext,
  stored: StoredEntry,
  paymentIds: readonly number[],
): Promise<Plan> {
  const ids = [...new Set(paymentIds)].sort((a, b) => a - b)
  const [first, ...others] = ids
  if (first === undefined) throw refused('Choose at least one payment.')
  if (others.length === 0)
    return planOfPayment(context, stored, { kind: 'payment', paymentId: first, withCharges: false })
  const { booking } = stored
  if (booking === null || booking.entry.direction !== 'debit')
    throw refused('Money came in, so it pays no payment. Choose “Handle return”.')
  const found = await recordedPayments(context, isAmong(payment.id, ids), context.actor.id)
  const faults = ids.flatMap((id): string[] => {
    const one = found.find((each) => each.id === id)
    if (!one) return [`There is no payment ${id}`]
    const named = `The payment of invoice ${one.invoiceId} in run ${one.runId}`
    if (!waitsForBooking(one)) return [`${named} is ${one.state}, and waits for no booking`]
    return one.currency === found[0]?.currency ? [] : [`${named} is in ${one.currency}`]
  })
  if (faults.length > 0) throw refused('The entry does not pay these payments. Choose others.', faults)
  const differences = batchDifferences(booking, found, context.today)
  if (differences.length > 0)
    throw refused(
      'The entry is not these payments together. Choose others, or ask the bank.',
      differences.map(({ what, ours, bank }) => `${what}: ${bank}, we have ${ours}`),
    )
  const shares = sharesOf(booking.entry.booked, found)
  const shareOf = ({ id }: RecordedPayment) => shares.get(id) ?? '0'
  return {
    ...planWithout(
      'payment',
      found.map((one) => posting('supplier', new Big(shareOf(one)).neg().toFixed(2), one)),
      `Pays invoices ${formatList(found.map(({ invoiceId }) => String(invoiceId)))}, together what was booked.`,
    ),
    effects: found.map((one) => paidEffect(booking, one, shareOf(one), context.today)),
  }
}

type Invoices = Extract<Settlement, { kind: 'invoices' }>

async function planOfInvoices(
  { tx, today }: UserWriteContext,
  { booking, entityId }: StoredEntry,
  { invoiceIds, withCharges }: Invoices,
): Promise<Plan> {
  if (booking === null || booking.entry.direction !== 'debit')
    throw refused('Money came in, so it pays no invoice. Choose what else explains it.')
  const { booked } = booking.entry
  const valueDate = valueDateOf(booking, today)
  if (valueDate > addDays(today, 1)) throw refused('The entry is dated in the future. Ask the bank.')
  const ids = [...new Set(invoiceIds)].sort((a, b) => a - b)
  if (ids.length === 0) throw refused('Choose at least one invoice.')
  const rows = await tx
    .select({
      id: invoice.id,
      entityId: invoice.settlingEntityId,
      amount: payableSql,
      currency: invoice.currency,
      status: workflowInstance.status,
      queue: workflowInstance.queue,
    })
    .from(invoice)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, invoice.id))
    .where(inArray(invoice.id, ids))
    .orderBy(invoice.id)
  const paying = await tx
    .select({ invoiceId: payment.invoiceId, runId: payment.runId })
    .from(payment)
    .where(and(inArray(payment.invoiceId, ids), notInArray(payment.state, [...ENDED_UNPAID])))
  const ready = await lockReadyToPay(tx, ids)
  const paidByEntry = await bookedInvoices(tx, ids)
  const usedCredits = await usedCreditsAmong(tx, ids)
  const faults = ids.flatMap((id): string[] => {
    const row = rows.find((each) => each.id === id)
    const inRun = paying.find(({ invoiceId }) => invoiceId === id)
    if (!row) return [`There is no invoice ${id}`]
    if (row.entityId !== entityId) return [`Invoice ${id} is of another entity than the account`]
    if (row.currency !== booked.currency) return [`Invoice ${id} is in ${row.currency}`]
    if (inRun) return [`Invoice ${id} is in payment run ${inRun.runId}: match the entry to its payment`]
    const takenOff = usedCredits.get(id)
    if (takenOff !== undefined) return [`Payment run ${takenOff} takes off credit ${id}`]
    if (paidByEntry.has(id)) return [`Invoice ${id} is paid by another entry`]
    const isOpen = ready.has(id) || row.status === 'SENT' || row.status === 'PAID'
    return isOpen ? [] : [`Invoice ${id} is ${row.status} (${row.queue}): it is not approved for payment`]
  })
  if (faults.length > 0) throw refused('The entry does not pay these invoices. Choose others.', faults)
  const total = sum(rows.map(({ amount }) => amount))
  const more = new Big(booked.amount).minus(total)
  if (!more.eq(0) && !(withCharges && more.gt(0)))
    throw refused(
      `The entry is ${formatMoney(booked)}, the invoices come to ${formatMoney({ amount: total.toFixed(2), currency: booked.currency })}. Choose others${more.gt(0) ? ', or book the rest as charges' : ''}.`,
    )
  return {
    as: 'invoice',
    postings: [
      ...rows.map(({ id, amount }) => ({
        ...posting('supplier', new Big(amount).neg().toFixed(2), null),
        invoiceId: id,
      })),
      ...(more.eq(0) ? [] : [posting('charges', more.neg().toFixed(2), null)]),
    ],
    effects: [],
    invoices: rows.filter(({ status }) => status !== 'PAID').map(({ id }) => id),
    valueDate,
    other: null,
    words: `Pays ${ids.length === 1 ? 'invoice' : 'invoices'} ${formatList(ids.map(String))}.`,
  }
}

/** Invoices that an entry of a bank pays already. */
async function bookedInvoices(tx: Transaction, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .selectDistinct({ id: bankPosting.invoiceId })
    .from(bankPosting)
    .where(
      and(
        inArray(bankPosting.invoiceId, [...ids]),
        eq(bankPosting.kind, 'supplier'),
        sql`${bankPosting.amount} < 0`,
      ),
    )
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

/** A debit of one own account and the credit of another of the same entity: both are explained together. */
async function planOfTransfer(tx: Transaction, entry: StoredEntry, otherId: number): Promise<Plan> {
  const other = await storedEntry(tx, otherId)
  const { booking } = entry
  const { booking: otherBooking } = other
  const isOtherSide =
    booking !== null &&
    otherBooking !== null &&
    entry.entityId !== null &&
    other.entityId === entry.entityId &&
    other.account !== entry.account &&
    otherBooking.entry.direction !== booking.entry.direction &&
    isSameMoney(otherBooking.entry.booked, booking.entry.booked)
  if (!isOtherSide)
    throw refused(
      `Bank entry ${otherId} is not the other side of this one: a transfer has the same amount in and out of two accounts of one entity. Choose another entry.`,
    )
  if (other.explainedAs !== null)
    throw refused(
      `Bank entry ${otherId}, the other side, is explained already. Choose what explains this one.`,
    )
  const [out, back] = [signedAmount(booking), signedAmount(otherBooking)]
  const rests = [await unexplainedRest(tx, entry.id, out), await unexplainedRest(tx, otherId, back)]
  if (!new Big(rests[0] ?? 0).eq(out) || !new Big(rests[1] ?? 0).eq(back))
    throw refused('A part of it is explained already. Choose what explains the rest.')
  const name = showIban(other.account)
  return {
    ...planWithout(
      'internal transfer',
      [posting('internal transfer', out, null)],
      `Internal transfer ${booking.entry.direction === 'debit' ? 'to' : 'from'} ${name}.`,
    ),
    other: { entryId: otherId, postings: [posting('internal transfer', back, null)] },
  }
}

const BOOKED_AS: Readonly<Record<'charges' | 'income' | 'ask back' | 'not ours', PostingKind>> = {
  charges: 'charges',
  income: 'income',
  'ask back': 'claim',
  'not ours': 'not ours',
}

/** What is not explained yet is charges, income, a claim, or of others. */
async function planOfBooking(
  tx: Transaction,
  entry: StoredEntry,
  as: 'charges' | 'income' | 'ask back' | 'not ours',
): Promise<Plan> {
  const { booking } = entry
  if (booking === null) throw refused('The bank booked nothing here.')
  const rest = await unexplainedRest(tx, entry.id, signedAmount(booking))
  const { direction, booked } = booking.entry
  if (as === 'income' && new Big(rest).lt(0))
    throw refused('Money left the account, so it is no income. Book it as a charge.')
  if (as === 'charges' && new Big(rest).gt(0) && entry.topic !== 'charges')
    throw refused('Money came in, so it is no charge. Book it as income.')
  if (as === 'ask back' && direction === 'credit')
    throw refused('Money came in, so there is nothing to ask back.')
  const about = as === 'ask back' ? { paymentId: entry.paymentId, invoiceId: entry.invoiceId } : {}
  return planWithout(
    as,
    [{ ...posting(BOOKED_AS[as], rest, null), ...about }],
    `${formatMoney({ amount: rest, currency: booked.currency })}: ${as}.`,
  )
}

/** What the postings of an entry do not explain of its amount. */
export async function unexplainedRest(tx: Transaction, entryId: number, amount: Decimal): Promise<Decimal> {
  const rows = await tx
    .select({ amount: bankPosting.amount })
    .from(bankPosting)
    .where(eq(bankPosting.entryId, entryId))
  return new Big(amount).minus(sum(rows.map((row) => row.amount))).toFixed(2)
}

async function carryOut(
  context: UserWriteContext,
  entryId: number,
  plan: Plan,
  comment: string,
): Promise<void> {
  const { tx, actor, now } = context
  await applyEffects(context, plan.effects)
  for (const invoiceId of plan.invoices)
    await payInvoiceByEntry(context, {
      invoiceId,
      valueDate: plan.valueDate ?? context.today,
      log: `Paid by bank entry ${entryId}`,
    })
  await addPostings(tx, [{ entryId, postings: plan.postings }])
  const payments = plan.postings.flatMap(({ paymentId }) => paymentId ?? [])
  const invoices = plan.postings.flatMap(({ invoiceId }) => invoiceId ?? [])
  await tx
    .update(bankEntry)
    .set({
      explainedAs: plan.as,
      explainedBy: actor.id,
      explainedAt: now,
      comment: comment.trim(),
      ...(plan.other === null ? {} : { pairedWith: plan.other.entryId }),
      ...(payments.length === 1 ? { paymentId: payments[0] } : {}),
      ...(invoices.length === 1 ? { invoiceId: invoices[0] } : {}),
    })
    .where(eq(bankEntry.id, entryId))
  if (plan.other !== null)
    await explainEntries(context, [
      {
        ...plan.other,
        as: plan.as,
        words: `The other side of bank entry ${entryId}, which ${actor.fullName} explained as an internal transfer.`,
        pairedWith: entryId,
      },
    ])
  for (const runId of await runsOf(tx, payments)) await settleIfAnswered(context, runId)
}

async function runsOf(tx: Transaction, paymentIds: readonly number[]): Promise<number[]> {
  if (paymentIds.length === 0) return []
  const rows = await tx
    .selectDistinct({ runId: payment.runId })
    .from(payment)
    .where(inArray(payment.id, [...paymentIds]))
    .orderBy(payment.runId)
  return rows.map(({ runId }) => runId)
}

interface ExplainedInput {
  entryId: number
  how: Settlement
  comment: string
  /** The event that the form showed; null when the caller did not send it. */
  seenEventId: number | null
}

/**
 * Explains an entry of the Bank inbox; returns the result in a short line.
 * @throws DomainError refused, with what does not fit; conflict: it was explained meanwhile
 */
export async function explainEntry(
  context: UserWriteContext,
  { entryId, how, ...input }: ExplainedInput,
): Promise<string> {
  const { tx } = context
  const steps = await stepsOfInstance(tx, await instanceById(tx, entryId))
  const stepId = steps.find(({ name }) => name === STEP_OF[how.kind])?.id
  if (stepId === undefined) throw new DomainError('not-found', `There is no entry ${entryId}.`)
  return takeStep(context, bankEntryWorkflow, entryId, stepId, { ...input, how })
}

/** Bank details, runs and invoices are locked in this order, and the entry last. */
async function lockConcerned(tx: Transaction, entry: StoredEntry, how: Settlement | null): Promise<void> {
  const proposal = how?.kind === 'accept' ? entry.proposal : null
  const paymentIds = [
    ...(how?.kind === 'payment' ? [how.paymentId] : []),
    ...(how?.kind === 'payments' ? how.paymentIds : []),
    ...(proposal !== null && 'paymentId' in proposal ? [proposal.paymentId] : []),
    ...(proposal?.kind === 'payments' ? proposal.paymentIds : []),
  ]
  const named =
    paymentIds.length === 0
      ? []
      : await tx
          .select({ invoiceId: payment.invoiceId, runId: payment.runId })
          .from(payment)
          .where(inArray(payment.id, paymentIds))
  const runIds = new Set(named.map(({ runId }) => runId))
  const invoiceIds = [
    ...named.map(({ invoiceId }) => invoiceId),
    ...(how?.kind === 'invoices' ? how.invoiceIds : []),
    ...(proposal?.kind === 'invoice' ? [proposal.invoiceId] : []),
    ...(proposal?.kind === 'invoices' ? proposal.invoiceIds : []),
  ]
  await holdPayees(tx, invoiceIds)
  for (const runId of [...runIds].sort((a, b) => a - b)) await lockInstance(tx, runId)
  await lockInvoices(tx, invoiceIds)
}

/** Locks the accounts of the payees of these invoices until the transaction ends. */
export async function holdPayees(tx: Transaction, invoiceIds: readonly number[]): Promise<void> {
  if (invoiceIds.length === 0) return
  const rows = await tx
    .selectDistinct({ supplierId: invoice.supplierId })
    .from(invoice)
    .where(inArray(invoice.id, [...invoiceIds]))
    .orderBy(invoice.supplierId)
  for (const { supplierId } of rows) await holdBankDetails(tx, supplierId)
}

/** The user takes care of an entry from now on; returns the result in a short line. */
export function takeOverEntry(context: UserWriteContext, entryId: number): Promise<string> {
  const { tx, actor, now } = context
  const takeOver = async () => {
    if (!actor.queues.includes('PAYMENT'))
      throw new DomainError('forbidden', 'Only members of the queue PAYMENT take over entries.')
    const instance = await lockInstance(tx, entryId)
    const entry = await storedEntry(tx, entryId)
    if (entry.explainedAs !== null)
      throw new DomainError('conflict', 'This entry is explained already. Reload the page.')
    await tx.update(bankEntry).set({ ownerId: actor.id }).where(eq(bankEntry.id, entryId))
    await recordAct(tx, instance, {
      name: 'take over',
      to: instance,
      who: actor,
      now,
      log: `${actor.fullName} takes care of it`,
      data: { ownerId: actor.id },
    })
    return `Bank entry ${entryId}: yours`
  }
  const action = `take over entry ${entryId}`
  return withIdempotencyKey(context, action, takeOver)
}

/** An entry of the Bank inbox for code that knows only its kind. */
export const bankEntryObject: ObjectKind = {
  functions: ['bankinbox'],
  list: '/bank-inbox',
  completed: ['EXPLAINED'],
  paysNothing: true,
  atWork: {
    label: 'Bank entry',
    joins: [left(bankEntry, eq(bankEntry.id, place.objectId))],
    title: sql`concat_ws(', ', ${bankEntry.topic}, nullif(${bankEntry.counterparty}, ''), nullif(${bankEntry.account}, ''))`,
    amount: sql`case ${bankEntry.direction} when 'debit' then -${bankEntry.amount} else ${bankEntry.amount} end`,
    currency: sql`${bankEntry.currency}`,
    calendar: sql`null::text`,
    facts: sql`${bankEntry.words}`,
    revision: sql`null::int`,
  },
  steps: objectSteps(bankEntryWorkflow),
}
