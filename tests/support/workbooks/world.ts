import { type Q, q } from '../rule-oracle/exact'
import { isinCheck } from '../rule-oracle/inventory-rules'
import type { Fee, ShareClass } from './control-set'
import type { FundType, LineType } from './fund-model'

/** What happened to a fund before anybody books it. What changes is a list with an entry for each NAV date. */
export interface World {
  code: string
  name: string
  currency: string
  type: FundType
  regime: 'UCITS' | 'AIF'
  /** Its NAV dates, oldest first. */
  dates: string[]
  /** Fund currency of one unit, as the administrator has it; without the fund currency. */
  rates: Record<string, Q[]>
  holdings: Holding[]
  /** The bank of the account in fund currency, where the inventory names it. */
  bank: string | null
  /** Accounts in other currencies, on which nothing moves. */
  accounts: { currency: string; units: Q; bank: string | null }[]
  classes: WorldClass[]
  fees: Fee[]
  /** Income of the year up to the first date. */
  income: Q
  /** Received since the date before. */
  dividends: Q[]
  /** What the fund is to get (above 0) or to pay, in the currency of its account. */
  items: { account: string; name: string; currency: string; amounts: Q[] }[]
  /** Flows that the administrator forgot to book in the capital and the cash. */
  unbooked: boolean
  /** By how much all accrued interest of the last date is wrong; 1 is right. */
  accruedTimes: string
}

export interface Holding {
  code: string
  name: string
  type: LineType
  subtype: string | null
  currency: string
  /** Null where it is not held. */
  quantities: (Q | null)[]
  prices: Q[]
  priceDates: string[]
  /** Of a derivative, which no quantity and price explain. */
  values: Q[] | null
  factor: string | null
  isin: string | null
  issuer: string | null
  issuerKind: string | null
  coupon: string | null
  lastCoupons: (string | null)[]
  dayCount: string | null
  maturity: string | null
  /** Its quantity changed because it was split, not traded. */
  split: boolean
}

export interface WorldClass {
  of: ShareClass
  name: string
  /** What it has on the first date, or at which price it opens. */
  shares: Q
  price: Q
  bought: Q[]
  sold: Q[]
  /** Paid since the date before, per share. */
  distributions: Q[]
  /** It opens on the second date. */
  opens: boolean
}

export const NO_BOND = { factor: null, coupon: null, dayCount: null, maturity: null } as const

/** Fund currency of one unit on a date. */
export const rateOf = ({ currency: home, rates }: World, currency: string, at: number): Q =>
  currency === home ? q(1) : (rates[currency]?.[at] ?? q(1))

/** The ISIN of a country and a nine character body, with its right check digit. */
export function isinOf(country: string, body: string): string {
  const eleven = country + body.padStart(9, '0')
  return eleven + isinCheck(eleven)
}
