import { addDays, type Day, daysBetween } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { businessDaysAfter, businessDayUpTo } from '../calendar'
import type { Instrument } from '../market/instruments'
import { fundRate } from '../market/series'
import type { Books, Position, Quotes, Slip } from './books'
import { openItem } from './cash'

/** Dividends and coupons, and the interest that accrues by day count. */

/** Business days from a share's ex-day to the payment. */
const PAID_AFTER = 12

const NOTHING = new Big(0)

/** The last coupon day on or before a day; null for what has no coupons. */
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

/** Days of interest, and the days that make a year. */
export function interestDays(dayCount: string, from: Day, to: Day): [days: number, year: number] {
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

export function daysOfYear(day: Day): number {
  const year = Number(day.slice(0, 4))
  return daysBetween(`${year}-01-01`, `${year + 1}-01-01`)
}

/** The interest that has accrued on one unit of quantity, in the bond's currency. */
export function accruedOn(instrument: Instrument, day: Day): Big {
  const from = lastCouponOn(instrument, day)
  if (from === null || instrument.dayCount === null) return NOTHING
  const [days, year] = interestDays(instrument.dayCount, from, day)
  return new Big(instrument.priceFactor ?? 1).times(couponOf(instrument)).times(days).div(year)
}

/** In percent a year. */
export const couponOf = ({ coupon }: Instrument): Big => new Big((coupon * 100).toFixed(4))

/** Dividends and coupons of the days after `from` until `to`, on what is held. */
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

/** Values the accrued interest: what was earned is income, the rest is the currency's move. */
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
