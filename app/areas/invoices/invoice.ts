import type { TaxesSplit } from '~/areas/expenses/taxes'
import { addDays, type Day, dayOf, daysBetween } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { showAmount } from '~/platform/values/show'
import { CLOSED_QUEUES } from '~/platform/workflow/kind-rules'

/** Its due date still matters: nothing was sent to the bank, and it has not ended. */
export function isUnpaid(
  alreadyPaid: boolean,
  { queue, status }: { queue: string; status: string },
): boolean {
  return !alreadyPaid && !CLOSED_QUEUES.includes(queue) && !(queue === 'PAYMENT' && status === 'SENT')
}

/** A calendar month of a prepaid service, or the part of it that the service covers. */
export interface PrepaidPeriod {
  from: Day
  /** Inclusive. */
  to: Day
  days: number
  /** Two decimals. */
  amount: Decimal
}

/**
 * How a prepaid amount becomes an expense: by days, in periods of calendar months from the first to the last day of the
 * service, both inclusive. Each is rounded to the cent; the last one takes the rounding difference, so that they add up
 * to the expense exactly. No periods when `to` is before `from`.
 */
export function prepaidSchedule({
  expense,
  from,
  to,
}: {
  /** Net, and the taxes that are not recovered. */
  expense: Decimal
  from: Day
  to: Day
}): PrepaidPeriod[] {
  const allDays = daysBetween(from, to) + 1
  const periods: PrepaidPeriod[] = []
  let left = new Big(expense)
  for (let first = from; first <= to; ) {
    const monthEnd = lastOfMonth(first)
    const last = monthEnd < to ? monthEnd : to
    const days = daysBetween(first, last) + 1
    const amount = last === to ? left : new Big(expense).times(days).div(allDays).round(2)
    left = left.minus(amount)
    periods.push({ from: first, to: last, days, amount: amount.toFixed(2) })
    first = addDays(last, 1)
  }
  return periods
}

function lastOfMonth(day: Day): Day {
  const [year = 0, month = 0] = day.split('-').map(Number)
  for (let last = 31; last > 27; last--) {
    const found = dayOf(year, month, last)
    if (found !== null) return found
  }
  throw new Error(`${day} is no day`)
}

/** "42.00 EUR (20 %)": what of the taxes of an invoice is recovered. */
export function recoveredTaxText({ share, recoverable }: TaxesSplit, currency: string): string {
  const amount = `${showAmount(recoverable)} ${currency}`
  return share === null ? `${amount} (all: no share is set)` : `${amount} (${share} %)`
}

/** Where the page of an invoice says why its payment is held. */
export const PAYMENT_HELD_ID = 'payment-held'
