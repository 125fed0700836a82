import { NAV_TYPES } from '~/platform/formats/nav-types'
import { DomainError } from '~/platform/values/domain-error'
import { collectFaults, type Faults, type FoundFaults, shownText } from '~/platform/workbooks/cells'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import type { DataRow } from '~/platform/workbooks/table-rows'
import {
  type BalanceLine,
  type ControlData,
  INSTRUMENT_TYPES,
  type InstrumentType,
  type InventoryLine,
  type NavLine,
  type NavType,
  type Table,
  type TableKind,
  type TableSource,
} from './control-data'
import { type FoundTable, findTables, NO_PREAMBLE, openTable } from './found-table'
import { type LinesByColumn, linesJson, linesOf } from './lines-by-column'
import {
  CONTROL_KINDS,
  type ControlKind,
  checkSet,
  type RecognisedFile,
  recognisedAs,
  type SetKind,
} from './recognise-set'

const TOTAL_WORD = /^(total|subtotal)(?=$|[\s:])/i

/**
 * True for a total row of a Balance or an Inventory: its first filled cell is the word Total or Subtotal, and its key
 * (account number or instrument code) is blank or starts with that word.
 */
function isTotalRow(row: DataRow, keyField: string): boolean {
  if (row.first.kind !== 'text') return false
  const word = TOTAL_WORD.exec(row.first.text.trim())?.[1]?.toLowerCase()
  if (!word) return false
  const key = row.cells.get(keyField)
  return !key || TOTAL_WORD.exec(shownText(key))?.[1]?.toLowerCase() === word
}

/** The lines of a Balance table, total rows left out. The faults name every cell that cannot be read. */
function readBalance(found: FoundTable, faults: Faults): Table<BalanceLine> {
  const { source, rows, read } = openTable(found, faults, (row) => isTotalRow(row, 'accountNumber'))
  const lines = rows.map((row): BalanceLine => {
    for (const field of ['accountNumber', 'accountName', 'currency']) read.require(row, field)
    return {
      row: row.row,
      accountNumber: read.text(row, 'accountNumber') ?? '',
      accountName: read.text(row, 'accountName') ?? '',
      currency: read.text(row, 'currency') ?? '',
      debtor: read.number(row, 'debtor') ?? '0',
      creditor: read.number(row, 'creditor') ?? '0',
    }
  })
  return { source, lines }
}

const INSTRUMENT_TYPE_BY_NAME = new Map<string, InstrumentType>(
  INSTRUMENT_TYPES.map((type) => [type.toLowerCase(), type]),
)
const NEVER_BLANK = ['instrumentCode', 'instrumentName', 'type', 'quotationCurrency', 'marketValue']

/** The lines of an Inventory table, total rows left out. The faults name every cell that cannot be read. */
function readInventory(found: FoundTable, faults: Faults): Table<InventoryLine> {
  const { source, rows, read } = openTable(found, faults, (row) => isTotalRow(row, 'instrumentCode'))
  const lines = rows.map((row): InventoryLine => {
    for (const field of NEVER_BLANK) read.require(row, field)
    const written = read.text(row, 'type')
    const type = written === null ? undefined : INSTRUMENT_TYPE_BY_NAME.get(written.toLowerCase())
    if (written !== null && !type) {
      read.fault(row, 'type', `"${written}" is not a type of instrument (${INSTRUMENT_TYPES.join(', ')})`)
    }
    if (type && type !== 'Cash') read.require(row, 'quantity')
    return {
      row: row.row,
      instrumentCode: read.text(row, 'instrumentCode') ?? '',
      instrumentName: read.text(row, 'instrumentName') ?? '',
      type: type ?? 'Other',
      subtype: read.text(row, 'subtype'),
      quotationCurrency: read.text(row, 'quotationCurrency') ?? '',
      quantity: read.number(row, 'quantity'),
      price: read.number(row, 'price'),
      priceDate: read.day(row, 'priceDate'),
      marketValue: read.number(row, 'marketValue') ?? '0',
      isin: read.text(row, 'isin'),
      priceFactor: read.number(row, 'priceFactor'),
      fxRate: read.number(row, 'fxRate'),
      accruedInterest: read.number(row, 'accruedInterest'),
      navPercent: read.percent(row, 'navPercent'),
      maturityDate: read.day(row, 'maturityDate'),
      issuer: read.text(row, 'issuer'),
      issuerKind: read.text(row, 'issuerKind'),
      coupon: read.percent(row, 'coupon'),
      lastCouponDate: read.day(row, 'lastCouponDate'),
      dayCount: read.text(row, 'dayCount'),
      exchange: read.text(row, 'exchange'),
    }
  })
  return { source, lines }
}

const NAV_TYPE_BY_NAME = new Map<string, NavType>(NAV_TYPES.map((type) => [type.toLowerCase(), type]))
const FUND_FIGURES: readonly NavType[] = ['FUND TNA', 'TOTAL ASSETS', 'TOTAL LIABILITIES']

/** The lines of a NAV table. The faults name every cell that cannot be read, and fund figures that are missing. */
function readNav(found: FoundTable, faults: Faults): Table<NavLine> {
  const before = faults.count()
  const { source, rows, read } = openTable(found, faults, () => false)
  const lines = rows.map((row): NavLine => {
    for (const field of ['type', 'code', 'currency', 'value']) read.require(row, field)
    const written = read.text(row, 'type')
    const type = written === null ? undefined : NAV_TYPE_BY_NAME.get(written.toLowerCase())
    if (written !== null && !type) {
      read.fault(row, 'type', `"${written}" is not a type of the NAV table (${NAV_TYPES.join(', ')})`)
    }
    return {
      row: row.row,
      type: type ?? 'FUND TNA',
      code: read.text(row, 'code') ?? '',
      currency: read.text(row, 'currency') ?? '',
      value: read.number(row, 'value') ?? '0',
      name: read.text(row, 'name'),
    }
  })
  if (faults.count() === before) addMissingFigures(source, lines, faults)
  return { source, lines }
}

/** Adds the fund's own figures that a NAV table lacks. With other faults, a figure may only seem to be missing. */
export function addMissingFigures(
  { file, sheet, preamble }: TableSource,
  lines: readonly Pick<NavLine, 'type' | 'code'>[],
  faults: Faults,
): void {
  if (preamble === NO_PREAMBLE) return
  const fund = preamble.fundCode.value
  for (const type of FUND_FIGURES)
    if (!lines.some((line) => line.type === type && line.code === fund))
      faults.add(file, sheet, null, `the NAV table has no ${type} with the fund's code "${fund}"`)
}

export interface UploadedFile {
  name: string
  bytes: Uint8Array
}

/** A table of a workbook, read with whatever faults it has. */
export interface ReadTable {
  source: TableSource
  /** NavLine[], BalanceLine[] or InventoryLine[] as JSON by column (`LinesByColumn`): it is stored unparsed. */
  lines: string
  faults: FoundFaults
}

/** A workbook of a control, read by itself: plain data for another thread. */
export interface ReadFile extends RecognisedFile {
  tables: ReadTable[]
}

const READERS: Record<ControlKind, (found: FoundTable, faults: Faults) => Table<object>> = {
  NAV: readNav,
  Balance: readBalance,
  Inventory: readInventory,
}

/**
 * Reads one workbook of a control upload.
 * @param fileIndex its place in the upload, from 0
 * @throws DomainError 'invalid' when it is not a workbook
 */
export async function readFile({ bytes, name }: UploadedFile, fileIndex: number): Promise<ReadFile> {
  const workbook = await readWorkbook(bytes, name)
  const found = findTables(workbook, fileIndex, CONTROL_KINDS)
  const tables = found.map((table): ReadTable => {
    const faults = collectFaults()
    const kind = table.kind as ControlKind
    const { source, lines } = READERS[kind](table, faults)
    return { source, lines: linesJson(kind, lines), faults: faults.found() }
  })
  const kinds = found.map(({ kind }) => kind)
  return { file: workbook.file, kinds, recognisedAs: recognisedAs(workbook, found), tables }
}

/**
 * The tables of a control upload: each goes to the database unparsed, and is parsed only in the threads that need it.
 */
export interface ControlTables {
  nav: ReadTable
  balance: ReadTable
  /** Null for a control of two FIA files. */
  inventory: ReadTable | null
}

/**
 * The tables of a control from its files, each read or refused. All faults are one DomainError 'invalid': files that are
 * not workbooks, a set that is not the expected one, or the list of faults with their cells.
 */
export function joinFiles(
  files: readonly PromiseSettledResult<ReadFile>[],
  expected: SetKind,
): ControlTables {
  const read = allRead(files)
  checkSet(read, expected)
  return joinTables(read)
}

/** The same of files that are a whole set. @throws DomainError 'invalid' with the faults and their cells */
export function joinTables(read: readonly ReadFile[]): ControlTables {
  const of = (wanted: TableKind) =>
    read.flatMap(({ tables }) => tables).find(({ source }) => source.kind === wanted) ?? null
  // The set has both.
  const [nav, balance, inventory] = [of('NAV') as ReadTable, of('Balance') as ReadTable, of('Inventory')]
  const tables = { nav, balance, inventory }
  const faults = collectFaults(tablesOf(tables).map((table) => table.faults))
  agree(
    tablesOf(tables).map(({ source }) => source),
    faults,
  )
  faults.refuseIfAny()
  // An inventory without lines may say nothing of its fund.
  if (!inventory || isStated(inventory.source)) return tables
  const { preamble } = nav.source
  return { ...tables, inventory: { ...inventory, source: { ...inventory.source, preamble } } }
}

/** Whether a table says its fund and date; compared by value, as it comes from another thread. */
const isStated = ({ preamble }: TableSource) => preamble.fundCode.value !== NO_PREAMBLE.fundCode.value

/** The tables that there are: of the NAV, the balance and, where there is one, the inventory. */
export function tablesOf({ nav, balance, inventory }: ControlTables): ReadTable[] {
  return inventory ? [nav, balance, inventory] : [nav, balance]
}

/** The tables with their lines. */
export function controlData({ nav, balance, inventory }: ControlTables): ControlData {
  const { fundCode, navDate } = nav.source.preamble
  return {
    fundCode: fundCode.value,
    navDate: navDate.value,
    nav: parsed<NavLine>('NAV', nav),
    balance: parsed<BalanceLine>('Balance', balance),
    inventory: inventory && parsed<InventoryLine>('Inventory', inventory),
  }
}

function parsed<Line>(kind: ControlKind, { source, lines }: ReadTable): Table<Line> {
  return { source, lines: linesOf<Line>(kind, JSON.parse(lines) as LinesByColumn) }
}

/** All files of an upload. @throws DomainError 'invalid' that names each one that is not a workbook */
export function allRead<File>(files: readonly PromiseSettledResult<File>[]): File[] {
  const errors: unknown[] = files.flatMap((file) => (file.status === 'rejected' ? [file.reason] : []))
  const refusals = errors.filter(isOfFile)
  // An error that is not a file's fault, such as too many waiting, is reported alone.
  if (refusals.length < errors.length) throw errors.find((error) => !isOfFile(error))
  if (refusals.length === 1) throw refusals[0]
  if (refusals.length > 1)
    throw new DomainError('invalid', `${refusals.length} files cannot be read:`, {
      list: refusals.map(({ message }) => message),
    })
  return files.flatMap((file) => (file.status === 'fulfilled' ? [file.value] : []))
}

const isOfFile = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === 'invalid'

/** Fund code and NAV date must be the same above every table. */
function agree(sources: readonly TableSource[], faults: Faults): void {
  const sound = sources.filter(isStated)
  const [first, ...others] = sound
  for (const source of others) {
    for (const [label, field] of [
      ['Fund code', 'fundCode'],
      ['NAV date', 'navDate'],
    ] as const) {
      const value = source.preamble[field]
      const expected = first?.preamble[field]
      if (!expected || value.value === expected.value) continue
      const what = `${label} "${value.value}" differs from "${expected.value}" in ${first.file}, ${expected.sheet ?? first.sheet}!${expected.cell}`
      faults.add(source.file, value.sheet ?? source.sheet, value.cell, what)
    }
  }
}
