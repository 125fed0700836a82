import type { Decimal } from '~/platform/values/decimal'
import type { InstrumentType } from './workbooks/control-data'

/** In the order in which they apply. */
export const MATCHING_OUTCOMES = [
  'MATCHED',
  'QUANTITY BREAK',
  'PRICE BREAK',
  'VALUE BREAK',
  'MISSING AT ADMINISTRATOR',
  'MISSING AT MANAGER',
] as const
export type MatchingOutcome = (typeof MATCHING_OUTCOMES)[number]

/** One side's position: its lines of one key, summed; the first price. */
export interface Position {
  instrumentCode: string
  instrumentName: string
  isin: string | null
  /** Quotation currency. */
  currency: string
  /** Null at the manager, whose table has no types. */
  type: InstrumentType | null
  quantity: Decimal
  price: Decimal | null
  /** In fund currency. */
  marketValue: Decimal
  file: string
  sheet: string
  /** Rows of the lines in the sheet. */
  rows: number[]
}

export interface MatchingRow {
  outcome: MatchingOutcome
  matchedBy: 'ISIN and currency' | 'Instrument code' | null
  administrator: Position | null
  manager: Position | null
  /** Manager - administrator; an absent side counts 0. */
  quantityDifference: Decimal
  /** Null when either side has no price. */
  priceDifference: Decimal | null
  /** Manager - administrator in fund currency; an absent side counts 0. */
  valueDifference: Decimal
  /** Value difference in basis points of FUND TNA, two decimals; null when FUND TNA is not above 0. */
  basisPoints: Decimal | null
}

export interface MatchingResult {
  fundCode: string
  navDate: string
  fundCurrency: string
  fundTna: Decimal
  /** Pairs in the inventory's order, then what is missing at the manager, then at the administrator. */
  rows: MatchingRow[]
}
