import type { NumberFormat } from 'db/seed/demo/workbooks/xlsx'
import type { Day } from '~/platform/values/day'
import type { FundModel } from './fund-model'

/** What a cell is given: a decimal written as a number cell, a day as a date cell, and so on. */
export type Cell =
  | null
  | { number: string; format?: NumberFormat }
  | { text: string }
  | { day: Day }
  | { boolean: boolean }
  | { error: '#N/A' | '#DIV/0!' | '#REF!' | '#VALUE!' | '#NAME?' | '#NUM!' | '#NULL!' }
  | { formula: string; result?: number | boolean; format?: NumberFormat }

export type PlanKind = 'NAV' | 'Balance' | 'Inventory' | 'Matching'

interface Column {
  /** Name of the value in a row; it is the field's name in control-data.ts, or any name for an extra column. */
  key: string
  header: string
}

/** A table before it is laid out on a sheet: change rows, headers, order and preamble freely. */
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
  /** Sheets that hold no table, before or after the others. */
  extraSheets?: { name: string; rows: Cell[][]; before?: boolean; hidden?: boolean }[]
}

export type SetKind = 'FIA3' | 'FIA2' | 'MFFA'

export const text = (value: string | null): Cell => (value === null ? null : { text: value })
export const number = (value: string | null, format?: NumberFormat): Cell =>
  value === null ? null : { number: value, format }
export const day = (value: Day | null): Cell => (value === null ? null : { day: value })

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

/** The table of one kind, as a clean export of a fund accounting system would have it. */
export function tablePlan(model: FundModel, kind: PlanKind): TablePlan {
  return {
    kind,
    sheet: kind,
    preamble: [
      { label: 'Fund code', value: text(model.fundCode) },
      { label: 'Fund name', value: text(model.fundName) },
      { label: 'NAV date', value: day(model.navDate) },
      { label: 'Fund currency', value: text(model.fundCurrency) },
    ],
    preambleAt: { row: 1, column: 1 },
    columns: HEADERS[kind].map((column) => ({ ...column })),
    rows: ROWS[kind](model),
  }
}

/** The workbooks of an upload, in the order of the upload dialog; change them before `writeBook`. */
export function planSet(model: FundModel, set: SetKind): BookPlan[] {
  const of = (kind: PlanKind) => tablePlan(model, kind)
  const file = (kind: string) => `${kind} ${model.fundCode} ${model.navDate}.xlsx`
  if (set === 'MFFA') {
    return [
      { file: file('Balance Sheet'), tables: [of('Balance')] },
      { file: file('Nav Pack'), tables: [of('NAV'), of('Inventory')] },
    ]
  }
  const kinds: PlanKind[] = set === 'FIA3' ? ['NAV', 'Balance', 'Inventory'] : ['NAV', 'Balance']
  return kinds.map((kind) => ({ file: file(kind), tables: [of(kind)] }))
}

/** The management company's matching workbook that agrees with the inventory. */
export function planMatching(model: FundModel): BookPlan {
  return { file: `Matching ${model.fundCode} ${model.navDate}.xlsx`, tables: [tablePlan(model, 'Matching')] }
}

/** The table of a kind among the workbooks of a set, to be changed in place. */
export function tableIn(books: BookPlan[], kind: PlanKind): TablePlan {
  const table = books.flatMap((book) => book.tables).find((each) => each.kind === kind)
  if (!table) throw new Error(`no ${kind} table in this set`)
  return table
}

/** The first row whose cells hold these texts or numbers, to be changed in place: `rowIn(nav, { type: 'FUND TNA' })`. */
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

const ROWS: Record<PlanKind, (model: FundModel) => Record<string, Cell>[]> = {
  NAV: (model) => {
    const row = (type: string, code: string, currency: string, value: string, name: string | null) => ({
      type: text(type),
      code: text(code),
      name: text(name),
      currency: text(currency),
      value: number(value),
    })
    const fund = (type: string, value: string) =>
      row(type, model.fundCode, model.fundCurrency, value, model.fundName)
    return [
      fund('TOTAL ASSETS', model.totalAssets),
      fund('TOTAL LIABILITIES', model.totalLiabilities),
      fund('FUND TNA', model.tna),
      ...model.classes.flatMap((each) => [
        row('CLASS TNA', each.code, each.currency, each.tna, each.name),
        row('SHARES', each.code, each.currency, each.shares, each.name),
        row('SUBSCRIPTIONS', each.code, each.currency, each.subscriptions, each.name),
        row('REDEMPTIONS', each.code, each.currency, each.redemptions, each.name),
        row('NAV PER SHARE', each.code, each.currency, each.navPerShare, each.name),
        ...(each.distribution === null
          ? []
          : [row('DISTRIBUTION PER SHARE', each.code, each.currency, each.distribution, each.name)]),
      ]),
      ...model.fxRates.map((each) => row('FX RATE', each.currency, model.fundCurrency, each.rate, null)),
    ]
  },
  Balance: (model) =>
    model.balance.map((each) => ({
      accountNumber: text(each.accountNumber),
      accountName: text(each.accountName),
      currency: text(each.currency),
      debtor: number(each.debtor),
      creditor: number(each.creditor),
    })),
  Inventory: (model) =>
    model.inventory.map((each) => ({
      instrumentCode: text(each.instrumentCode),
      isin: text(each.isin),
      instrumentName: text(each.instrumentName),
      type: text(each.type),
      subtype: text(each.subtype),
      quotationCurrency: text(each.quotationCurrency),
      quantity: number(each.quantity),
      price: number(each.price),
      priceDate: day(each.priceDate),
      priceFactor: number(each.priceFactor),
      fxRate: number(each.fxRate),
      accruedInterest: number(each.accruedInterest),
      marketValue: number(each.marketValue),
      navPercent: number(each.navPercent),
      maturityDate: day(each.maturityDate),
      issuer: text(each.issuer),
      issuerKind: text(each.issuerKind),
      coupon: number(each.coupon),
      lastCouponDate: day(each.lastCouponDate),
      dayCount: text(each.dayCount),
    })),
  Matching: (model) =>
    model.inventory
      .filter((each) => each.type !== 'Cash')
      .map((each) => ({
        instrumentCode: text(each.instrumentCode),
        isin: text(each.isin),
        instrumentName: text(each.instrumentName),
        currency: text(each.quotationCurrency),
        quantity: number(each.quantity),
        price: number(each.price),
        marketValue: number(each.marketValue),
      })),
}
