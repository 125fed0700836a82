import { addDays, type Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { showDay, showIban, showMoney } from '~/platform/values/show'
import type { BankDocument, BankEntry, BankStatement, Money } from '../bank-files/bank-document'
import type { Difference } from './bank-entry'
import type { OurRecords, RecordedPayment } from './our-records'
import { UNSTATED_CHARGES } from './settling-rules'

/** Whether an entry of an account is a payment of ours: every difference is named, with both sides. */

/** A booked entry, where it was found. */
export interface Booking {
  document: BankDocument
  statement: BankStatement
  entry: BankEntry
}

export const formatMoney = ({ amount, currency }: Money) => showMoney(amount, currency)

/** Capital letters and digits alone, as references are compared. */
export const lettersOf = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

export const isSameMoney = (a: Money, b: Money) => a.currency === b.currency && new Big(a.amount).eq(b.amount)

/** The day that counts for an entry: booked, else its value, else that of its document. */
export function dayOfBooking({ entry, document }: Booking): Day | null {
  return entry.bookingDate ?? entry.valueDate ?? document.createdOn
}

/** The value date that a payment gets. */
export function valueDateOf({ entry, document }: Booking, today: Day): Day {
  return entry.valueDate ?? entry.bookingDate ?? document.createdOn ?? today
}

/** The account, where it is not the one that pays. */
export function accountDifferences({ statement }: Booking, payment: RecordedPayment): Difference[] {
  if (statement.account === payment.account) return []
  return [{ what: 'Account', ours: showIban(payment.account), bank: showIban(statement.account) }]
}

/** What was booked, where neither it nor the stated counter-amount is what was sent. */
function amountDifferences({ entry }: Booking, sent: Money): Difference[] {
  const { booked, instructed } = entry
  if (isSameMoney(booked, sent)) return []
  if (instructed !== null && booked.currency !== sent.currency && isSameMoney(instructed, sent)) return []
  const differences: Difference[] = []
  if (booked.currency !== sent.currency)
    differences.push({ what: 'Currency', ours: sent.currency, bank: booked.currency })
  if (!new Big(booked.amount).eq(sent.amount))
    differences.push({ what: 'Amount', ours: formatMoney(sent), bank: formatMoney(booked) })
  if (instructed !== null && !isSameMoney(instructed, sent))
    differences.push({ what: 'Instructed amount', ours: formatMoney(sent), bank: formatMoney(instructed) })
  return differences
}

/** Days before the file was made, and days that have not come. */
export function dayDifferences(booking: Booking, fileMadeOn: Day | null, today: Day): Difference[] {
  const { bookingDate, valueDate } = booking.entry
  const days: [what: string, day: Day | null][] = [
    ['Booking date', bookingDate ?? (valueDate === null ? dayOfBooking(booking) : null)],
    ['Value date', valueDate],
  ]
  if (days.every(([, day]) => day === null))
    return [{ what: 'Booking date', ours: 'a day', bank: 'none in the file' }]
  return days.flatMap(([what, day]): Difference[] => {
    if (day === null) return []
    // The bank may be in a time zone where it is already tomorrow.
    if (day > addDays(today, 1))
      return [{ what, ours: `not after ${showDay(today)}`, bank: `${showDay(day)}, in the future` }]
    if (fileMadeOn !== null && day < fileMadeOn)
      return [{ what, ours: `not before ${showDay(fileMadeOn)}, when the file was made`, bank: showDay(day) }]
    return []
  })
}

/** Every difference between an entry and the payment that it names; none where it pays it. */
export function differencesOf(booking: Booking, payment: RecordedPayment, today: Day): Difference[] {
  return [
    ...accountDifferences(booking, payment),
    ...(booking.entry.direction === 'debit' && booking.entry.isReversal
      ? [{ what: 'Kind', ours: 'payment', bank: 'reversal' }]
      : []),
    ...amountDifferences(booking, payment),
    ...dayDifferences(booking, payment.fileMadeOn, today),
  ]
}

/** The same for several payments that were booked as one: no day is before the last of their files. */
export function batchDifferences(
  booking: Booking,
  payments: readonly RecordedPayment[],
  today: Day,
): Difference[] {
  const [first] = payments
  if (!first) return []
  const total = sum(payments.map(({ amount }) => amount)).toFixed(2)
  const made =
    payments
      .flatMap(({ fileMadeOn }) => fileMadeOn ?? [])
      .sort()
      .at(-1) ?? null
  const accounts = new Map(payments.map((payment) => [payment.account, payment]))
  const sent = { amount: total, currency: first.currency }
  const count = booking.entry.batch?.payments ?? null
  const stated = booking.entry.batch?.total ?? null
  return [
    ...[...accounts.values()].flatMap((payment) => accountDifferences(booking, payment)),
    ...amountDifferences(booking, sent),
    ...(count !== null && count !== payments.length
      ? [{ what: 'Payments', ours: String(payments.length), bank: String(count) }]
      : []),
    ...(stated !== null && !isSameMoney(stated, sent)
      ? [{ what: 'Total', ours: formatMoney(sent), bank: formatMoney(stated) }]
      : []),
    ...dayDifferences(booking, made, today),
  ]
}

/**
 * The charges that a debit has on top of a payment, where the bank states them or states what was instructed, and
 * nothing else differs; null otherwise.
 */
export function chargesOnTop(booking: Booking, payment: RecordedPayment, today: Day): Decimal | null {
  const { booked, instructed, charges } = booking.entry
  const more = new Big(booked.amount).minus(payment.amount)
  if (booked.currency !== payment.currency || more.lte(0)) return null
  const isStated =
    (charges !== null && charges.currency === booked.currency && more.eq(charges.amount)) ||
    (instructed !== null && isSameMoney(instructed, payment))
  const others = differencesOf(booking, payment, today).filter(({ what }) => what !== 'Amount')
  return isStated && others.length === 0 ? more.toFixed(2) : null
}

/** Whether what is missing of a returned payment may be charges; without a rate by the same figures. */
function mayBeCharges(kept: Big, { amount, currency }: Money, rates: OurRecords['rates']): boolean {
  const { percent, least, most } = UNSTATED_CHARGES
  const worth = kept.times(rates.get(currency) ?? 1)
  const isShare = kept.times(100).lte(new Big(amount).times(percent))
  const isPart = kept.times(2).lte(amount)
  return worth.lte(most) && (isShare || (worth.lte(least) && isPart))
}

export type ReturnedAmount = { all: true } | { all: false; kept: Decimal } | null

/** Whether a credit brings a payment back: all of it, or less charges; null for another amount. */
export function returnedAmount(
  { entry }: Booking,
  payment: RecordedPayment,
  rates: OurRecords['rates'],
): ReturnedAmount {
  const { booked, instructed, charges } = entry
  if (isSameMoney(booked, payment)) return { all: true }
  if (instructed !== null && booked.currency !== payment.currency && isSameMoney(instructed, payment))
    return { all: true }
  const out: Money = payment.booked ?? payment
  if (isSameMoney(booked, out)) return { all: true }
  const kept = new Big(out.amount).minus(booked.amount)
  if (booked.currency !== out.currency || kept.lte(0)) return null
  const isStated = charges !== null && charges.currency === booked.currency && kept.eq(charges.amount)
  const isInstructed = instructed !== null && isSameMoney(instructed, out)
  return isStated || isInstructed || mayBeCharges(kept, out, rates)
    ? { all: false, kept: kept.toFixed(2) }
    : null
}
