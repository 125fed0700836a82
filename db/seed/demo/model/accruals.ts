import { addDays, type Day, daysBetween } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { businessDaysAfter, businessDayUpTo } from '../calendar'
import { shareClassesOf } from '../entities'
import type { DemoFund } from '../funds'
import type { Instrument } from '../market/instruments'
import { fundRate } from '../market/series'
import type { Books, Position, Quotes, Slip } from './books'
import { openItem } from './cash'
import type { AccountKey } from './ledger'

/** Fees accrue daily as agreed, and are paid after the month or quarter concerned. */

interface Fee {
  expense: AccountKey
  due: AccountKey
  /** Percent of the total net assets or amount per year; neither: the management fees of the classes. */
  rate: Decimal | null
  amount: Decimal | null
  days: '365' | '360' | 'ACT'
  /** Number of months paid together, and on which day of the next month; null: when the year's work is done. */
  paid: { months: 1 | 3; on: number } | null
}

/** The agreed fees of a fund. */
export function feesOf({ type, regime, millions }: DemoFund): Fee[] {
  const audit = Math.round(14 + Math.min(40, millions / 20)) * 1_000
  return [
    {
      expense: 'managementFee',
      due: 'managementDue',
      rate: null,
      amount: null,
      days: '365',
      paid: { months: 3, on: 10 },
    },
    {
      expense: 'depositaryFee',
      due: 'depositaryDue',
      rate: type === 'MONEY MARKET' ? '0.02' : '0.06',
      amount: null,
      days: '365',
      paid: { months: 1, on: 5 },
    },
    {
      expense: 'administrationFee',
      due: 'administrationDue',
      rate: type === 'MONEY MARKET' ? '0.02' : '0.05',
      amount: null,
      days: '360',
      paid: { months: 1, on: 8 },
    },
    {
      expense: 'auditFee',
      due: 'auditDue',
      rate: null,
      amount: `${audit}`,
      days: 'ACT',
      paid: null,
    },
    {
      expense: 'tax',
      due: 'taxDue',
      rate: regime === 'UCITS' && type !== 'MONEY MARKET' ? '0.05' : '0.01',
      amount: null,
      days: '365',
      paid: { months: 3, on: 20 },
    },
  ]
}

/** Each class's part of the management fee, by code, in fund currency. */
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

/** Pays the accrued fees of past months and quarters, on the agreed days after `from` until `to`. */
export function payFees(books: Books, from: Day, to: Day): void {
  const { ledger, fund } = books
  for (const { due, paid } of feesOf(fund)) {
    if (!paid) continue
    for (let first = `${from.slice(0, 7)}-01`; first <= to; first = monthLater(first)) {
      const day = paidOn(first, paid.on)
      if (day <= from || day > to || Number(first.slice(5, 7)) % paid.months !== 1 % paid.months) continue
      const end = addDays(first, -1)
      const start = addDays(monthsBefore(first, paid.months), -1)
      const part = new Big(daysBetween(start, end)).div(daysBetween(start, to))
      ledger.post(due, 'cash', ledger.net(due).neg().times(part))
    }
  }
}

/** The business day on which a fee is paid in the month starting on `first`. */
export const paidOn = (first: Day, on: number): Day => businessDaysAfter(addDays(first, on - 2), 1)

/** Expenses since the start of the year and the amounts due, on the demo's first NAV date. */
export function startFees(books: Books, yearBegan: Day): void {
  const { fund, day } = books
  // The fund was slightly smaller then.
  accrueFees({ ...books, tna: books.tna.times('0.9913') }, yearBegan, day, {})
  for (const { due, paid } of feesOf(fund)) {
    if (!paid) continue
    const month = `${day.slice(0, 7)}-01`
    let first = month
    while (paid.months === 3 && Number(first.slice(5, 7)) % 3 !== 1) first = monthsBefore(first, 1)
    // Until its payment day, the previous month is also due.
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

/** Dividends and coupons, and the interest that accrues by day count. */

/** Business days from a share's ex-day to the payment. */
const PAID_AFTER = 12

const NOTHING = new Big(0)

/** The last coupon day on or before a day; null without coupons. */
export function lastCouponOn({ maturity, coupon, couponsAYear }: Instrument, day: Day): Day | null {
  if (maturity === null || coupon === 0) return null
  let [year = 0, month = 0] = maturity.split('-').map(Number)
  const at = () => `${year}-${String(month).padStart(2, '0')}${maturity.slice(7)}`
  while (at() > day) {
    month -= 12 / couponsAYear
    if (month < 1) {
      month += 12
      year -= 1
    }
  }
  return at()
}

/** Days of interest, and days per year. */
function interestDays(dayCount: string, from: Day, to: Day): [days: number, year: number] {
  if (dayCount === '30/360') {
    const [y1 = 0, m1 = 0, d1 = 0] = from.split('-').map(Number)
    const [y2 = 0, m2 = 0, d2 = 0] = to.split('-').map(Number)
    const first = Math.min(d1, 30)
    const last = d2 === 31 && first === 30 ? 30 : d2
    return [360 * (y2 - y1) + 30 * (m2 - m1) + last - first, 360]
  }
  const year = { 'ACT/360': 360, 'ACT/365': 365 }[dayCount] ?? daysOfYear(to)
  return [daysBetween(from, to), year]
}

function daysOfYear(day: Day): number {
  const year = Number(day.slice(0, 4))
  return daysBetween(`${year}-01-01`, `${year + 1}-01-01`)
}

/** The interest accrued on one unit of quantity, in the bond's currency. */
export function accruedOn(instrument: Instrument, day: Day): Big {
  const from = lastCouponOn(instrument, day)
  if (from === null || instrument.dayCount === null) return NOTHING
  const [days, year] = interestDays(instrument.dayCount, from, day)
  return new Big(instrument.priceFactor ?? 1).times(couponOf(instrument)).times(days).div(year)
}

/** In percent per year. */
export const couponOf = ({ coupon }: Instrument): Big => new Big((coupon * 100).toFixed(4))

/** Dividends and coupons of the days after `from` until `to`, on the positions held. */
export function receiveIncome(books: Books, from: Day, to: Day): void {
  for (const position of books.positions.values()) {
    const { exDay, perShare } = position.instrument.dividends.find(
      (each) => each.exDay > from && each.exDay <= to,
    ) ?? { exDay: null, perShare: '0' }
    if (exDay) receiveDividend(books, position, exDay, perShare)
    for (let day = lastCouponOn(position.instrument, to); day !== null && day > from; ) {
      receiveCoupon(books, position, day)
      day = lastCouponOn(position.instrument, addDays(day, -1))
    }
  }
}

export function receiveDividend(
  books: Books,
  { instrument, quantity }: Position,
  exDay: Day,
  perShare: string,
): void {
  const { currency } = instrument
  const units = quantity.times(perShare).round(2)
  const amount = units.times(fundRate(currency, books.fund.currency, exDay))
  const due = businessDaysAfter(exDay, PAID_AFTER)
  openItem(books, { account: 'dividends', currency, units, due }, 'dividendIncome', amount)
}

function receiveCoupon(books: Books, position: Position, day: Day): void {
  const { instrument, quantity } = position
  const { currency, couponsAYear } = instrument
  const units = quantity
    .times(instrument.priceFactor ?? 1)
    .times(couponOf(instrument))
    .div(couponsAYear)
    .round(2)
  const amount = units.times(fundRate(currency, books.fund.currency, businessDayUpTo(day))).round(2)
  books.ledger.post({ account: 'cash', currency }, 'accruedInterest', amount, units)
  position.accrued = position.accrued.minus(amount)
  position.accruedUnits = position.accruedUnits.minus(units)
}

/** Values the accrued interest: what was earned is income, the rest is the currency effect. */
export function valueInterest(books: Books, { day, rate }: Quotes, slip: Slip): void {
  for (const position of books.positions.values()) {
    const { instrument, quantity } = position
    if (instrument.coupon === 0) continue
    const units = quantity.times(accruedOn(instrument, day))
    const right = units.times(rate(instrument.currency)).round(2)
    const accrued = slip.accrued?.(right).round(2) ?? right
    const earned = units
      .minus(position.accruedUnits)
      .times(rate(instrument.currency))
      .plus(accrued.minus(right))
      .round(2)
    books.ledger.post('accruedInterest', 'interestIncome', earned)
    books.ledger.result('currency', 'accruedInterest', accrued.minus(position.accrued).minus(earned))
    position.accrued = accrued
    position.accruedUnits = units
  }
}
