import { CLASS_TYPES, NAV_TYPES } from './nav-types'

/** The tables that a file format may read, with their columns: contracts of NAV controls and second sources. */

export const KINDS = [
  'NAV',
  'BALANCE',
  'INVENTORY',
  'MATCHING',
  'REGISTER',
  'CASH',
  'POSITIONS',
  'PRICES',
  'ANNOUNCEMENTS',
  'DEALS',
] as const
export type Kind = (typeof KINDS)[number]

export type FactName = 'Fund code' | 'NAV date' | 'Date' | 'Fund currency' | 'Fund name'

export interface KindColumn {
  name: string
  /** "percent": a number whose cells formatted in percent count times 100; "type": a word of `types`. */
  value: 'text' | 'number' | 'percent' | 'date' | 'type'
  /** A format must say where it stands. */
  needed: boolean
  /** Its cell may be blank. */
  mayBeBlank: boolean
}

export interface KindOfTable {
  columns: readonly KindColumn[]
  /** The facts that a table of this kind must have, and those that it may have. */
  facts: { needed: readonly FactName[]; others: readonly FactName[] }
  /** The words of the column Type, as they are stored. */
  types: readonly string[]
  /** Pairs of columns of which each line fills one. */
  either: readonly (readonly [string, string])[]
}

type Notation = [name: string, value?: KindColumn['value'], mayBeBlank?: boolean]

const columns = (needed: readonly Notation[], others: readonly Notation[] = []): KindColumn[] => [
  ...needed.map(([name, value = 'text', mayBeBlank = false]) => ({ name, value, needed: true, mayBeBlank })),
  ...others.map(([name, value = 'text']) => ({ name, value, needed: false, mayBeBlank: true })),
]

const OF_NAVS = {
  needed: ['Fund code', 'NAV date', 'Fund currency'],
  others: ['Fund name'],
} as const
const OF_SOURCES = { needed: ['Fund code', 'Date'], others: [] } as const
const NONE = { types: [], either: [] } as const

export const KIND_TABLES: Readonly<Record<Kind, KindOfTable>> = {
  NAV: {
    columns: columns([['Type', 'type'], ['Code'], ['Currency'], ['Value', 'number']], [['Name']]),
    facts: OF_NAVS,
    types: NAV_TYPES,
    either: [],
  },
  BALANCE: {
    columns: columns([
      ['Account number'],
      ['Account name'],
      ['Currency'],
      ['Balance debtor', 'number', true],
      ['Balance creditor', 'number', true],
    ]),
    facts: OF_NAVS,
    ...NONE,
  },
  INVENTORY: {
    columns: columns(
      [
        ['Instrument code'],
        ['Instrument name'],
        ['Type', 'type'],
        ['Quotation currency'],
        ['Quantity', 'number', true],
        ['Market value', 'number'],
      ],
      [
        ['Subtype'],
        ['Price', 'number'],
        ['Price date', 'date'],
        ['ISIN'],
        ['Price factor', 'number'],
        ['FX rate', 'number'],
        ['Accrued interest', 'number'],
        ['% NAV', 'percent'],
        ['Maturity date', 'date'],
        ['Issuer'],
        ['Issuer kind'],
        ['Coupon', 'percent'],
        ['Last coupon date', 'date'],
        ['Day count'],
        ['Exchange'],
      ],
    ),
    facts: OF_NAVS,
    types: ['Equity', 'Bond', 'Fund', 'Derivative', 'Cash', 'Other'],
    either: [],
  },
  MATCHING: {
    columns: columns(
      [
        ['Instrument code'],
        ['Instrument name'],
        ['Currency'],
        ['Quantity', 'number'],
        ['Price', 'number', true],
        ['Market value', 'number'],
      ],
      [['ISIN']],
    ),
    facts: OF_NAVS,
    ...NONE,
  },
  REGISTER: {
    columns: columns(
      [['Class code'], ['Shares outstanding', 'number']],
      [
        ['Issued', 'number'],
        ['Redeemed', 'number'],
      ],
    ),
    facts: OF_SOURCES,
    ...NONE,
  },
  CASH: {
    columns: columns([['Account'], ['Currency'], ['Balance', 'number']], [['Pending', 'number']]),
    facts: OF_SOURCES,
    ...NONE,
  },
  POSITIONS: {
    columns: columns(
      [['Quantity', 'number']],
      [['Instrument code'], ['ISIN'], ['Pending', 'number'], ['Market value', 'number']],
    ),
    facts: OF_SOURCES,
    types: [],
    either: [['Instrument code', 'ISIN']],
  },
  PRICES: {
    columns: columns(
      [['ISIN'], ['Currency'], ['Price', 'number'], ['Price date', 'date']],
      [['Exchange'], ['Price factor', 'number']],
    ),
    facts: { needed: [], others: [] },
    ...NONE,
  },
  ANNOUNCEMENTS: {
    columns: columns(
      [['Ex date', 'date'], ['Currency'], ['Rate', 'number']],
      [['ISIN'], ['Class code'], ['Net rate', 'number'], ['Event']],
    ),
    facts: { needed: [], others: ['Fund code'] },
    types: [],
    either: [['ISIN', 'Class code']],
  },
  DEALS: {
    columns: columns(
      [['Class code'], ['Holder reference'], ['Side'], ['Shares', 'number']],
      [['Shares at end', 'number'], ['Price', 'number'], ['Kind'], ['Link']],
    ),
    facts: { needed: ['Fund code', 'NAV date'], others: [] },
    ...NONE,
  },
}

/** Columns of a Balance that replace debtor and creditor: an amount with its sign, and the side that it is on. */
const SIGNED_BALANCE: readonly KindColumn[] = [
  { name: 'Balance', value: 'number', needed: false, mayBeBlank: false },
  { name: 'Side', value: 'text', needed: false, mayBeBlank: true },
]

/** The columns of a row of share classes, in the shape "classes" of a NAV part. */
const CLASS_COLUMNS: readonly KindColumn[] = [
  { name: 'Class code', value: 'text', needed: true, mayBeBlank: false },
  { name: 'Class currency', value: 'text', needed: true, mayBeBlank: false },
  ...CLASS_TYPES.map((name): KindColumn => ({ name, value: 'number', needed: false, mayBeBlank: true })),
]

/** The columns that a part of a kind and shape may have. */
export function columnsOf(kind: Kind, shape: 'rows' | 'classes' | 'labels'): readonly KindColumn[] {
  if (shape === 'classes') return CLASS_COLUMNS
  return kind === 'BALANCE' ? [...KIND_TABLES.BALANCE.columns, ...SIGNED_BALANCE] : KIND_TABLES[kind].columns
}
