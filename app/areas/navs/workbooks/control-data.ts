import { type NAV_TYPES, CLASS_TYPES as TYPES_OF_CLASSES } from '~/platform/formats/nav-types'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'

/** The content of a control upload: plain data that can be passed to a worker and into the database. */

export type TableKind = 'NAV' | 'Balance' | 'Inventory' | 'Matching'

/** A value with the address of its cell ("B3"). */
export interface Sourced<T> {
  value: T
  cell: string
  /** Missing: the sheet of its table; '' for a value that no cell holds, whose `cell` says where it comes from. */
  sheet?: string
}

export interface Preamble {
  fundCode: Sourced<string>
  navDate: Sourced<Day>
  fundCurrency: Sourced<string>
  fundName: Sourced<string> | null
}

/** The position of a table; with a line's `row` it gives the cell of each value. */
export interface TableSource {
  kind: TableKind
  /** Place of the workbook in the upload, from 0. */
  fileIndex: number
  file: string
  sheet: string
  headerRow: number
  /** Field of the line → column letters; an optional column that is absent has no entry. */
  columns: Readonly<Record<string, string>>
  preamble: Preamble
  /** Row and field of values that stand elsewhere than `columns` says: layouts of file formats. */
  places?: Readonly<Record<string, Readonly<Record<string, ValuePlace>>>>
}

/**
 * The sheet and cell of a value: "Bonds" and "F12", or "F12 + G12" for a sum. A value that no cell holds has '' for the
 * sheet, and the format with its version for the cell.
 */
export type ValuePlace = readonly [sheet: string, cell: string]

export interface Table<Line> {
  source: TableSource
  lines: Line[]
}

export interface NavLine {
  row: number
  /** Canonical upper case, such as "NAV PER SHARE". */
  type: NavType
  code: string
  currency: string
  value: Decimal
  name: string | null
}

export type NavType = (typeof NAV_TYPES)[number]

/** The elements whose code is a share class. */
export const CLASS_TYPES: readonly NavType[] = TYPES_OF_CLASSES

export interface BalanceLine {
  row: number
  accountNumber: string
  accountName: string
  /** The account's own currency; both sides are in fund currency. */
  currency: string
  /** Blank counts as "0". */
  debtor: Decimal
  creditor: Decimal
}

export const INSTRUMENT_TYPES = ['Equity', 'Bond', 'Fund', 'Derivative', 'Cash', 'Other'] as const
export type InstrumentType = (typeof INSTRUMENT_TYPES)[number]

export interface InventoryLine {
  row: number
  instrumentCode: string
  instrumentName: string
  type: InstrumentType
  subtype: string | null
  quotationCurrency: string
  quantity: Decimal | null
  price: Decimal | null
  priceDate: Day | null
  /** In fund currency, accrued interest included. */
  marketValue: Decimal
  isin: string | null
  priceFactor: Decimal | null
  fxRate: Decimal | null
  /** In fund currency. */
  accruedInterest: Decimal | null
  /** In percent: "12.5" means 12.5 %. */
  navPercent: Decimal | null
  maturityDate: Day | null
  issuer: string | null
  /** "GOVERNMENT" or anything else. */
  issuerKind: string | null
  /** In percent a year. */
  coupon: Decimal | null
  lastCouponDate: Day | null
  /** "30/360", "ACT/360", "ACT/365", "ACT/ACT", or whatever else the file has. */
  dayCount: string | null
  /** Where the price is of. Missing in controls from before there were second sources. */
  exchange?: string | null
}

export interface MatchingLine {
  row: number
  instrumentCode: string
  instrumentName: string
  currency: string
  quantity: Decimal
  price: Decimal | null
  marketValue: Decimal
  isin: string | null
}

/** The tables of one control upload. */
export interface ControlData {
  fundCode: string
  navDate: Day
  nav: Table<NavLine>
  balance: Table<BalanceLine>
  /** Null for a control of two FIA files. */
  inventory: Table<InventoryLine> | null
}

/** The table of a management company's matching workbook. */
export interface MatchingData {
  fundCode: string
  navDate: Day
  matching: Table<MatchingLine>
}
