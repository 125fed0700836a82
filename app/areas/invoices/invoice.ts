import type { TaxesSplit } from '~/areas/expenses/taxes'
import { storedDecimalsOf } from '~/platform/values/currency-decimals'
import { addDays, type Day, daysBetween, lastOfMonth } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { showMoney } from '~/platform/values/show'
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
 * service, both inclusive. Each is rounded to the smallest unit of the currency; the last one takes the rounding
 * difference, so that they add up to the expense exactly. No periods when `to` is before `from`.
 */
export function prepaidSchedule({
  expense,
  currency,
  from,
  to,
}: {
  /** Net, and the taxes that are not recovered. */
  expense: Decimal
  currency: string
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
    const amount =
      last === to ? left : new Big(expense).times(days).div(allDays).round(storedDecimalsOf(currency))
    left = left.minus(amount)
    periods.push({ from: first, to: last, days, amount: amount.toFixed(2) })
    first = addDays(last, 1)
  }
  return periods
}

/** "42.00 EUR (20 %)": what of the taxes of an invoice is recovered. */
export function recoveredTaxText({ share, recoverable }: TaxesSplit, currency: string): string {
  const amount = showMoney(recoverable, currency)
  return share === null ? `${amount} (all: no share is set)` : `${amount} (${share} %)`
}

/** Where the page of an invoice says why its payment is held. */
export const PAYMENT_HELD_ID = 'payment-held'
