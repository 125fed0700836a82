import { addDays, type Day, daysBetween } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { businessDaysAfter } from '../calendar'
import { shareClassesOf } from '../entities'
import type { DemoFund } from '../funds'
import { fundRate } from '../market/series'
import type { Books, Slip } from './books'
import { daysOfYear } from './income'
import type { AccountKey } from './ledger'

/** Fees accrue by the day as agreed, and are paid after the month or quarter that they are for. */

export interface Fee {
  expense: AccountKey
  due: AccountKey
  /** Percent of the total net assets or amount a year; neither: the management fees of the classes. */
  rate: Decimal | null
  amount: Decimal | null
  days: '365' | '360' | 'ACT'
  /** Months that are paid together, and on which day of the next; null: when the year's work is done. */
  paid: { months: 1 | 3; on: number } | null
}

/** The fees that a fund has agreed. */
export function feesOf({ type, regime, millions }: DemoFund): Fee[] {
  const audit = Math.round(14 + Math.min(40, millions / 20)) * 1_000
  return [
    {
      expense: 'managementFee',
      due: 'managementDue',
      ...{ rate: null, amount: null, days: '365', paid: { months: 3, on: 10 } },
    },
    {
      expense: 'depositaryFee',
      due: 'depositaryDue',
      ...{ rate: type === 'MONEY MARKET' ? '0.02' : '0.06', amount: null, days: '365' },
      paid: { months: 1, on: 5 },
    },
    {
      expense: 'administrationFee',
      due: 'administrationDue',
      ...{ rate: type === 'MONEY MARKET' ? '0.02' : '0.05', amount: null, days: '360' },
      paid: { months: 1, on: 8 },
    },
    {
      expense: 'auditFee',
      due: 'auditDue',
      ...{ rate: null, amount: `${audit}`, days: 'ACT', paid: null },
    },
    {
      expense: 'tax',
      due: 'taxDue',
      rate: regime === 'UCITS' && type !== 'MONEY MARKET' ? '0.05' : '0.01',
      ...{ amount: null, days: '365', paid: { months: 3, on: 20 } },
    },
  ]
}

/** What the classes pay of the management fee, by code, in fund currency. */
export type ClassFees = Map<string, Big>

/**
 * Accrues the fees of the days after `from` until `to` on the total net assets of the last NAV. Returns the management
 * fee of each class.
 */
export function accrueFees(books: Books, from: Day, to: Day, slip: Slip): ClassFees {
  const { fund, ledger, tna } = books
  const days = daysBetween(from, to)
  const ofClasses: ClassFees = new Map()
  for (const { expense, due, rate, amount, days: basis } of feesOf(fund)) {
    const year = basis === 'ACT' ? daysOfYear(to) : Number(basis)
    let right = rate ? tna.times(rate).div(100) : new Big(amount ?? 0)
    if (!rate && !amount)
      for (const { code, currency, managementFee } of shareClassesOf(fund)) {
        const paying = books.classes.get(code)
        if (!paying) continue
        const yearly = paying.tna
          .times(fundRate(currency, fund.currency, books.day))
          .times(managementFee)
          .div(100)
        ofClasses.set(code, yearly.times(days).div(year))
        right = right.plus(yearly)
      }
    const accrued = right.times(days).div(year)
    ledger.post(expense, due, slip.fee?.(expense, accrued) ?? accrued)
  }
  return ofClasses
}

/** Pays what was accrued for months and quarters that are over, on the days agreed after `from` until `to`. */
export function payFees(books: Books, from: Day, to: Day): void {
  const { ledger, fund } = books
  for (const { due, paid } of feesOf(fund)) {
    if (!paid) continue
    for (let first = `${from.slice(0, 7)}-01`; first <= to; first = monthLater(first)) {
      const day = businessDaysAfter(addDays(first, paid.on - 2), 1)
      if (day <= from || day > to || Number(first.slice(5, 7)) % paid.months !== 1 % paid.months) continue
      const end = addDays(first, -1)
      const start = addDays(monthsBefore(first, paid.months), -1)
      const part = new Big(daysBetween(start, end)).div(daysBetween(start, to))
      ledger.post(due, 'cash', ledger.net(due).neg().times(part))
    }
  }
}

/** Expenses since the year began and what is due of them, on the demo's first NAV date. */
export function startFees(books: Books, yearBegan: Day): void {
  const { fund, day } = books
  // The fund was a little smaller then.
  accrueFees({ ...books, tna: books.tna.times('0.9913') }, yearBegan, day, {})
  for (const { due, paid } of feesOf(fund)) {
    if (!paid) continue
    const month = `${day.slice(0, 7)}-01`
    let first = month
    while (paid.months === 3 && Number(first.slice(5, 7)) % 3 !== 1) first = monthsBefore(first, 1)
    // Until its day comes, the month before is due too.
    if (day < addDays(first, paid.on)) first = monthsBefore(first, paid.months)
    const part = new Big(daysBetween(addDays(first, -1), day)).div(daysBetween(yearBegan, day))
    const { ledger } = books
    ledger.post(due, 'capital', ledger.net(due).neg().times(new Big(1).minus(part)))
  }
}

const monthLater = (first: Day): Day => `${addDays(first, 31).slice(0, 7)}-01`

function monthsBefore(first: Day, count: number): Day {
  let at = first
  for (let left = count; left > 0; left--) at = `${addDays(at, -1).slice(0, 7)}-01`
  return at
}
