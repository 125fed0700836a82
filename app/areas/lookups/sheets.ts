import { MATRIX_SHEET } from '~/areas/authorisation-matrix/matrix-columns'
import { ACCOUNT_SHEET } from '~/areas/bank-accounts/account'
import { FORMAT_SHEET } from '~/areas/navs/formats/format-sheet'
import { readExpected } from '~/areas/navs/sources/expected-sources'
import { PROCESS_SHEETS } from '~/areas/processes/definitions/definition-columns'
import type { CellText } from '~/platform/tables/cell-text'
import type { SheetRow, Values } from '~/platform/tables/column'
import {
  CellFault,
  type Column,
  choice,
  column,
  currency,
  day,
  digits,
  optionalChoice,
  optionalCountry,
  optionalDay,
  optionalDecimal,
  optionalLei,
  optionalText,
  optionalTime,
  optionalWholeNumber,
  optionalYearDay,
  partOfHundred,
  percentage,
  positiveDecimal,
  queues,
  text,
  wholeNumber,
  yesNo,
} from '~/platform/tables/column'

/** The sheets of funds and of the values that their NAVs are compared with: NAV controls contract, section 5. */

/** What the accounts of an expense type hold: what is due for it, or what was paid in advance. */
const ACCOUNTS_HOLD = ['accrued', 'prepaid'] as const
const FUND_TYPES = ['MONEY MARKET', 'BOND', 'MIXED', 'EQUITY', 'ALTERNATIVE'] as const
export const ACCOUNT_CLASSES = [
  'capital',
  'securities',
  'accrued interest',
  'receivables',
  'payables',
  'accrued expenses',
  'cash',
  'expenses',
  'income',
  'results',
  'suspense',
] as const
/** The workbooks that the controls of a fund must have, with the provider that sends them. */
export const STORED_SETS = { 'FIA 2': 'FIA', 'FIA 3': 'FIA', MFFA: 'MFFA' } as const
const SETS = Object.keys(STORED_SETS) as (keyof typeof STORED_SETS)[]
export const isStoredSet = (set: unknown): set is keyof typeof STORED_SETS =>
  SETS.some((each) => each === set)

/** A class that is hedged to the currencies of the portfolio instead of the fund currency. */
export const PORTFOLIO = 'portfolio'

const isHedged = yesNo('Hedged')

function readHedging(cell: CellText): boolean | typeof PORTFOLIO | CellFault {
  if (cell.code().toLowerCase() === PORTFOLIO) return PORTFOLIO
  const value = isHedged.read(cell)
  return value instanceof CellFault ? new CellFault(`is neither yes, no nor ${PORTFOLIO}`) : value
}

function readExpectedSources(cell: CellText): string | CellFault {
  const written = cell.code()
  const read = readExpected(written)
  return typeof read === 'string' ? new CellFault(read) : written
}

const FUND_SHEETS = {
  Funds: {
    code: text('Fund code', { key: true }),
    name: text('Name'),
    currency: currency('Currency'),
    type: choice('Type', FUND_TYPES),
    regime: choice('Regime', ['UCITS', 'AIF']),
    provider: choice('Provider', ['FIA', 'MFFA']),
    clientValidation: yesNo('Client validation'),
    accountant: optionalText('Accountant'),
    benchmark: optionalText('Benchmark'),
    legalEntity: optionalText('Legal entity', { synonyms: ['Entity', 'Umbrella'] }),
    calendar: optionalText('Calendar'),
    controlSet: optionalChoice('Set', SETS),
    yearEnd: optionalYearDay('Year end'),
    reserved: yesNo('Reserved', { blank: false }),
    closedEnded: yesNo('Closed-ended', { blank: false }),
    expectedSources: column<string | null>('Expected sources', readExpectedSources, { blank: null }),
    announcementsKept: yesNo('Announcements kept', { blank: false }),
    cashElsewhere: optionalText('Cash elsewhere'),
  },
  'Share classes': {
    code: text('Code', { key: true }),
    fundCode: text('Fund code'),
    name: text('Name'),
    currency: currency('Currency'),
    decimals: wholeNumber('Decimals', 0, 8),
    activeFrom: optionalDay('Active from'),
    activeTo: optionalDay('Active to'),
    reference: yesNo('Reference'),
    hedged: column<boolean | typeof PORTFOLIO>('Hedged', readHedging, { blank: false }, 'boolean'),
    managementFee: percentage('Management fee', '0'),
    shareDecimals: optionalWholeNumber('Share decimals', 0, 8),
  },
  'Fee schedule': {
    fundCode: text('Fund code', { key: true }),
    accountPrefix: digits('Account prefix', { key: true }),
    validFrom: day('From', { key: true }),
    validTo: optionalDay('To'),
    rate: percentage('Rate', null),
    amount: optionalDecimal('Amount'),
    days: choice('Days', ['365', '360', 'ACT']),
  },
  'NAV calendar': {
    fundCode: text('Fund code', { key: true }),
    navDate: day('NAV date', { key: true }),
    maxPrebalanceDate: optionalDay('Max prebalance date'),
    maxPrebalanceTime: optionalTime('Max prebalance time'),
    maxSendingDate: optionalDay('Max sending date'),
    maxSendingTime: optionalTime('Max sending time'),
  },
  Benchmarks: {
    benchmark: text('Benchmark', { key: true }),
    date: day('Date', { key: true }),
    level: positiveDecimal('Level'),
  },
  'Account plan': {
    prefix: digits('Prefix', { key: true }),
    accountClass: choice('Class', ACCOUNT_CLASSES),
    side: optionalChoice('Side', ['debit', 'credit', 'both']),
    dividends: yesNo('Dividends', { blank: false }),
  },
  Vendors: {
    sender: text('Sender', { key: true }),
    order: wholeNumber('Order', 1, 9_999),
  },
} as const

/** The sheets of the reference data workbook and their columns: NAV controls contract, section 5. */

export const ENTITY_KINDS = ['COMPANY', 'SUPPLIER', 'SUPPLIER FUND', 'FUND'] as const
/** In the order in which they take effect: rows that others refer to come first. */
export const SHEETS = {
  Currencies: { code: currency('Code', { key: true, synonyms: ['Currency'] }), name: text('Name') },
  'Legal entities': {
    name: text('Name', { key: true }),
    kind: choice('Kind', ENTITY_KINDS),
    jurisdiction: optionalText('Jurisdiction'),
    vatNumber: optionalText('VAT number'),
    deadDate: optionalDay('Dead date'),
    managementCompany: optionalText('Management company', { synonyms: ['Manco'] }),
    calendar: optionalText('Calendar'),
    // As long as ISO 20022 takes them.
    street: optionalText('Street', { longest: 70 }),
    buildingNumber: optionalText('Number', { longest: 16, synonyms: ['Building number', 'House number'] }),
    postCode: optionalText('Post code', { longest: 16, synonyms: ['Postal code', 'Zip code'] }),
    town: optionalText('Town', { longest: 35, synonyms: ['City'] }),
    country: optionalCountry('Country'),
    lei: optionalLei('LEI'),
  },
  Users: {
    userName: text('User name', { key: true }),
    firstName: text('First name'),
    lastName: text('Last name'),
    role: text('Role'),
    homepage: text('Homepage', { blank: '' }),
    queues: queues('Queues'),
  },
  Authorisations: {
    userName: text('User name', { key: true }),
    functionId: text('Function', { key: true }),
    add: yesNo('Add'),
    update: yesNo('Update'),
    delete: yesNo('Delete'),
  },
  ...FUND_SHEETS,
  'Exchange rates': {
    currency: currency('Currency', { key: true }),
    date: day('Date', { key: true }),
    rate: positiveDecimal('Rate'),
  },
  'Expense types': {
    name: text('Name', { key: true, synonyms: ['Expense type'] }),
    category: optionalText('Category'),
  },
  'Expense accounts': {
    expenseType: text('Expense type', { key: true }),
    holds: choice('Holds', ACCOUNTS_HOLD, { key: true }),
    accountPrefix: digits('Account prefix', { key: true }),
    legalEntity: optionalText('Legal entity', { key: true, synonyms: ['Entity'] }),
    fundCode: optionalText('Fund code', { key: true, synonyms: ['Fund'] }),
  },
  'Routine types': { name: text('Name', { key: true, synonyms: ['Routine type'] }) },
  'Client validators': {
    legalEntity: text('Legal entity', { key: true, synonyms: ['Entity', 'Client'] }),
    firstName: text('First name', { key: true }),
    lastName: text('Last name', { key: true }),
    isRetired: yesNo('Retired', { blank: false, synonyms: ['Is retired'] }),
  },
  'Authorisation matrix': MATRIX_SHEET,
  'Bank accounts': ACCOUNT_SHEET,
  'Recoverable VAT': {
    legalEntity: text('Settling entity', { key: true, synonyms: ['Legal entity', 'Entity'] }),
    share: partOfHundred('Recoverable %'),
    validFrom: day('Valid from', { key: true }),
    validTo: optionalDay('Valid to'),
  },
  'Allocation keys': {
    legalEntity: text('Settling entity', { key: true, synonyms: ['Legal entity', 'Entity'] }),
    fundCode: text('Sub-fund', { key: true, synonyms: ['Fund code', 'Fund'] }),
    share: partOfHundred('Part %'),
    validFrom: day('Valid from', { key: true }),
    validTo: optionalDay('Valid to'),
  },
  ...PROCESS_SHEETS,
  'File formats': FORMAT_SHEET,
  'Calendar holidays': {
    calendar: text('Calendar', { key: true }),
    date: day('Date', { key: true }),
    name: text('Name', { blank: '', synonyms: ['Holiday'] }),
  },
} as const satisfies Record<string, Record<string, Column>>

export type SheetName = keyof typeof SHEETS
/** The values of one row of a sheet, by field. */
export type RowOf<S extends SheetName> = SheetRow<(typeof SHEETS)[S]>

/** The sheets of dated shares. */
export const SHARE_SHEETS = ['Recoverable VAT', 'Allocation keys'] as const
export type ShareSheet = (typeof SHARE_SHEETS)[number]
export const isShareSheet = (sheet: SheetName): sheet is ShareSheet =>
  SHARE_SHEETS.some((each) => each === sheet)

export const SHEET_NAMES = Object.keys(SHEETS) as SheetName[]

const COLUMNS = new Map(SHEET_NAMES.map((sheet) => [sheet, Object.entries<Column>(SHEETS[sheet])]))
const KEYS = new Map(
  SHEET_NAMES.map((sheet) => [sheet, columnsOf(sheet).flatMap(([field, { key }]) => (key ? [field] : []))]),
)

export function columnsOf(sheet: SheetName): [field: string, column: Column][] {
  return COLUMNS.get(sheet) ?? []
}

/** The key of a row among the rows of its sheet. */
export function keyOf(sheet: SheetName, values: Values): string {
  return JSON.stringify((KEYS.get(sheet) ?? []).map((field) => values[field] ?? null))
}

/** The key for people: "LU-EQ 2026-01-30". */
export function keyText(sheet: SheetName, values: Values): string {
  return (KEYS.get(sheet) ?? []).flatMap((field) => values[field] ?? []).join(' ')
}
