import { dayCountOf } from '~/areas/navs/rules/rule-context'
import { addDays, type Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import type { InstrumentModel, Settings } from './fund-model'
import { isinOf } from './isin'
import { drift, steady } from './steady'

type Rate = (currency: string) => Decimal

const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF']
// Of twenty lines: ten equities, two government and four company bonds, three funds, one other.
const PATTERN = 'EEGEBEFEBEBEFEGEBFEO'
const WEIGHTS = { E: 4, G: 7, B: 4, F: 5, O: 1 }

/** What an inventory is made of on one date. */
export interface InventoryDate {
  navDate: Day
  /** NAV dates since the first. */
  month: number
  firstDate: Day
  rate: Rate
}

/** Units of every security, bought once for about 88 % of the first TNA and kept. */
export function unitsOf(settings: Settings, date: InventoryDate, tna: Big): Big[] {
  const scale = PATTERN.length / Math.max(settings.lines, PATTERN.length)
  return Array.from({ length: settings.lines }, (_, i) => {
    const { letter, bond, currency, price, factor } = termsOf(i, date)
    const value = tna.times(WEIGHTS[letter] * scale).div(100)
    return value.div(new Big(price).times(factor ?? 1).times(date.rate(currency))).round(bond ? -1 : 0)
  })
}

/** The securities, and two small derivatives. */
export function investmentsOf(
  settings: Settings,
  date: InventoryDate,
  units: readonly Big[],
): InstrumentModel[] {
  return [
    ...units.map((quantity, i) => securityOf(settings, i, date, quantity)),
    derivativeOf('FWD-USD', 'Forward sale USD', 'USD', 41_250.75, date),
    derivativeOf('FWD-GBP', 'Forward sale GBP', 'GBP', -18_300.1, date),
  ]
}

/** The accounts in other currencies; their balances never move. */
export function foreignCashOf(settings: Settings, { rate }: InventoryDate): InstrumentModel[] {
  return ['USD', 'GBP']
    .filter((currency) => currency !== settings.fundCurrency)
    .map((currency) =>
      cashOf(currency, '350000', new Big(350_000).times(rate(currency)).round(2).toFixed(2), rate),
    )
}

export function cashOf(currency: string, amount: Decimal, value: Decimal, rate: Rate): InstrumentModel {
  return {
    ...BLANK,
    instrumentCode: `CASH-${currency}`,
    instrumentName: `Current account ${currency}`,
    type: 'Cash',
    subtype: null,
    quotationCurrency: currency,
    quantity: amount,
    price: null,
    priceDate: null,
    marketValue: value,
    fxRate: rate(currency),
  }
}

/** Each line's share of TNA in percent, as the administrator rounds it. */
export function withPercents(lines: InstrumentModel[], tna: Big): InstrumentModel[] {
  return lines.map((line) => ({
    ...line,
    navPercent: new Big(line.marketValue).times(100).div(tna).round(4).toFixed(),
  }))
}

export const worthOf = (lines: readonly InstrumentModel[]) => sum(lines.map((line) => line.marketValue))
export const accruedOf = (lines: readonly InstrumentModel[]) =>
  sum(lines.map((line) => line.accruedInterest ?? '0'))

function termsOf(i: number, { month }: InventoryDate) {
  const letter = PATTERN[i % PATTERN.length] as keyof typeof WEIGHTS
  const bond = letter === 'G' || letter === 'B'
  const currency = CURRENCIES[Math.floor(steady(`ccy/${i}`) * CURRENCIES.length)] as string
  const start = steady(`start/${i}`)
  const price = bond
    ? drift(`price/${i}`, 96 + start * 8, 0.004, month, 4)
    : drift(`price/${i}`, 20 + start * 400, 0.02, month, 4)
  return { letter, bond, currency, price, factor: bond ? '0.01' : null }
}

const DAY_COUNTS = ['30/360', 'ACT/360', 'ACT/365', 'ACT/ACT']

function securityOf(settings: Settings, i: number, date: InventoryDate, quantity: Big): InstrumentModel {
  const { letter, bond, currency, price, factor } = termsOf(i, date)
  const { navDate, rate } = date
  const number = String(i + 1).padStart(5, '0')
  const coupon = new Big(2).plus(i % 4)
  const lastCouponDate = addDays(date.firstDate, -(20 + (i % 9) * 5))
  const dayCount = DAY_COUNTS[i % DAY_COUNTS.length] ?? '30/360'
  const interest = dayCountOf(dayCount)?.(lastCouponDate, navDate) ?? { days: 0, basis: 360 }
  const accrued = bond
    ? quantity
        .times('0.01')
        .times(coupon)
        .times(interest.days)
        .times(rate(currency))
        .div(interest.basis)
        .round(2)
    : null
  const country = letter === 'F' ? 'LU' : currency === 'EUR' ? 'FR' : currency.slice(0, 2)
  const [type, subtype, name] = NAMES[letter]
  return {
    instrumentCode: letter === 'O' ? `OTH${number}` : `${bond ? 'B' : letter}${number}`,
    instrumentName: `${name} ${number}`,
    type,
    subtype,
    quotationCurrency: currency,
    quantity: quantity.toFixed(),
    price,
    priceDate: addDays(navDate, -(i % 3)),
    marketValue: quantity
      .times(price)
      .times(factor ?? 1)
      .times(rate(currency))
      .plus(accrued ?? 0)
      .round(2)
      .toFixed(2),
    // Each fund has its own: prices across funds are for the tests that want them.
    isin: letter === 'O' ? null : isinOf(country, `${ownLetters(settings.fundCode)}${letter}${number}`),
    priceFactor: factor,
    fxRate: rate(currency),
    accruedInterest: accrued?.toFixed(2) ?? null,
    navPercent: null,
    maturityDate: bond ? addDays(settings.navDate, 400 + 30 * (i % 50)) : null,
    issuer: letter === 'G' ? `Republic ${(i % PATTERN.length) % 3}` : `Issuer ${number}`,
    issuerKind: letter === 'G' ? 'GOVERNMENT' : 'COMPANY',
    coupon: bond ? coupon.toFixed() : null,
    lastCouponDate: bond ? lastCouponDate : null,
    dayCount: bond ? dayCount : null,
  }
}

const ownLetters = (fundCode: string) =>
  Math.floor(steady(fundCode) * 36 ** 3)
    .toString(36)
    .toUpperCase()
    .padStart(3, '0')

const NAMES = {
  E: ['Equity', 'Ordinary share', 'Company'],
  G: ['Bond', 'Government bond', 'Treasury'],
  B: ['Bond', 'Corporate bond', 'Corporate'],
  F: ['Fund', 'UCITS', 'Target fund'],
  O: ['Other', null, 'Certificate'],
} as const

const BLANK = {
  isin: null,
  priceFactor: null,
  accruedInterest: null,
  navPercent: null,
  maturityDate: null,
  issuer: null,
  issuerKind: null,
  coupon: null,
  lastCouponDate: null,
  dayCount: null,
}

function derivativeOf(
  code: string,
  name: string,
  currency: string,
  start: number,
  { navDate, month, rate }: InventoryDate,
): InstrumentModel {
  return {
    ...BLANK,
    instrumentCode: code,
    instrumentName: name,
    type: 'Derivative',
    subtype: 'FX forward',
    quotationCurrency: currency,
    quantity: start > 0 ? '1500000' : '-800000',
    price: drift(code, start / 1_500_000, 0.02, month, 6),
    priceDate: navDate,
    marketValue: drift(code, start, 0.02, month, 2),
    fxRate: rate(currency),
    maturityDate: addDays(navDate, 60),
  }
}
