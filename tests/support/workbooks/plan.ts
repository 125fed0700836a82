import type { NumberFormat } from 'db/seed/demo/workbooks/xlsx'
import type { NavRow, Upload } from './control-set'
import type { ClassModel, FundModel } from './fund-model'

/** The content of a cell: a decimal as a number cell, a day as a date cell, and so on. */
export type Cell =
  | null
  | { number: string; format?: NumberFormat }
  | { text: string }
  | { day: string }
  | { boolean: boolean }
  | { error: '#N/A' | '#DIV/0!' | '#REF!' | '#VALUE!' | '#NAME?' | '#NUM!' | '#NULL!' }
  | { formula: string; result?: number | boolean; format?: NumberFormat }

export type PlanKind = 'NAV' | 'Balance' | 'Inventory' | 'Matching'

interface Column {
  /** Name of the value in a row: the field’s name in control-data.ts, or any name for an extra column. */
  key: string
  header: string
}

/** A table before layout on a sheet: rows, headers, order and preamble can be changed freely. */
export interface TablePlan {
  kind: PlanKind
  sheet: string
  hidden?: boolean
  /** Label and value, in this order, above the header. */
  preamble: { label: string; value: Cell }[]
  /** Where the preamble's labels start: row and column from 1. */
  preambleAt: { row: number; column: number }
  /** Blank cells between a label and its value. Default 0. */
  preambleGap?: number
  /** Row of the header from 1; default the second row after the preamble. */
  headerRow?: number
  /** Column of the first header, from 1. Default 1. */
  firstColumn?: number
  columns: Column[]
  rows: Record<string, Cell>[]
}

/** A workbook before it is written. */
export interface BookPlan {
  file: string
  tables: TablePlan[]
  /** Sheets without a table, before or after the others. */
  extraSheets?: { name: string; rows: Cell[][]; before?: boolean; hidden?: boolean }[]
}

export type SetKind = 'FIA3' | 'FIA2' | 'MFFA'

export const text = (value: string | null): Cell => (value === null ? null : { text: value })
export const number = (value: string | null, format?: NumberFormat): Cell =>
  value === null ? null : { number: value, format }
export const day = (value: string | null): Cell => (value === null ? null : { day: value })

const HEADERS: Record<PlanKind, Column[]> = {
  NAV: columns('type:Type, code:Code, name:Name, currency:Currency, value:Value'),
  Balance: columns(
    'accountNumber:Account number, accountName:Account name, currency:Currency, debtor:Balance debtor, creditor:Balance creditor',
  ),
  Inventory: columns(
    'instrumentCode:Instrument code, isin:ISIN, instrumentName:Instrument name, type:Type, subtype:Subtype, quotationCurrency:Quotation currency, quantity:Quantity, price:Price, priceDate:Price date, priceFactor:Price factor, fxRate:FX rate, accruedInterest:Accrued interest, marketValue:Market value, navPercent:% NAV, maturityDate:Maturity date, issuer:Issuer, issuerKind:Issuer kind, coupon:Coupon, lastCouponDate:Last coupon date, dayCount:Day count',
  ),
  Matching: columns(
    'instrumentCode:Instrument code, isin:ISIN, instrumentName:Instrument name, currency:Currency, quantity:Quantity, price:Price, marketValue:Market value',
  ),
}

function columns(list: string): Column[] {
  return list.split(', ').map((pair) => {
    const [key = '', header = ''] = pair.split(':')
    return { key, header }
  })
}

const NUMBERS =
  'value debtor creditor quantity price priceFactor fxRate accruedInterest marketValue navPercent coupon'.split(
    ' ',
  )
const DAYS = 'priceDate maturityDate lastCouponDate'.split(' ')

function cellOf(key: string, value: string | null): Cell {
  if (NUMBERS.includes(key)) return number(value)
  return DAYS.includes(key) ? day(value) : text(value)
}

/** A fund as named in the preamble of a table. */
export interface NamedFund {
  code: string
  name: string | null
}

/** The table of one kind, as a clean export from a fund accounting system. */
export const tablePlan = (model: FundModel, kind: PlanKind) => tableOf(fundOf(model), uploadOf(model), kind)
const fundOf = ({ fundCode, fundName }: FundModel): NamedFund => ({ code: fundCode, name: fundName })

function tableOf(fund: NamedFund, upload: Upload, kind: PlanKind): TablePlan {
  const columns = HEADERS[kind].filter(({ key }) => !(upload.missing as string[]).includes(key))
  const currency = upload.preambles[{ NAV: 0, Balance: 1, Inventory: 2, Matching: 0 }[kind]]
  return {
    kind,
    sheet: kind,
    preamble: [
      { label: 'Fund code', value: text(fund.code) },
      ...(fund.name === null ? [] : [{ label: 'Fund name', value: text(fund.name) }]),
      { label: 'NAV date', value: day(upload.date) },
      { label: 'Fund currency', value: text(currency ?? null) },
    ],
    preambleAt: { row: 1, column: 1 },
    columns: columns.map((column) => ({ ...column })),
    rows: rowsOf(upload, kind).map((row) =>
      Object.fromEntries(columns.map(({ key }) => [key, cellOf(key, row[key] ?? null)])),
    ),
  }
}

function rowsOf({ nav, balance, lines }: Upload, kind: PlanKind): Record<string, string | null>[] {
  const each = <Row extends object>(rows: Row[]) => rows.map((row) => ({ ...row }) as Record<string, string>)
  if (kind === 'NAV') return each(nav)
  if (kind === 'Balance') return each(balance)
  if (kind === 'Inventory') return each(lines ?? [])
  const positions = (lines ?? []).filter(({ type }) => type !== 'Cash')
  return each(positions.map((line) => ({ ...line, currency: line.quotationCurrency })))
}

/** The submitted figures: neither reference data nor benchmark. */
type SentFigures = Omit<FundModel, 'fundType' | 'regime' | 'benchmarkLevel' | 'classes'> & {
  classes: Omit<ClassModel, 'decimals' | 'hedged' | 'reference' | 'managementFee'>[]
}

/** The administrator’s part of a fund’s figures. */
export function uploadOf(model: SentFigures): Upload {
  const ofFund = (type: string, value: string): NavRow => ({
    type,
    code: model.fundCode,
    name: model.fundName,
    currency: model.fundCurrency,
    value,
  })
  return {
    date: model.navDate,
    preambles: [model.fundCurrency, model.fundCurrency, model.fundCurrency],
    nav: [
      ofFund('TOTAL ASSETS', model.totalAssets),
      ofFund('TOTAL LIABILITIES', model.totalLiabilities),
      ofFund('FUND TNA', model.tna),
      ...model.classes.flatMap(({ code, name, currency, ...of }): NavRow[] => {
        const row = (type: string, value: string) => ({ type, code, name, currency, value })
        return [
          row('CLASS TNA', of.tna),
          row('SHARES', of.shares),
          row('SUBSCRIPTIONS', of.subscriptions),
          row('REDEMPTIONS', of.redemptions),
          row('NAV PER SHARE', of.navPerShare),
          ...(of.distribution === null ? [] : [row('DISTRIBUTION PER SHARE', of.distribution)]),
        ]
      }),
      ...model.fxRates.map(({ currency, rate }) => ({
        type: 'FX RATE',
        code: currency,
        currency: model.fundCurrency,
        value: rate,
      })),
    ],
    balance: structuredClone(model.balance),
    lines: structuredClone(model.inventory),
    missing: [],
  }
}

/** The workbooks of an upload, in the order of the upload dialog; change them before `writeBook`. */
export const planSet = (model: FundModel, set: SetKind) => planUpload(fundOf(model), uploadOf(model), set)

export function planUpload(fund: NamedFund, upload: Upload, set: SetKind): BookPlan[] {
  const book = (name: string, ...kinds: PlanKind[]): BookPlan => ({
    file: `${name} ${fund.code} ${upload.date}.xlsx`,
    tables: kinds.map((kind) => tableOf(fund, upload, kind)),
  })
  if (set === 'MFFA') return [book('Balance Sheet', 'Balance'), book('Nav Pack', 'NAV', 'Inventory')]
  const books = [book('NAV', 'NAV'), book('Balance', 'Balance')]
  return set === 'FIA3' ? [...books, book('Inventory', 'Inventory')] : books
}

/** The management company’s matching workbook, in line with the inventory. */
export function planMatching(model: FundModel): BookPlan {
  return { file: `Matching ${model.fundCode} ${model.navDate}.xlsx`, tables: [tablePlan(model, 'Matching')] }
}

/** The table of a kind in the workbooks of a set, to be changed in place. */
export function tableIn(books: BookPlan[], kind: PlanKind): TablePlan {
  const table = books.flatMap((book) => book.tables).find((each) => each.kind === kind)
  if (!table) throw new Error(`no ${kind} table in this set`)
  return table
}

/** The first row with these texts or numbers, to be changed in place: `rowIn(nav, { type: 'FUND TNA' })`. */
export function rowIn(table: TablePlan, match: Record<string, string>): Record<string, Cell> {
  const row = table.rows.find((each) =>
    Object.entries(match).every(([key, value]) => {
      const cell = each[key]
      return (
        cell != null &&
        (('text' in cell && cell.text === value) || ('number' in cell && cell.number === value))
      )
    }),
  )
  if (!row) throw new Error(`no row of ${table.kind} holds ${JSON.stringify(match)}`)
  return row
}
