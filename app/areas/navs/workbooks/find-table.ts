import { nameIn } from '~/platform/workbooks/cells'
import type { Row, Sheet } from '~/platform/workbooks/workbook'
import type { TableKind } from './control-data'

/** A name as headers and labels are compared: without case, accents and surrounding blanks; runs of blanks are one. */
export function folded(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()
}

const SYNONYMS: Record<string, string[]> = {
  Name: ['Nom'],
  Currency: ['Ccy', 'Devise', 'Währung'],
  Value: ['Valeur', 'Wert'],
  'Account number': ['Account', 'Compte', 'Konto'],
  'Account name': ['Libellé', 'Bezeichnung'],
  'Balance debtor': ['Debit', 'Débit', 'Soll'],
  'Balance creditor': ['Credit', 'Crédit', 'Haben'],
  Quantity: ['Quantité', 'Stück'],
  Price: ['Cours', 'Kurs'],
  'Market value': ['Valeur boursière', 'Kurswert'],
}

/** A column's name and its synonyms. */
export const headingsOf = (name: string): string[] => [name, ...(SYNONYMS[name] ?? [])]

const CANONICAL = new Map(
  Object.entries(SYNONYMS).flatMap(([name, others]) =>
    others.map((other) => [folded(other), folded(name)] as const),
  ),
)

/** The one name that a header and its synonyms share: "Devise" and " CCY " both give "currency". */
function canonicalHeader(header: string): string {
  const name = folded(header)
  return CANONICAL.get(name) ?? name
}

/** A field of a line and the header of its column. */
export interface ColumnRule {
  field: string
  header: string
  required: boolean
}

export interface HeaderRow {
  row: number
  /** Field → column number. */
  columns: Map<string, number>
  /** Headers of required columns that the row lacks; empty for a table's header. */
  missing: string[]
}

const HEADER_WITHIN = 30

/** The columns of a row that carry these headers; of equal headers the leftmost counts. */
function matchHeaders(row: Row, rules: readonly ColumnRule[]): HeaderRow {
  const places = new Map<string, number>()
  for (const cell of row.cells) {
    const text = nameIn(cell)
    if (text === null) continue
    const name = canonicalHeader(text)
    if (!places.has(name)) places.set(name, cell.column)
  }
  const columns = new Map<string, number>()
  const missing: string[] = []
  for (const rule of rules) {
    const column = places.get(canonicalHeader(rule.header))
    if (column !== undefined) columns.set(rule.field, column)
    else if (rule.required) missing.push(rule.header)
  }
  return { row: row.row, columns, missing }
}

/** The first row within the first 30 of the sheet that holds every required column. */
export function findHeader(sheet: Sheet, rules: readonly ColumnRule[]): HeaderRow | null {
  for (const row of sheet.rows) {
    if (row.row > HEADER_WITHIN) return null
    const match = matchHeaders(row, rules)
    if (match.missing.length === 0) return match
  }
  return null
}

/** The row with the most required columns, which a refusal names; null where no row has any. */
export function nearestHeader(sheet: Sheet, rules: readonly ColumnRule[]): HeaderRow | null {
  const required = rules.filter((rule) => rule.required).length
  let nearest: HeaderRow | null = null
  for (const row of sheet.rows) {
    if (row.row > HEADER_WITHIN) break
    const match = matchHeaders(row, rules)
    if (match.missing.length === required) continue
    if (!nearest || match.missing.length < nearest.missing.length) nearest = match
  }
  return nearest
}

/** So many headings of a file are named. */
const MAX_HEADINGS = 30

/** The headings in a row, for messages. */
export function headingsIn(sheet: Sheet, row: number): string[] {
  const cells = sheet.rows.find((each) => each.row === row)?.cells ?? []
  return cells.flatMap((cell) => nameIn(cell)?.trim() ?? []).slice(0, MAX_HEADINGS)
}

function columns(required: string, optional: string): ColumnRule[] {
  const of = (list: string, must: boolean) =>
    list.split(',').map((pair) => {
      const [field = '', header = ''] = pair.trim().split(':')
      return { field, header, required: must }
    })
  return [...of(required, true), ...of(optional, false)]
}

/** The columns of each table: field of its line and header. */
export const TABLE_COLUMNS: Readonly<Record<TableKind, ColumnRule[]>> = {
  NAV: columns('type:Type, code:Code, currency:Currency, value:Value', 'name:Name'),
  Balance: columns(
    'accountNumber:Account number, accountName:Account name, currency:Currency, debtor:Balance debtor, creditor:Balance creditor',
    '',
  ).filter((rule) => rule.field !== ''),
  Inventory: columns(
    'instrumentCode:Instrument code, instrumentName:Instrument name, type:Type, subtype:Subtype, quotationCurrency:Quotation currency, quantity:Quantity, price:Price, priceDate:Price date, marketValue:Market value',
    'isin:ISIN, priceFactor:Price factor, fxRate:FX rate, accruedInterest:Accrued interest, navPercent:% NAV, maturityDate:Maturity date, issuer:Issuer, issuerKind:Issuer kind, coupon:Coupon, lastCouponDate:Last coupon date, dayCount:Day count, exchange:Exchange',
  ),
  Matching: columns(
    'instrumentCode:Instrument code, instrumentName:Instrument name, currency:Currency, quantity:Quantity, price:Price, marketValue:Market value',
    'isin:ISIN',
  ),
}

/** How many columns a table must have. */
export const requiredCount = (kind: TableKind): number =>
  TABLE_COLUMNS[kind].filter((rule) => rule.required).length

/** Columns read as numbers: their texts decide together which mark is the decimal mark of the sheet. */
export const NUMBER_FIELDS: Readonly<Record<TableKind, readonly string[]>> = {
  NAV: ['value'],
  Balance: ['debtor', 'creditor'],
  Inventory: [
    'quantity',
    'price',
    'marketValue',
    'priceFactor',
    'fxRate',
    'accruedInterest',
    'navPercent',
    'coupon',
  ],
  Matching: ['quantity', 'price', 'marketValue'],
}
