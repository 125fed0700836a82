import { type Q, q } from '../rule-oracle/exact'
import { isinCheck } from '../rule-oracle/inventory-rules'
import type { Fee, ShareClass } from './control-set'
import type { FundType, LineType } from './fund-model'

/** What happened to a fund, before bookkeeping. Changing values are lists with an entry per NAV date. */
export interface World {
  code: string
  name: string
  currency: string
  type: FundType
  regime: 'UCITS' | 'AIF'
  /** Its NAV dates, oldest first. */
  dates: string[]
  /** Fund currency per unit, by the administrator’s rates; without the fund currency. */
  rates: Record<string, Q[]>
  holdings: Holding[]
  /** The bank of the account in fund currency, if the inventory names it. */
  bank: string | null
  /** Accounts in other currencies, without movements. */
  accounts: { currency: string; units: Q; bank: string | null }[]
  classes: WorldClass[]
  fees: Fee[]
  /** Income of the year up to the first date. */
  income: Q
  /** Received since the previous date. */
  dividends: Q[]
  /** Receivables (above 0) or payables of the fund, in the currency of the account. */
  items: { account: string; name: string; currency: string; amounts: Q[] }[]
  /** Flows that the administrator forgot to book in capital and cash. */
  unbooked: boolean
  /** A factor for all accrued interest on the last date; 1 is right. */
  accruedTimes: string
}

export interface Holding {
  code: string
  name: string
  type: LineType
  subtype: string | null
  currency: string
  /** Null if not held. */
  quantities: (Q | null)[]
  prices: Q[]
  priceDates: string[]
  /** Of a derivative, not explained by quantity and price. */
  values: Q[] | null
  factor: string | null
  isin: string | null
  issuer: string | null
  issuerKind: string | null
  coupon: string | null
  lastCoupons: (string | null)[]
  dayCount: string | null
  maturity: string | null
  /** Its quantity changed because of a split, not a trade. */
  split: boolean
}

export interface WorldClass {
  of: ShareClass
  name: string
  /** Its value on the first date, or its opening price. */
  shares: Q
  price: Q
  bought: Q[]
  sold: Q[]
  /** Paid per share since the previous date. */
  distributions: Q[]
  /** It opens on the second date. */
  opens: boolean
  /** The NAVs per share, by date, at which its deals were really done; by default its own. */
  dealtAt?: Q[]
}

export const NO_BOND = { factor: null, coupon: null, dayCount: null, maturity: null } as const

/** Fund currency per unit on a date. */
export const rateOf = ({ currency: home, rates }: World, currency: string, at: number): Q =>
  currency === home ? q(1) : (rates[currency]?.[at] ?? q(1))

/** The ISIN of a country and a nine-character body, with its check digit. */
export function isinOf(country: string, body: string): string {
  const eleven = country + body.padStart(9, '0')
  return eleven + isinCheck(eleven)
}
