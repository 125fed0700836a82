import { type ColumnHeading, joinedHeadings } from '~/platform/formats/find-part'
import { typeNamed } from '~/platform/formats/format'
import { columnsOf, type Kind, type KindColumn } from '~/platform/formats/kinds'
import { CLASS_TYPES } from '~/platform/formats/nav-types'
import type { SheetCells } from '~/platform/formats/sheet-cells'
import { type ColumnContent, contentOf, isDay, numberOf, rankOf } from './column-content'
import { HEADING_WORDS } from './usual-labels'

type RowShape = 'rows' | 'classes'

/** A header, and which of our columns stand below it. */
export interface FoundColumns {
  kind: Kind
  shape: RowShape
  /** The rows of the header. */
  first: number
  last: number
  headings: readonly ColumnHeading[]
  content: ReadonlyMap<number, ColumnContent>
  /** Our column → column of the sheet. */
  columns: ReadonlyMap<string, number>
  score: number
}

/** What is looked for; what is missing is decided by what the sheet has. */
export interface Wanted {
  kind?: Kind | undefined
  shape?: RowShape | undefined
  /** The last row of the header. */
  headerRow?: number | undefined
}

const MAX_HEADER_ROW = 60
const MAX_HEADER_ROWS = 3
const MAX_COLUMNS = 200
/** So many of the likeliest headers are compared by what stands below them. */
const MAX_CANDIDATES = 6

interface Header {
  first: number
  last: number
  headings: readonly ColumnHeading[]
  named: number
}

/** The table that a sheet most likely is, with its columns; null if it is none. */
export function findColumns(cells: SheetCells, wanted: Wanted): FoundColumns | null {
  const tables = tablesFor(wanted)
  const headers = likelyHeaders(cells, wanted, tables)
  let best: FoundColumns | null = null
  for (const header of headers) {
    const content = contentOf(cells, header.last + 1, cells.last)
    for (const table of tables) {
      const columns = assigned(table, header.headings, content, cells, header.last)
      if (header.last > header.first) addFromRows(columns, table, header, content, cells)
      const score = scoreOf(table, columns)
      const isTable = wanted.kind !== undefined ? columns.size > 0 : isLikely(table, columns)
      if (isTable && score > (best?.score ?? 0)) best = { ...table, ...header, content, columns, score }
    }
  }
  return best && wanted.headerRow === undefined ? withRowBelow(best, cells) : best
}

/** Columns of which one row of the header alone says what they are: "Price" below "Quotes of the day". */
function addFromRows(
  found: Map<string, number>,
  { kind, shape }: TableShape,
  { first, last }: Header,
  content: ReadonlyMap<number, ColumnContent>,
  cells: SheetCells,
): void {
  const rows = rowsUpTo(last).slice(first - 1)
  if (rows.some((row) => cells.row(row).some((cell) => numberOf(cell) !== null || isDay(cell, cells)))) return
  const used = new Set(found.values())
  for (const row of rows) {
    const headings = joinedHeadings(row, row, cells).slice(0, MAX_COLUMNS)
    for (const column of columnsOf(kind, shape)) {
      const best = found.has(column.name) ? null : bestHeading(column, kind, headings, content, used)
      if (best === null) continue
      found.set(column.name, best)
      used.add(best)
    }
  }
}

/** A header whose next row goes on with it: words stand there in columns of figures. */
function withRowBelow(found: FoundColumns, cells: SheetCells): FoundColumns {
  const { kind, shape, first, last } = found
  const below = cells.row(last + 1)
  const isFigure = ({ value }: KindColumn) => value === 'number' || value === 'percent' || value === 'date'
  const figures = columnsOf(kind, shape).flatMap((one) =>
    isFigure(one) ? (found.columns.get(one.name) ?? []) : [],
  )
  const goesOn =
    last - first + 2 <= MAX_HEADER_ROWS &&
    below.length > 1 &&
    below.every((cell) => cell.kind === 'text' && numberOf(cell) === null && !isDay(cell, cells)) &&
    below.some(({ column }) => figures.includes(column))
  if (!goesOn) return found
  const headings = joinedHeadings(first, last + 1, cells).slice(0, MAX_COLUMNS)
  const content = contentOf(cells, last + 2, cells.last)
  const columns = new Map(assigned({ kind, shape }, headings, content, cells, last + 1))
  // What the first row says alone stays.
  for (const [name, column] of found.columns) columns.set(name, column)
  return { ...found, last: last + 1, headings, content, columns }
}

interface TableShape {
  kind: Kind
  shape: RowShape
}

function tablesFor({ kind, shape }: Wanted): TableShape[] {
  const kinds: readonly Kind[] = kind === undefined ? ['INVENTORY', 'BALANCE', 'NAV'] : [kind]
  return kinds.flatMap((each): TableShape[] =>
    each === 'NAV'
      ? (['rows', 'classes'] as const)
          .filter((one) => shape === undefined || one === shape)
          .map((one) => ({ kind: each, shape: one }))
      : [{ kind: each, shape: 'rows' }],
  )
}

/** The rows whose texts name most of our columns, the likeliest first; of equals the one with fewer and earlier rows. */
function likelyHeaders(cells: SheetCells, { headerRow }: Wanted, tables: readonly TableShape[]): Header[] {
  const found: Header[] = []
  const ends = headerRow === undefined ? rowsUpTo(Math.min(MAX_HEADER_ROW, cells.last)) : [headerRow]
  const names = new Set(tables.flatMap(({ kind, shape }) => columnsOf(kind, shape).map(({ name }) => name)))
  const isNamed = new Map<string, boolean>()
  for (const last of ends)
    for (let rows = 1; rows <= Math.min(MAX_HEADER_ROWS, last); rows += 1) {
      const first = last - rows + 1
      if (cells.row(first).length === 0) break
      const headings = joinedHeadings(first, last, cells).slice(0, MAX_COLUMNS)
      const named = headings.filter(({ folded: { text } }) => {
        const is =
          isNamed.get(text) ?? [...names].some((name) => rankOf(text, HEADING_WORDS[name] ?? []) >= 0)
        isNamed.set(text, is)
        return is
      }).length
      if (named > 0 || headerRow !== undefined) found.push({ first, last, headings, named })
    }
  return found
    .sort((a, b) => b.named - a.named || a.last - a.first - (b.last - b.first) || a.last - b.last)
    .slice(0, MAX_CANDIDATES)
}

const rowsUpTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

/** Which column of the sheet is which of ours: by heading and by content, then by arithmetic. */
function assigned(
  { kind, shape }: TableShape,
  headings: readonly ColumnHeading[],
  content: ReadonlyMap<number, ColumnContent>,
  cells: SheetCells,
  headerRow: number,
): Map<string, number> {
  const found = new Map<string, number>()
  const used = new Set<number>()
  const take = (name: string, column: number) => {
    found.set(name, column)
    // The code of an instrument is often its ISIN.
    if (name !== 'ISIN') used.add(column)
  }
  const columns = columnsOf(kind, shape)
  for (const column of columns) {
    const best = bestHeading(column, kind, headings, content, column.name === 'ISIN' ? new Set() : used)
    if (best !== null) take(column.name, best)
  }
  if (kind !== 'INVENTORY') return found
  const free = headings.map(({ column }) => column).filter((column) => !used.has(column))
  const byContent = (name: string, fits: (one: ColumnContent) => boolean) => {
    if (found.has(name)) return
    const column = free.find((one) => {
      const own = content.get(one)
      return own !== undefined && !used.has(one) && fits(own)
    })
    if (column !== undefined) take(name, column)
  }
  byContent('ISIN', ({ isins, filled }) => isins * 2 > filled)
  byContent('Quotation currency', ({ currencies, filled }) => currencies === filled)
  byArithmetic(found, take, free, cells, headerRow)
  return found
}

function bestHeading(
  column: KindColumn,
  kind: Kind,
  headings: readonly ColumnHeading[],
  content: ReadonlyMap<number, ColumnContent>,
  used: ReadonlySet<number>,
): number | null {
  let best: { column: number; rank: number } | null = null
  for (const heading of headings) {
    if (used.has(heading.column) || !fits(column, kind, content.get(heading.column))) continue
    const rank = rankOf(heading.folded.text, HEADING_WORDS[column.name] ?? [column.name])
    if (rank >= 0 && (best === null || rank < best.rank)) best = { column: heading.column, rank }
  }
  return best?.column ?? null
}

export const CURRENCIES = ['Currency', 'Quotation currency', 'Class currency']
const NAMES = ['Instrument name', 'Account name']

/** Whether what stands below a heading can be values of a column. */
function fits({ name, value, needed }: KindColumn, kind: Kind, content: ColumnContent | undefined): boolean {
  if (!content || content.filled === 0) return !needed
  const { filled, numbers, days, currencies, texts } = content
  if (CURRENCIES.includes(name)) return currencies * 2 > filled
  if (value === 'number' || value === 'percent') return numbers * 2 >= filled
  if (value === 'date') return days * 2 >= filled
  if (kind === 'NAV' && value === 'type')
    return texts.filter((text) => typeNamed(kind, text) !== null).length * 2 >= texts.length
  return value === 'type' || NAMES.includes(name) ? numbers * 2 < filled : true
}

/** So many rows are multiplied. */
const MAX_PRODUCTS = 200
/** Rounding of prices and rates. */
const NEAR = 0.005

/** The quantity and the market value where quantity × price, or either alone, gives the other in most rows. */
function byArithmetic(
  found: ReadonlyMap<string, number>,
  take: (name: string, column: number) => void,
  free: readonly number[],
  cells: SheetCells,
  headerRow: number,
): void {
  const [quantity, value] = [found.get('Quantity'), found.get('Market value')]
  if ((quantity === undefined) === (value === undefined)) return
  const [price, rate] = [found.get('Price'), found.get('FX rate')]
  const sought = quantity === undefined ? 'Quantity' : 'Market value'
  const column = free.find((one) => {
    if (one === quantity || one === value) return false
    const places = { quantity: quantity ?? one, price, rate, value: value ?? one }
    const { agree, rows } = productsThatAgree(places, cells, headerRow)
    return agree * 2 > rows
  })
  if (column !== undefined) take(sought, column)
}

interface ProductColumns {
  quantity: number
  price: number | undefined
  rate: number | undefined
  value: number
}

/** In how many rows quantity x price x rate is the market value, where prices may be in percent. */
export function productsThatAgree(
  { quantity, price, rate, value }: ProductColumns,
  cells: SheetCells,
  headerRow: number,
): { agree: number; rows: number } {
  const numberAt = (row: number, column: number | undefined) =>
    column === undefined ? null : numberOf(cells.at(row, column))
  let [agree, rows] = [0, 0]
  for (let row = headerRow + 1; row <= Math.min(cells.last, headerRow + MAX_PRODUCTS); row += 1) {
    const [units, worth] = [numberAt(row, quantity), numberAt(row, value)]
    if (units === null || worth === null || worth === 0) continue
    const product = units * (numberAt(row, price) ?? 1) * (numberAt(row, rate) ?? 1)
    rows += 1
    if ([1, 0.01].some((factor) => Math.abs((product * factor) / worth - 1) < NEAR)) agree += 1
  }
  return { agree, rows }
}

function scoreOf({ kind, shape }: TableShape, columns: ReadonlyMap<string, number>): number {
  return columnsOf(kind, shape).reduce(
    (sum, { name, needed }) => sum + (columns.has(name) ? (needed ? 3 : 1) : 0),
    0,
  )
}

/** Whether the columns are enough for a table whose kind was not chosen. */
function isLikely({ kind, shape }: TableShape, columns: ReadonlyMap<string, number>): boolean {
  const has = (...names: string[]) => names.every((name) => columns.has(name))
  const hasOne = (...names: string[]) => names.some((name) => columns.has(name))
  if (kind === 'INVENTORY')
    return has('Market value') && hasOne('Instrument code', 'Instrument name', 'ISIN') && columns.size > 3
  if (kind === 'BALANCE')
    return (
      hasOne('Account number', 'Account name') &&
      (has('Balance debtor', 'Balance creditor') || has('Balance'))
    )
  return shape === 'rows' ? has('Type', 'Value') : CLASS_TYPES.filter((type) => columns.has(type)).length >= 2
}
