import { type DayReader, dayReader } from '~/platform/formats/dates'
import { anyOf, compilePattern, fold } from '~/platform/formats/pattern'
import { cellText, isDateCell, type SheetCells } from '~/platform/formats/sheet-cells'
import { readNumeral } from '~/platform/values/numerals'
import type { Cell } from '~/platform/workbooks/workbook'
import { isinFault } from '../../rules/inventory-lines'
import { BLANK_WORDS, DATE_NOTATIONS } from './usual-labels'

/** So many rows below a header are looked at. */
const MAX_ROWS = 500

/** What stands in a column below a header. */
export interface ColumnContent {
  column: number
  /** Cells with a text that does not stand for a blank. */
  filled: number
  numbers: number
  days: number
  currencies: number
  isins: number
  /** The different texts, in their order. */
  texts: readonly string[]
  /** The texts that stand for blanks. */
  blanks: readonly string[]
}

const everyDay: DayReader = dayReader(DATE_NOTATIONS)
const blanks = anyOf(BLANK_WORDS)

export const isCurrency = (text: string) => /^[A-Z]{3}$/.test(text.trim())
const isBlankWord = (text: string) => blanks.matches(text)
const isIsin = (text: string) => text.length === 12 && isinFault(text) === null

/** A cell's number; null for any other cell. */
export function numberOf(cell: Cell | undefined): number | null {
  if (!cell || isDateCell(cell)) return null
  if (cell.kind === 'number') return Number(cell.text)
  const numeral = cell.kind === 'text' ? readNumeral(cell.text) : null
  return numeral ? Number(numeral.point ?? numeral.comma) : null
}

export function isDay(cell: Cell, cells: SheetCells): boolean {
  if (isDateCell(cell)) return true
  return cell.kind === 'text' && isDayText(cellText(cell, cells.sheet))
}

export const isDayText = (text: string) => everyDay.ofText(text) !== null

/** The same, while its cells are counted. */
type Counting = Omit<ColumnContent, 'texts' | 'blanks'> & { texts: string[]; blanks: string[] }

/** What stands in the columns of a sheet between two rows, by column. */
export function contentOf(cells: SheetCells, first: number, last: number): Map<number, ColumnContent> {
  const found = new Map<number, Counting>()
  const different = new Set<string>()
  for (let row = first; row <= Math.min(last, first + MAX_ROWS); row += 1)
    for (const cell of cells.row(row)) {
      const text = cellText(cell, cells.sheet).trim()
      const { column } = cell
      const content: Counting = found.get(column) ?? {
        column,
        filled: 0,
        numbers: 0,
        days: 0,
        currencies: 0,
        isins: 0,
        texts: [],
        blanks: [],
      }
      found.set(column, content)
      const isNew = !different.has(`${column} ${text}`)
      different.add(`${column} ${text}`)
      if (isBlankWord(text)) {
        if (isNew) content.blanks.push(text)
        continue
      }
      if (isNew) content.texts.push(text)
      content.filled += 1
      if (numberOf(cell) !== null) content.numbers += 1
      if (isDay(cell, cells)) content.days += 1
      if (isCurrency(text)) content.currencies += 1
      if (isIsin(text)) content.isins += 1
    }
  return found
}

/** The notations by which texts are days that the usual forms do not read, those of most first. */
export function notationsOf(texts: readonly string[]): string[] {
  const usual = dayReader([])
  const found: string[] = []
  let rest = texts.filter((text) => usual.ofText(text) === null)
  while (rest.length > 0) {
    // A month before the day is believed where most say so: beside other notations it is a slip.
    const offered = DATE_NOTATIONS.filter((notation) => found.length === 0 || !isMonthFirst(notation))
    const left = offered.map((notation) => {
      const reader = dayReader([notation])
      return { notation, rest: rest.filter((text) => reader.ofText(text) === null) }
    })
    const best = left.reduce((one, other) => (other.rest.length < one.rest.length ? other : one))
    if (best.rest.length === rest.length) break
    found.push(best.notation)
    rest = best.rest
  }
  return found
}

const isMonthFirst = (notation: string) => /^MM?\W/.test(notation)

/** A text of a file as a pattern that it matches: days within it change from file to file. */
export function patternOfText(text: string): string {
  const single = text.replace(/\s+/g, ' ').trim()
  const open = single.replace(/[*?{]/g, '?').replace(/\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/g, '*')
  return open.length <= MAX_PATTERN ? open : `${open.slice(0, MAX_PATTERN - 1)}*`
}

const MAX_PATTERN = 200

/** The first of the patterns that a text matches, by its place; -1 for none. */
export function rankOf(text: string, patterns: readonly string[]): number {
  const folded = fold(text)
  return patterns.findIndex((pattern) => compiled(pattern).match(folded) !== null)
}

const before = new Map<string, ReturnType<typeof compilePattern>>()

/** The patterns are those of the lists of words. */
function compiled(source: string) {
  const pattern = before.get(source) ?? compilePattern(source)
  before.set(source, pattern)
  return pattern
}
