import type { Column, Fact, FormatTable, Part } from './format'
import { compilePattern, type Folded, fold, type Pattern } from './pattern'
import type { SheetCells } from './sheet-cells'
import { cellText, columnNumber } from './sheet-cells'

/** A part as found in a sheet: the rows of its header, and where its columns are. */
export interface PlacedPart {
  cells: SheetCells
  /** The last row of the header; 0 without one. */
  headerRow: number
  /** The columns of headings, by the headings as the format writes them. */
  columnOf(place: Heading): number | null
}

/** Where a cell stands: headings, or the letters of a column. */
export interface Heading {
  headings?: readonly string[] | undefined
  at?: string | undefined
  maybe?: boolean | undefined
  row?: number | undefined
}

/** Headings that name a column of a part, each with the row of its line. */
interface Named {
  key: string
  patterns: readonly Pattern[]
  row: number
  needed: boolean
}

const keyOf = ({ headings = [], row = 1 }: Heading) => JSON.stringify([row, ...headings])

/** All headings that a part and its facts name. */
function namedHeadings({ columns = {}, only }: Part, facts: FormatTable['facts']): Named[] {
  const named = new Map<string, Named>()
  const add = (place: Heading | undefined) => {
    if (place?.headings === undefined) return
    const key = keyOf(place)
    const needed = !place.maybe || named.get(key)?.needed === true
    named.set(key, { key, patterns: place.headings.map(compilePattern), row: place.row ?? 1, needed })
  }
  const addColumn = (column: Column | undefined): void => {
    if (!column) return
    add(column)
    for (const one of column.plus ?? []) add(one)
    addColumn(column.orElse)
  }
  for (const column of Object.values(columns)) addColumn(column)
  for (const one of only) add(one)
  for (const fact of Object.values(facts) as Fact[]) add(fact)
  return [...named.values()]
}

/** What a sheet lacks of a part, and what it has there. */
export interface Missing {
  missing: string[]
  has: string[]
  /** How many it needs. */
  needed: number
}

/**
 * The row of a sheet with most of the headings that a part needs, of equals the first with most cells, and the headings
 * that it lacks; null for a part that needs none.
 */
export function missingHeadings(
  part: Part,
  facts: FormatTable['facts'],
  cells: SheetCells,
): (Missing & { row: number }) | null {
  const needed = namedHeadings(part, facts).filter((each) => each.needed)
  if (needed.length === 0) return null
  let best: { missing: string[]; row: number; filled: number } | null = null
  for (let row = 1; row <= Math.min(part.within, cells.last); row += 1) {
    const filled = cells.row(row).length
    if (filled === 0) continue
    const headings = joinedHeadings(row, row + Math.max(1, part.headerRows) - 1, cells)
    const missing = needed
      .filter(
        ({ patterns }) =>
          !headings.some(({ folded }) => patterns.some((pattern) => pattern.match(folded) !== null)),
      )
      .map(({ patterns }) => patterns.map(({ source }) => source).join(' or '))
    const isNone = missing.length === needed.length
    const isNearer =
      !best ||
      missing.length < best.missing.length ||
      (isNone && best.missing.length === missing.length && filled > best.filled)
    if (isNearer) best = { missing, row, filled }
  }
  if (!best) return null
  const { missing, row } = best
  const has = cells.row(row).map((cell) => cellText(cell, cells.sheet).trim())
  return { missing, has, needed: needed.length, row }
}

/** The position of a part in a sheet; null if it is not there. */
export function placePart(part: Part, facts: FormatTable['facts'], cells: SheetCells): PlacedPart | null {
  if (cells.last === 0) return null
  const named = namedHeadings(part, facts)
  if (part.headerRows === 0 || named.length === 0) {
    const headerRow = part.headerRows === 0 ? separatorRow(cells) : part.headerRows
    return placed(cells, headerRow, new Map())
  }
  const header = findHeader(part, named, cells)
  return header && placed(cells, header.last, header.columns)
}

/** Row 1 of a text file may say its separator, which ends its first field: "sep=;". */
const separatorRow = (cells: SheetCells) =>
  /^sep=[;,|\t]?$/.test(cells.row(1)[0]?.text ?? '') && cells.row(1).length === 1 ? 1 : 0

function placed(cells: SheetCells, headerRow: number, columns: ReadonlyMap<string, number>): PlacedPart {
  const before = new Map<Heading, number | null>()
  const find = (place: Heading) =>
    place.at !== undefined ? columnNumber(place.at) : (columns.get(keyOf(place)) ?? null)
  return {
    cells,
    headerRow,
    columnOf(place) {
      let column = before.get(place)
      if (column === undefined) {
        column = find(place)
        before.set(place, column)
      }
      return column
    },
  }
}

interface Header {
  last: number
  columns: Map<string, number>
  /** Filled cells of the header in the columns of the named headings. */
  filled: number
}

/**
 * The first rows that hold every needed heading; of these and those that share a row with them, those with the most filled
 * cells in the columns of the named headings.
 */
function findHeader(part: Part, named: readonly Named[], cells: SheetCells): Header | null {
  const end = Math.min(part.within, cells.last)
  for (let first = 1; first <= end; first += 1) {
    const header = headerAt(first, part, named, cells)
    if (!header) continue
    let best = header
    for (let next = first + 1; next < first + part.headerRows && next <= end; next += 1) {
      const other = headerAt(next, part, named, cells)
      if (other && other.filled > best.filled) best = other
    }
    return best
  }
  return null
}

function headerAt(first: number, part: Part, named: readonly Named[], cells: SheetCells): Header | null {
  const last = first + part.headerRows - 1
  const joined = part.rowsEach === 1 ? joinedHeadings(first, last, cells) : null
  const columns = new Map<string, number>()
  for (const { key, patterns, row, needed } of named) {
    const headings = joined ?? ownHeadings(first + row - 1, cells)
    const found = headings.find(({ folded }) => patterns.some((pattern) => pattern.match(folded) !== null))
    if (found) columns.set(key, found.column)
    else if (needed) return null
  }
  if (columns.size === 0) return null
  const used = new Set(columns.values())
  let filled = 0
  for (let row = first; row <= last; row += 1)
    filled += cells.row(row).filter(({ column }) => used.has(column)).length
  return { last, columns, filled }
}

export interface ColumnHeading {
  column: number
  folded: Folded
}

/** The headings of columns, from left to right, in one row. */
function ownHeadings(row: number, cells: SheetCells): ColumnHeading[] {
  return cells.row(row).map((cell) => ({ column: cell.column, folded: fold(cellText(cell, cells.sheet)) }))
}

/**
 * The headings of columns over several rows, joined by blanks. A blank cell of an upper row has the text of the nearest
 * filled cell to its left, as under a merged heading.
 */
export function joinedHeadings(first: number, last: number, cells: SheetCells): ColumnHeading[] {
  const columns = new Set<number>()
  for (let row = first; row <= last; row += 1) for (const { column } of cells.row(row)) columns.add(column)
  return [...columns]
    .sort((a, b) => a - b)
    .map((column) => {
      const texts: string[] = []
      for (let row = first; row <= last; row += 1) {
        const inRow = cells.row(row)
        const own = inRow.find((cell) => cell.column === column)
        const shown = own ?? (row < last ? inRow.findLast((cell) => cell.column < column) : undefined)
        if (shown) texts.push(cellText(shown, cells.sheet))
      }
      return { column, folded: fold(texts.join(' ')) }
    })
}
