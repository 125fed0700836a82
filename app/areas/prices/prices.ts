import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'

/** A line that holds an instrument. */
export interface Holding {
  key: string
  nav_id: number
  fund_code: string
  provider: string
  instrument_code: string
  currency: string
  price_date: Day
  price: Decimal
  median: Decimal
  deviation: Decimal | null
  quantity: Decimal | null
  market_value: Decimal
  effect: Decimal | null
  /** The result of rule I15 for this NAV; null for controls that ran without it. */
  result: string | null
}

/** The rate of a currency in one fund, and the stored one. */
export interface RateRow {
  key: string
  nav_id: number
  currency: string
  fund_code: string
  provider: string
  fund_currency: string
  rate: Decimal
  /** Stored rate of the currency / stored rate of the fund currency; null where one of them is missing or too old. */
  stored: Decimal | null
  /** The day of the older of the two. */
  stored_date: Day | null
  /** In percent of the stored rate. */
  deviation: Decimal | null
  /** In basis points of FUND TNA, over all lines in this currency. */
  effect: Decimal | null
  size: Decimal
}

/** What one justification is for: an instrument by its ISIN (rule I15), or a currency (rule N13). */
export interface Subject {
  rule: 'I15' | 'N13'
  navDate: Day
  /** ISIN or currency. */
  code: string
}

/** A result that names the subject, and what a justification of it would do. */
export interface JustifiableResult {
  rule_result_id: number
  nav_id: number
  control_id: number
  fund_code: string
  /** OK - justified or NOK. */
  result: string
  comment: string
  /** Why it stays as it is, in a sentence; null where it becomes "OK - justified". */
  why_not: string | null
}
