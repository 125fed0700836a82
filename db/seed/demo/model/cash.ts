import { type Day, daysBetween } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { businessDaysAfter } from '../calendar'
import { type DemoCurrency, fundRate, OVERNIGHT } from '../market/series'
import type { Books, LineFigures, OpenItem, Quotes } from './books'
import type { AccountRef } from './ledger'

/** Amounts to be received and paid, their settlement, and the money at the bank. */

/** Books a receivable (or, if negative, a payable) against an account; it is settled when due. */
export function openItem(books: Books, item: OpenItem, against: AccountRef, amount: Big): void {
  const { account, currency, units } = item
  if (units.eq(0)) return
  books.ledger.post({ account, currency }, against, amount, units)
  books.items.push(item)
}

/** Receives and pays everything due on or before a day. */
export function settle(books: Books, day: Day): void {
  const { ledger } = books
  const open: OpenItem[] = []
  for (const item of books.items) {
    if (item.due > day) {
      open.push(item)
      continue
    }
    const { account, currency, units } = item
    const from = { account, currency }
    const all = ledger.units(from)
    const amount = all.eq(units) ? ledger.net(from) : ledger.net(from).times(units).div(all)
    ledger.post({ account: 'cash', currency }, from, amount, units)
  }
  books.items = open
}

/** The bank's interest on the opening balance, and its charges. */
export function bankInterest(books: Books, from: Day, to: Day): void {
  const { fund, ledger } = books
  const days = daysBetween(from, to)
  for (const currency of ledger.cashCurrencies()) {
    const place: AccountRef = { account: 'cash', currency }
    const had = ledger.units(place)
    if (had.lte(0)) continue
    const units = had.times(((OVERNIGHT[currency] * days) / 360).toFixed(10)).round(2)
    ledger.post(place, 'bankInterest', units.times(fundRate(currency, fund.currency, to)), units)
  }
  ledger.post('bankCharges', 'cash', new Big(1.85).times(days))
}

/** Fractions of the total net assets: above the first, cash in another currency is converted down to the second. */
const MAX_ABROAD = 0.008
const KEPT_ABROAD = 0.003

/** Converts what the fund does not need in other currencies into its own, on the first day of a period. */
export function changeMoney(books: Books): void {
  const { fund, ledger, tna } = books
  const day = businessDaysAfter(books.day, 1)
  for (const currency of ledger.cashCurrencies()) {
    const place: AccountRef = { account: 'cash', currency }
    if (currency === fund.currency || ledger.net(place).lt(tna.times(MAX_ABROAD))) continue
    const rate = fundRate(currency, fund.currency, day)
    const retained = tna.times(KEPT_ABROAD).div(rate).round(0)
    const units = ledger.units(place).minus(retained)
    ledger.post('cash', place, units.times(rate), units)
  }
}

/** The inventory lines of the money at the bank, as delivered. */
export function cashLines({ ledger, fund }: Books, { rate }: Quotes): LineFigures[] {
  return ledger.cashCurrencies().map((currency) => ({
    ...PLAIN_LINE,
    code: `CASH-${currency}`,
    name: `Current account ${currency}`,
    type: 'Cash',
    currency,
    quantity: ledger.units({ account: 'cash', currency }).toFixed(2),
    rate: currency === fund.currency ? '1' : rate(currency),
    marketValue: ledger.net({ account: 'cash', currency }).toFixed(2),
  }))
}

/** The fields of a line that is not a security. */
export const PLAIN_LINE = {
  isin: null,
  subtype: null,
  price: null,
  priceDate: null,
  priceFactor: null,
  accrued: null,
  navPercent: '0',
  maturity: null,
  issuer: null,
  issuerKind: null,
  coupon: null,
  lastCoupon: null,
  dayCount: null,
} as const

/** Cash in the fund's currency, as a fraction of its total net assets. */
export const cashPart = ({ ledger, tna }: Books): number => Number(ledger.net('cash').div(tna))

export const foreignStart = (currency: DemoCurrency, fund: Books['fund']): boolean =>
  fund.type !== 'MONEY MARKET' && currency !== fund.currency && (currency === 'EUR' || currency === 'USD')
