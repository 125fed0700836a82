import type { BalanceModel, FundType, InstrumentModel } from './fund-model'

/** All input of a control as plain rows: numbers are decimal texts, days yyyy-MM-dd, null is a blank cell. */
export const FUND_TYPES: FundType[] = ['MONEY MARKET', 'BOND', 'MIXED', 'EQUITY', 'ALTERNATIVE']
export type Provider = 'FIA' | 'MFFA'

interface Fund {
  code: string
  currency: string
  type: FundType
  regime: 'UCITS' | 'AIF'
  provider: Provider
  set: 'FIA 2' | 'FIA 3' | 'MFFA' | null
  /** MM-dd; null is 31 December. */
  yearEnd: string | null
}

export interface ShareClass {
  code: string
  currency: string
  decimals: number
  from: string | null
  to: string | null
  reference: boolean
  hedged: boolean
  /** % per year. */
  fee: string
}

export type AccountClass =
  | 'capital'
  | 'securities'
  | 'accrued interest'
  | 'receivables'
  | 'payables'
  | 'accrued expenses'
  | 'cash'
  | 'expenses'
  | 'income'
  | 'results'
  | 'suspense'

export interface PlanEntry {
  prefix: string
  class: AccountClass
  /** Null is the usual side of the class. */
  side: 'debit' | 'credit' | 'both' | null
}

export interface Fee {
  prefix: string
  from: string
  to: string | null
  /** % per year of FUND TNA. */
  rate: string | null
  /** Per year, in fund currency. */
  amount: string | null
  days: '365' | '360' | 'ACT'
}

export interface NavRow {
  type: string
  code: string
  name?: string
  currency: string
  value: string
}
/** The fields of a line whose columns may be missing in an Inventory. */
export type OptionalField =
  | 'isin'
  | 'priceFactor'
  | 'fxRate'
  | 'accruedInterest'
  | 'navPercent'
  | 'maturityDate'
  | 'issuer'
  | 'issuerKind'
  | 'coupon'
  | 'lastCouponDate'
  | 'dayCount'

export interface Upload {
  date: string
  /** Fund currency in the preamble of NAV, Balance and Inventory. */
  preambles: string[]
  nav: NavRow[]
  balance: BalanceModel[]
  /** Null for two-file uploads. */
  lines: InstrumentModel[] | null
  missing: OptionalField[]
}

/** A tolerance set instead of the contract’s: by rule and subject, such as "N10" or "I04 Equity". */
interface Setting {
  key: string
  level: 'fund' | 'type' | 'provider' | 'all'
  /** In the unit of the contract's table: %, bp, weekdays, points or an amount. */
  value: string
}

interface OtherPrice {
  isin: string
  currency: string
  priceDate: string
  price: string
}
export interface OtherFund {
  fund: string
  navDate: string
  cancelled: boolean
  lines: OtherPrice[]
}

export interface ControlSet {
  name: string
  fund: Fund
  classes: ShareClass[]
  plan: PlanEntry[]
  fees: Fee[]
  siteCurrency: string
  rates: { currency: string; date: string; rate: string }[]
  benchmark: { date: string; level: string }[] | null
  settings: Setting[]
  previous: Upload | null
  now: Upload
  /** NAV PER SHARE by class in the first round sent; null if none was. */
  firstSent: Record<string, string> | null
  others: OtherFund[]
  /** The planted faults, shown if the two sides disagree. */
  planted: string[]
}

export const PLAN: PlanEntry[] = [
  { prefix: '1', class: 'capital', side: null },
  { prefix: '2', class: 'securities', side: null },
  { prefix: '3', class: 'receivables', side: null },
  { prefix: '38', class: 'accrued interest', side: null },
  { prefix: '4', class: 'payables', side: null },
  { prefix: '46', class: 'accrued expenses', side: null },
  { prefix: '5', class: 'cash', side: null },
  { prefix: '6', class: 'expenses', side: null },
  { prefix: '69', class: 'results', side: null },
  { prefix: '7', class: 'income', side: null },
  { prefix: '79', class: 'results', side: null },
  { prefix: '9', class: 'suspense', side: null },
]
