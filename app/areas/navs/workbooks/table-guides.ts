import type { ExampleCell, TableGuide } from '~/platform/exports/table-guide'
import { NAV_TYPES } from '~/platform/formats/nav-types'
import type { ControlSet } from '../nav'
import { INSTRUMENT_TYPES, type TableKind } from './control-data'
import { headingsOf, NUMBER_FIELDS, TABLE_COLUMNS } from './find-table'

/** Describes a column: what it holds, and what it accepts if that is more than its kind says. */
type Words = readonly [about: string, accepts?: string]

interface TableWords {
  about: string
  columns: Readonly<Record<string, Words>>
  rows: readonly (readonly ExampleCell[])[]
}

const CURRENCY: Words = ['Three capital letters (ISO 4217).']
const DATES = ['priceDate', 'maturityDate', 'lastCouponDate']

const TABLE_WORDS: Readonly<Record<TableKind, TableWords>> = {
  NAV: {
    about:
      'The figures of the fund and of its share classes, one row each. Required rows: TOTAL ASSETS, TOTAL LIABILITIES and FUND TNA (total net assets).',
    columns: {
      type: ['What the figure is.', NAV_TYPES.join(', ')],
      code: ['Code of the fund, of the share class, or of the currency for an FX RATE.'],
      currency: ['Currency of the figure; for an FX RATE the fund currency.'],
      value: [
        'The figure: an amount, a number of shares, or the fund currency for one unit. SUBSCRIPTIONS and REDEMPTIONS are shares since the last NAV.',
      ],
      name: ['Name, for readers.'],
    },
    rows: [
      ['TOTAL ASSETS', 'LIN01', 'EUR', 1002000, null],
      ['TOTAL LIABILITIES', 'LIN01', 'EUR', 2000, null],
      ['FUND TNA', 'LIN01', 'EUR', 1000000, null],
      ['CLASS TNA', 'LIN01-A', 'EUR', 1000000, 'A (acc)'],
      ['SHARES', 'LIN01-A', 'EUR', 10000, 'A (acc)'],
      ['SUBSCRIPTIONS', 'LIN01-A', 'EUR', 0, 'A (acc)'],
      ['REDEMPTIONS', 'LIN01-A', 'EUR', 0, 'A (acc)'],
      ['NAV PER SHARE', 'LIN01-A', 'EUR', 100, 'A (acc)'],
      ['FX RATE', 'USD', 'EUR', 0.8634, null],
    ],
  },
  Balance: {
    about: 'The trial balance of the fund: its accounts with their balances in fund currency.',
    columns: {
      accountNumber: ['Number of the account; its first digits say what it holds (account plan).'],
      accountName: ['Name of the account.'],
      currency: ['Currency of the account itself.'],
      debtor: ['Balance to the debit, in fund currency; may be blank.'],
      creditor: ['Balance to the credit, in fund currency; may be blank.'],
    },
    rows: [
      ['101000', 'Capital', 'EUR', null, 990000],
      ['221000', 'Shares', 'EUR', 900000, null],
      ['511000', 'Cash at the depositary', 'EUR', 102000, null],
      ['461100', 'Accrued management fee', 'EUR', null, 2000],
      ['611000', 'Management fee', 'EUR', 10000, null],
      ['711000', 'Dividends', 'EUR', null, 20000],
    ],
  },
  Inventory: {
    about: 'The positions of the fund, one row each, with cash lines. Rows of totals are skipped.',
    columns: {
      instrumentCode: ['Code of the instrument or of the cash line; the same at each NAV.'],
      instrumentName: ['Name of the instrument.'],
      type: ['Kind of instrument.', INSTRUMENT_TYPES.join(', ')],
      subtype: ['Finer kind, for readers; may be blank.'],
      quotationCurrency: ['Currency of the price.'],
      quantity: ['Number of units, or nominal amount; may be blank for cash.'],
      price: ['Price in the quotation currency; may be blank.'],
      priceDate: ['Day of the price; may be blank.'],
      marketValue: ['Value in fund currency, accrued interest included.'],
      isin: ['ISIN, checked by its check digit.'],
      priceFactor: ['0.01 where prices are in percent; blank counts as 1.'],
      fxRate: ['Fund currency for one unit of the quotation currency.'],
      accruedInterest: ['In fund currency; part of the market value.'],
      navPercent: ['Part of the NAV in percent: 12.5 means 12.5 %.'],
      maturityDate: ['Of bonds and derivatives.'],
      issuer: ['Name of the issuer, for the limits of concentration.'],
      issuerKind: ['GOVERNMENT for states; their limits are higher.'],
      coupon: ['Percent per year.'],
      lastCouponDate: ['Day from which interest accrues.'],
      dayCount: ['How interest counts days.', '30/360, ACT/360, ACT/365, ACT/ACT'],
      exchange: ['Where the price is of, for comparing it with that of a vendor; may be blank.'],
    },
    rows: [
      [
        'EQ001',
        'Alder Industries AG',
        'Equity',
        null,
        'EUR',
        5000,
        80,
        '2027-01-29',
        400000,
        'DE00LINDEN09',
        1,
        1,
        null,
        40,
        null,
        'Alder Industries AG',
        null,
        null,
        null,
        null,
      ],
      [
        'BD001',
        'Maple Republic 3 % 2032',
        'Bond',
        'Government',
        'EUR',
        498750,
        100,
        '2027-01-29',
        500000,
        'LU00LINDEN09',
        0.01,
        1,
        1250,
        50,
        '2032-01-01',
        'Republic of Maple',
        'GOVERNMENT',
        3,
        '2027-01-01',
        'ACT/ACT',
      ],
      [
        'CASH-EUR',
        'Cash EUR',
        'Cash',
        null,
        'EUR',
        102000,
        null,
        null,
        102000,
        null,
        null,
        1,
        null,
        10.2,
        null,
        null,
        null,
        null,
        null,
        null,
      ],
    ],
  },
  Matching: {
    about:
      'The management company’s positions, one row each. They are matched by ISIN and currency, then by code.',
    columns: {
      instrumentCode: ['Code of the instrument.'],
      instrumentName: ['Name of the instrument.'],
      currency: CURRENCY,
      quantity: ['Number of units, or nominal amount.'],
      price: ['Price in that currency; may be blank.'],
      marketValue: ['Value in fund currency.'],
      isin: ['ISIN.'],
    },
    rows: [
      ['EQ001', 'Alder Industries AG', 'EUR', 5000, 80, 400000, 'DE00LINDEN09'],
      ['BD001', 'Maple Republic 3 % 2032', 'EUR', 498750, 100, 500000, 'LU00LINDEN09'],
    ],
  },
}

/** Above the header of each table. */
const LABELS = [
  ['Fund code', 'LIN01'],
  ['Fund name', 'Linden Funds – World Equities'],
  ['NAV date', '2027-01-29'],
  ['Fund currency', 'EUR'],
] as const

function acceptsOf(kind: TableKind, field: string, header: string): string {
  const own = TABLE_WORDS[kind].columns[field]?.[1]
  const value = NUMBER_FIELDS[kind].includes(field)
    ? 'a number'
    : DATES.includes(field)
      ? 'a date: date cell, dd/MM/yyyy or yyyy-MM-dd'
      : 'text'
  const others = headingsOf(header).slice(1)
  return `${own ?? value}${others.length === 0 ? '' : ` (also headed ${others.join(' or ')})`}`
}

/** What a table of a control or of a matching must contain: its columns come from those that are read. */
function guideOf(kind: TableKind): TableGuide {
  const { about, columns, rows } = TABLE_WORDS[kind]
  return {
    name: kind === 'Matching' ? 'Positions' : kind,
    about,
    labels: LABELS,
    columns: TABLE_COLUMNS[kind].map(({ field, header, required }) => ({
      header,
      required,
      about: columns[field]?.[0] ?? '',
      accepts: acceptsOf(kind, field, header),
    })),
    rows,
  }
}

/** The workbooks that have templates, by their name in addresses: the tables of each. */
const TEMPLATES = {
  nav: ['NAV'],
  balance: ['Balance'],
  inventory: ['Inventory'],
  'nav-pack': ['NAV', 'Inventory'],
  positions: ['Matching'],
} as const satisfies Record<string, readonly TableKind[]>
type Template = keyof typeof TEMPLATES

/** The tables of a template; null if there is none of this name. */
export function templateTables(name: string): readonly TableGuide[] | null {
  const found = Object.entries<readonly TableKind[]>(TEMPLATES).find(([template]) => template === name)
  return found ? found[1].map(guideOf) : null
}

/** The files of each set: what administrators call them, and their template. */
const SET_FILES: Readonly<Record<ControlSet, readonly Template[]>> = {
  FIA2: ['nav', 'balance'],
  FIA3: ['nav', 'balance', 'inventory'],
  MFFA: ['nav-pack', 'balance'],
}

/** Which administrators send such a set, and how its files are made up. */
export const SET_WORDS: Readonly<Record<ControlSet, string>> = {
  FIA2: 'FIA is the fund accounting of an administrator. This set has two workbooks: NAV and Balance. Rules on positions do not apply without an Inventory.',
  FIA3: 'FIA is the fund accounting of an administrator. This set has three workbooks: NAV, Balance and Inventory.',
  MFFA: 'MultiFonds is the accounting system of some administrators. This set has two workbooks: the Balance Sheet, and the Nav Pack with NAV and Inventory.',
}

const hrefOf = (template: Template) => `/nav-controls/templates/${template}.xlsx`

/** The tables of a set with the template of their file. */
export const tablesOfSet = (set: ControlSet) =>
  SET_FILES[set].flatMap((template) =>
    TEMPLATES[template].map((kind) => ({ guide: guideOf(kind), href: hrefOf(template) })),
  )

/** The positions of a management company, with their template. */
export const POSITIONS = { guide: guideOf('Matching'), href: hrefOf('positions') }
