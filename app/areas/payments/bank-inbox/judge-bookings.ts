import { storedDecimalsOf } from '~/platform/values/currency-decimals'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { formatList, showDay } from '~/platform/values/show'
import type { Money } from '../bank-files/bank-document'
import { isAwaited, type PaymentState } from '../payment'
import type { Difference, Posting } from './bank-entry'
import { allReasons } from './bank-reasons'
import { type Judgement, judgement, NO_REASON, ofPayment, type Progress } from './decision'
import {
  accountDifferences,
  type Booking,
  batchDifferences,
  chargesOnTop,
  dayDifferences,
  dayOfBooking,
  differencesOf,
  formatMoney,
  isSameMoney,
  returnedAmount,
  valueDateOf,
} from './fit'
import type { RecordedEntry, RecordedPayment } from './our-records'

/** What bookings mean for payments: all entries of a file that name a payment are judged together. */

/** A new booking, with its index among all items of the file. */
export interface NewBooking extends Booking {
  item: number
}

/** By item. */
export type Judged = Map<number, Judgement>

const signed = ({ entry }: Booking): Decimal =>
  entry.direction === 'debit' ? new Big(entry.booked.amount).neg().toFixed(2) : entry.booked.amount

export const posting = (
  kind: Posting['kind'],
  amount: Decimal,
  payment: Pick<RecordedPayment, 'id' | 'invoiceId'> | null,
): Posting => ({
  kind,
  amount: new Big(amount).toFixed(2),
  paymentId: payment?.id ?? null,
  invoiceId: payment?.invoiceId ?? null,
  text: '',
})

/** By day and the bank's number, not by their place in the file. */
function inOrder(bookings: readonly NewBooking[]): NewBooking[] {
  const key = (booking: NewBooking) =>
    `${dayOfBooking(booking) ?? '9'} ${booking.entry.references.bank ?? ''}`
  return [...bookings].sort((a, b) => (key(a) === key(b) ? a.item - b.item : key(a) < key(b) ? -1 : 1))
}

/** Judges all new bookings that name one payment. */
export function judgePayment(
  payment: RecordedPayment,
  bookings: readonly NewBooking[],
  progress: Progress,
): Judged {
  const judged: Judged = new Map()
  const own: NewBooking[] = []
  for (const booking of inOrder(bookings)) {
    const differences = accountDifferences(booking, payment)
    if (differences.length === 0) own.push(booking)
    else judged.set(booking.item, differing(payment, differences))
  }
  const debits = own.filter(({ entry }) => entry.direction === 'debit')
  judgeDebits(payment, debits, judged, progress)
  const surplus = surplusOf(payment, debits, judged, progress)
  for (const credit of own.filter(({ entry }) => entry.direction === 'credit')) {
    const at = surplus.findIndex((one) => isSameMoney(one.money, credit.entry.booked))
    const [back] = at < 0 ? [] : surplus.splice(at, 1)
    if (back) takeBack(credit, payment, back, judged)
    else judged.set(credit.item, judgeReturn(credit, payment, progress))
  }
  return judged
}

function differing(payment: RecordedPayment, differences: Difference[]): Judgement {
  const [first] = differences
  const sides = first ? `: ${first.what.toLowerCase()} ${first.bank}, we have ${first.ours}` : ''
  return judgement(
    'inbox',
    `What was booked for invoice ${payment.invoiceId} is not what was sent${sides}.`,
    {
      ...ofPayment(payment),
      topic: 'difference',
      differences,
    },
  )
}

function judgeDebits(
  payment: RecordedPayment,
  debits: readonly NewBooking[],
  judged: Judged,
  progress: Progress,
): void {
  const { today } = progress.records
  const state = progress.state(payment)
  const isPaidByHand = state === 'paid' && payment.bookedBy === null
  const isOpen = isAwaited(state) || isPaidByHand
  const settling = isOpen
    ? debits.find((booking) => differencesOf(booking, payment, today).length === 0)
    : undefined
  if (settling) {
    const found = isPaidByHand ? confirmed(settling, payment) : settled(settling, payment, today)
    progress.become(payment, 'paid')
    judged.set(settling.item, withWaitingReturn(found, payment, progress))
  }
  for (const booking of debits) {
    if (booking === settling) continue
    judged.set(
      booking.item,
      isOpen && !settling
        ? near(booking, payment, today)
        : oneMore(booking, payment, settling ? 'paid' : state, progress),
    )
  }
}

/** A debit of an open payment that does not settle it by itself. */
function near(booking: NewBooking, payment: RecordedPayment, today: string): Judgement {
  const { id: paymentId, invoiceId, currency } = payment
  const differences = differencesOf(booking, payment, today)
  const charges = chargesOnTop(booking, payment, today)
  if (charges === null) return differing(payment, differences)
  return judgement(
    'inbox',
    `Invoice ${invoiceId} was booked with ${formatMoney({ amount: charges, currency })} of charges.`,
    {
      ...ofPayment(payment),
      topic: 'charges',
      differences,
      proposal: { kind: 'payment and charges', paymentId, invoiceId, charges },
    },
  )
}

/** A debit of a payment that no debit is awaited for. */
function oneMore(
  booking: NewBooking,
  payment: RecordedPayment,
  state: PaymentState,
  progress: Progress,
): Judgement {
  const { records, sameInvoice } = progress
  const differences = differencesOf(booking, payment, records.today)
  const { isReversal } = booking.entry
  if (state === 'paid') {
    if (isReversal) return differing(payment, differences)
    return isPartOfBatch(booking, payment, progress)
      ? judgement('matched', `Invoice ${payment.invoiceId} was booked with others in one amount before.`, {
          ...ofPayment(payment),
          repeats: payment.bookedBy && { id: payment.bookedBy.entryId },
        })
      : paidTwice(booking, payment, differences)
  }
  const isPaidElsewhere = sameInvoice(payment).some(
    (other) => other.id !== payment.id && progress.state(other) === 'paid',
  )
  return isPaidElsewhere && !isReversal
    ? paidTwice(booking, payment, differences)
    : contradiction(booking, payment, state)
}

/** The bank's statement lists one by one what its notification gave as one amount. */
function isPartOfBatch(booking: NewBooking, payment: RecordedPayment, { entriesOf }: Progress): boolean {
  const { kind } = booking.document
  const { bookedBy } = payment
  if (!bookedBy?.isBatch || bookedBy.kind === kind) return false
  return !entriesOf(payment).some((entry) => entry.repeats === bookedBy.entryId && entry.kind === kind)
}

function settled(booking: NewBooking, payment: RecordedPayment, today: string): Judgement {
  const { booked, exchangeRate, references } = booking.entry
  const valueDate = valueDateOf(booking, today)
  const isOther = booked.currency !== payment.currency
  const rate = isOther ? (exchangeRate ?? rateOf(payment, booked)) : null
  const counter = isOther ? `, ${formatMoney(booked)}` : ''
  const words = `Invoice ${payment.invoiceId} was paid, value date ${showDay(valueDate)}${counter}.`
  return judgement('settled', words, {
    ...ofPayment(payment),
    postings: [posting('supplier', signed(booking), payment)],
    effects: [
      {
        do: 'settle',
        paymentId: payment.id,
        valueDate,
        bankReference: references.bank,
        booked: isOther ? booked : null,
        exchangeRate: rate,
      },
    ],
  })
}

/** What one unit of the booked currency was worth. */
function rateOf(sent: Money, booked: Money): Decimal | null {
  const amount = new Big(booked.amount)
  return amount.eq(0) ? null : new Big(sent.amount).div(amount).round(8).toFixed()
}

function confirmed(booking: NewBooking, payment: RecordedPayment): Judgement {
  const bankReference = booking.entry.references.bank
  return judgement('matched', `Invoice ${payment.invoiceId} is paid already, and the bank confirms it.`, {
    ...ofPayment(payment),
    postings: [posting('supplier', signed(booking), payment)],
    effects: [{ do: 'confirm', paymentId: payment.id, bankReference }],
  })
}

function paidTwice(booking: NewBooking, payment: RecordedPayment, differences: Difference[]): Judgement {
  const { invoiceId } = payment
  const again = formatMoney(booking.entry.booked)
  return judgement(
    'inbox',
    `Invoice ${invoiceId} is paid, and ${again} was booked for it again. Ask it back.`,
    {
      ...ofPayment(payment),
      topic: 'paid twice',
      differences,
      proposal: { kind: 'ask back', invoiceId },
    },
  )
}

/** How a sentence names the state that excludes a booking. */
const STATE_NAMES: Readonly<Partial<Record<PaymentState, string>>> = {
  planned: 'not sent yet',
}

function contradiction(booking: NewBooking, payment: RecordedPayment, state: PaymentState): Judgement {
  const { id: paymentId, invoiceId, runId } = payment
  const named = STATE_NAMES[state] ?? state
  const why = `The bank booked ${formatMoney(booking.entry.booked)} for the payment in run ${runId}, which is ${named}`
  return judgement('inbox', `${why}. Invoice ${invoiceId} is in dispute.`, {
    ...ofPayment(payment),
    topic: 'contradiction',
    differences: [{ what: 'Payment', ours: named, bank: 'booked' }],
    effects: [{ do: 'dispute', paymentId, why }],
  })
}

/** A return that came before its debit waits in the inbox: what follows is clear once the debit is there. */
function withWaitingReturn(
  settling: Judgement,
  payment: RecordedPayment,
  { entriesOf, become }: Progress,
): Judgement {
  const waiting = entriesOf(payment).find(
    (entry) => entry.isOpen && entry.topic === 'return' && isSameMoney(entry, payment.booked ?? payment),
  )
  if (!waiting) return settling
  become(payment, 'returned')
  return {
    ...settling,
    words: `${settling.words} The bank returned the money, as it said before.`,
    effects: [
      ...settling.effects,
      { do: 'return', paymentId: payment.id, reason: waiting.reason },
      {
        do: 'explain',
        entryId: waiting.id,
        as: 'return',
        words: 'The payment that it returns was booked.',
        postings: [posting('supplier', waiting.amount, payment)],
      },
    ],
  }
}

/** A debit that was one too many, in this file or before. */
interface Surplus {
  money: Money
  /** The debit of this file; null for one that was recorded before. */
  item: number | null
  before: RecordedEntry | null
}

function surplusOf(
  payment: RecordedPayment,
  debits: readonly NewBooking[],
  judged: Judged,
  { entriesOf, state }: Progress,
): Surplus[] {
  const here = debits.filter(({ item }) => {
    const topic = judged.get(item)?.topic
    return topic === 'paid twice' || topic === 'contradiction'
  })
  const recorded = entriesOf(payment)
  const takenBack = new Set(recorded.map(({ pairedWith }) => pairedWith))
  // What two treasurers decided to ask back.
  const isClaimed = state(payment) === 'rejected' || state(payment) === 'taken out'
  const before = recorded.filter(
    (entry) =>
      entry.direction === 'debit' &&
      entry.pairedWith === null &&
      !takenBack.has(entry.id) &&
      (entry.topic === 'paid twice'
        ? entry.isOpen || entry.explainedAs === 'ask back'
        : entry.topic === 'contradiction' && entry.explainedAs === 'dispute' && isClaimed),
  )
  return [
    ...here.map(({ item, entry }): Surplus => ({ money: entry.booked, item, before: null })),
    ...before.map((entry): Surplus => ({ money: entry, item: null, before: entry })),
  ]
}

/** A credit that takes back a debit that was one too many: together they are nothing. */
function takeBack(credit: NewBooking, payment: RecordedPayment, back: Surplus, judged: Judged): void {
  const { amount } = back.money
  const out = posting('claim', new Big(amount).neg().toFixed(2), payment)
  const words = `The second booking of invoice ${payment.invoiceId} came back.`
  const about = ofPayment(payment)
  const taken = judgement('matched', words, { ...about, postings: [posting('claim', amount, payment)] })
  if (back.item !== null) {
    judged.set(
      back.item,
      judgement('matched', words, { ...about, pairedWith: { item: credit.item }, postings: [out] }),
    )
    judged.set(credit.item, { ...taken, pairedWith: { item: back.item } })
    return
  }
  const { before } = back
  if (before === null) return
  judged.set(credit.item, {
    ...taken,
    pairedWith: { id: before.id },
    effects: before.isOpen
      ? [{ do: 'explain', entryId: before.id, as: 'return', words, postings: [out] }]
      : [],
  })
}

/** A credit that names a payment. */
function judgeReturn(credit: NewBooking, payment: RecordedPayment, progress: Progress): Judgement {
  const { id: paymentId, invoiceId } = payment
  const { booked, returned } = credit.entry
  const reason = allReasons([returned])
  const because = reason === '' ? '.' : `: ${reason}.`
  const about = ofPayment(payment)
  const state = progress.state(payment)
  const future = dayDifferences(credit, null, progress.records.today)
  if (state !== 'paid' || future.length > 0)
    return judgement(
      'inbox',
      isAwaited(state)
        ? `The bank returned ${formatMoney(booked)} of invoice ${invoiceId}, but did not say that it paid it${because}`
        : `The bank returned ${formatMoney(booked)} of the payment of invoice ${invoiceId}, which is ${STATE_NAMES[state] ?? state}${because}`,
      { ...about, topic: 'return', differences: future },
    )
  const amount = returnedAmount(credit, payment, progress.records.rates)
  if (amount === null)
    return judgement(
      'inbox',
      `The bank returned another amount than was paid for invoice ${invoiceId}${because}`,
      {
        ...about,
        topic: 'return',
        differences: [
          { what: 'Amount', ours: formatMoney(payment.booked ?? payment), bank: formatMoney(booked) },
        ],
        proposal: { kind: 'return', paymentId, invoiceId },
      },
    )
  progress.become(payment, 'returned')
  const back = { do: 'return' as const, paymentId, reason: reason === '' ? NO_REASON : reason }
  const words = `The bank returned the payment of invoice ${invoiceId}${because}`
  if (amount.all)
    return judgement('returned', words, {
      ...about,
      postings: [posting('supplier', booked.amount, payment)],
      effects: [back],
    })
  const kept = { amount: amount.kept, currency: booked.currency }
  return judgement('inbox', `${words} It kept ${formatMoney(kept)} of charges.`, {
    ...about,
    topic: 'charges',
    differences: [
      { what: 'Amount', ours: formatMoney(payment.booked ?? payment), bank: formatMoney(booked) },
    ],
    proposal: { kind: 'charges', amount: amount.kept },
    postings: [posting('supplier', new Big(booked.amount).plus(amount.kept).toFixed(2), payment)],
    effects: [back],
  })
}

/** Judges a booking of several payments at once. */
export function judgeBatch(
  booking: NewBooking,
  payments: readonly RecordedPayment[],
  progress: Progress,
): Judgement {
  return booking.entry.direction === 'debit'
    ? judgeBatchDebit(booking, payments, progress)
    : judgeBatchReturn(booking, payments, progress)
}

function judgeBatchDebit(
  booking: NewBooking,
  payments: readonly RecordedPayment[],
  progress: Progress,
): Judgement {
  const { today } = progress.records
  const inState = (...states: PaymentState[]) =>
    payments.filter((payment) => states.includes(progress.state(payment)))
  const awaited = inState('sent', 'accepted')
  const alive = inState('sent', 'accepted', 'paid')
  const open = alive.filter((payment) => isAwaited(progress.state(payment)) || payment.bookedBy === null)
  const fits = (some: readonly RecordedPayment[]) =>
    some.length > 0 && batchDifferences(booking, some, today).length === 0
  const paid = [awaited, open].find(fits)
  if (paid) return settledTogether(booking, paid, progress)
  const about = { payments, invoiceId: null }
  // Of another account it proves nothing.
  const isOfAccount = payments.every((payment) => accountDifferences(booking, payment).length === 0)
  if (alive.length === 0 && isOfAccount)
    return judgement(
      'inbox',
      `The bank booked ${formatMoney(booking.entry.booked)} for payments that it must not make. Their invoices are in dispute.`,
      {
        ...about,
        topic: 'contradiction',
        differences: [{ what: 'Payments', ours: 'none awaited', bank: 'booked' }],
        effects: disputesOf(payments, booking),
      },
    )
  if (awaited.length === 0 && fits(alive)) {
    const isListed = alive.every(
      ({ bookedBy }) => bookedBy !== null && bookedBy.kind !== booking.document.kind,
    )
    return isListed
      ? judgement('matched', 'Its payments were booked one by one before.', { ...about, payments: alive })
      : judgement(
          'inbox',
          `${formatMoney(booking.entry.booked)} was booked again for payments that are paid. Ask it back.`,
          {
            ...about,
            payments: alive,
            topic: 'paid twice',
          },
        )
  }
  const ended = payments.filter((payment) => !alive.includes(payment))
  const withEnded = ended.length === 0 ? undefined : [awaited, open].find((some) => fits([...some, ...ended]))
  if (withEnded) return settledWithEnded(booking, withEnded, ended, progress)
  const differences = batchDifferences(booking, awaited.length > 0 ? awaited : alive, today)
  if (ended.length > 0 && isOfAccount && isMoreThan(booking, awaited))
    return judgement(
      'inbox',
      `The bank booked ${formatMoney(booking.entry.booked)}, more than is awaited: what it must not pay may be part of it. ${inDispute(ended)}`,
      { ...about, topic: 'contradiction', differences, effects: disputesOf(ended, booking) },
    )
  return judgement('inbox', 'What was booked for these payments is not what was sent.', {
    ...about,
    payments: alive,
    topic: 'difference',
    differences,
  })
}

const inDispute = (payments: readonly RecordedPayment[]) =>
  payments.length === 1
    ? `Invoice ${payments[0]?.invoiceId} is in dispute.`
    : `Invoices ${formatList(payments.map(({ invoiceId }) => String(invoiceId)))} are in dispute.`

const disputesOf = (payments: readonly RecordedPayment[], { entry }: NewBooking): Judgement['effects'] =>
  payments.map(({ id, runId }) => ({
    do: 'dispute',
    paymentId: id,
    why: `The bank booked ${formatMoney(entry.booked)} for payments of run ${runId}, this one included`,
  }))

/** Whether more was booked than these payments; an amount in another currency counts as more, as it cannot be compared. */
function isMoreThan({ entry }: NewBooking, payments: readonly RecordedPayment[]): boolean {
  const total = sum(payments.map(({ amount }) => amount))
  return (
    payments.some(({ currency }) => currency !== entry.booked.currency) ||
    new Big(entry.booked.amount).gt(total)
  )
}

/** A batch with payments that the bank must not make: these are in dispute, and the others of it are paid. */
function settledWithEnded(
  booking: NewBooking,
  settling: readonly RecordedPayment[],
  ended: readonly RecordedPayment[],
  progress: Progress,
): Judgement {
  const payments = [...settling, ...ended].sort((a, b) => a.id - b.id)
  const shares = sharesOf(booking.entry.booked, payments)
  const { effects, postings } = settledTogether(booking, settling, progress, shares)
  const words = `The bank booked ${formatMoney(booking.entry.booked)} for ${payments.length} payments`
  return judgement('inbox', `${words}, ${ended.length} of which it must not make. ${inDispute(ended)}`, {
    payments,
    invoiceId: null,
    topic: 'contradiction',
    differences: [{ what: 'Payments', ours: String(settling.length), bank: String(payments.length) }],
    postings,
    effects: [...effects, ...disputesOf(ended, booking)],
  })
}

function settledTogether(
  booking: NewBooking,
  payments: readonly RecordedPayment[],
  progress: Progress,
  shares = sharesOf(booking.entry.booked, payments),
): Judgement {
  const effects = payments.flatMap((payment): Judgement['effects'] => {
    const isConfirmed = progress.state(payment) === 'paid'
    progress.become(payment, 'paid')
    const one = isConfirmed
      ? confirmed(booking, payment)
      : settled(withShare(booking, shares.get(payment.id) ?? '0'), payment, progress.records.today)
    return withWaitingReturn(one, payment, progress).effects
  })
  const valueDate = valueDateOf(booking, progress.records.today)
  return judgement(
    'settled',
    `${payments.length === 1 ? 'One payment was' : `${payments.length} payments were`} paid in one amount, value date ${showDay(valueDate)}.`,
    {
      payments,
      invoiceId: payments.length === 1 ? (payments[0]?.invoiceId ?? null) : null,
      postings: payments.map((payment) =>
        posting('supplier', new Big(shares.get(payment.id) ?? 0).neg().toFixed(2), payment),
      ),
      effects,
    },
  )
}

const withShare = (booking: NewBooking, amount: Decimal): NewBooking => ({
  ...booking,
  entry: { ...booking.entry, booked: { ...booking.entry.booked, amount } },
})

/** What was booked for each payment; in another currency by its share, the last one with the rest. */
export function sharesOf(
  booked: Money,
  payments: readonly Pick<RecordedPayment, 'id' | 'amount'>[],
): Map<number, Decimal> {
  const total = sum(payments.map(({ amount }) => amount))
  const decimals = storedDecimalsOf(booked.currency)
  let left = new Big(booked.amount)
  return new Map(
    payments.map(({ id, amount }, at) => {
      const share =
        at === payments.length - 1 ? left : new Big(booked.amount).times(amount).div(total).round(decimals)
      left = left.minus(share)
      return [id, share.toFixed(2)]
    }),
  )
}

function judgeBatchReturn(
  booking: NewBooking,
  payments: readonly RecordedPayment[],
  progress: Progress,
): Judgement {
  const { returned, booked } = booking.entry
  const paid = payments.filter((payment) => progress.state(payment) === 'paid')
  const reason = allReasons([returned])
  const because = reason === '' ? '.' : `: ${reason}.`
  if (paid.length === 0 || batchDifferences(booking, paid, progress.records.today).length > 0)
    return judgement(
      'inbox',
      `The bank returned ${formatMoney(booked)} of payments that it booked as one${because}`,
      {
        payments,
        topic: 'return',
        differences: paid.length === 0 ? [] : batchDifferences(booking, paid, progress.records.today),
      },
    )
  for (const payment of paid) progress.become(payment, 'returned')
  const shares = sharesOf(booked, paid)
  return judgement(
    'returned',
    `The bank returned ${formatMoney(booked)} of ${paid.length} payments${because}`,
    {
      payments: paid,
      postings: paid.map((payment) => posting('supplier', shares.get(payment.id) ?? '0', payment)),
      effects: paid.map(({ id }) => ({
        do: 'return',
        paymentId: id,
        reason: reason === '' ? NO_REASON : reason,
      })),
    },
  )
}
