import { unsound } from '~/platform/workbooks/cells'
import type { Cell, Sheet } from '~/platform/workbooks/workbook'
import type { Fact } from './format'
import { compilePattern, compileWords, fold, type Pattern, type Words } from './pattern'
import { addressOf, cellText, columnNumber, isDateCell, type SheetCells } from './sheet-cells'

/** A value of a file with the cells that it comes from; null for none. */
export interface Found {
  text: string
  cells: readonly string[]
  /** Its text is a day already, as yyyy-MM-dd: of a date cell, or of the NAV. */
  isDay?: boolean
  /** A number in it is written as in the texts of its sheet, not with a point. */
  isWritten?: boolean
  /** Why its cell has no usable value. */
  unsound?: string | null
}

/** The NAV from which an upload was started, for facts that are its own. */
export type GivenFacts = Readonly<Record<string, string>>

/** A file whose sheets are searched for facts. */
export interface OpenFile {
  /** Without folder, with its ending. */
  name: string
  sheets: readonly SheetCells[]
}

/** The value of a fact that does not depend on the line. */
export interface SheetFact {
  /** @param own the sheet of the lines @param ofPart all sheets of their part */
  in(own: SheetCells, ofPart: readonly SheetCells[]): Found | null
}

/**
 * A fact that stands outside the lines: beside a label, in a cell, in the name of the sheet or the file, or in the format.
 * Null for facts by column or section, which belong to a line.
 */
export function sheetFact(fact: Fact, file: OpenFile, known: string | undefined): SheetFact | null {
  const inSheets = (find: (cells: SheetCells) => Found | null): SheetFact => ({
    in(own, ofPart) {
      const others = fact.sheet === undefined ? searchOrder(own, ofPart, file) : named(file, fact.sheet)
      for (const cells of others) {
        const found = find(cells)
        if (found) return found
      }
      return null
    },
  })
  if (fact.label !== undefined) {
    const labels = fact.label.map((source) =>
      compilePattern(fact.place === 'same' ? `${source.slice(0, -1)}{}` : source.replace(/\s*:\s*$/, '')),
    )
    return inSheets((cells) => besideLabel(cells, labels, fact.place ?? 'right'))
  }
  if (fact.cell !== undefined) {
    const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(fact.cell) ?? []
    return inSheets((cells) => {
      const cell = cells.at(Number(row), columnNumber(letters))
      return cell ? foundIn(cells.sheet, Number(row), cell) : null
    })
  }
  if (fact.sheetName !== undefined) {
    const pattern = compilePattern(fact.sheetName)
    return { in: ({ sheet }) => taken(pattern, sheet.name, sheet.name) }
  }
  if (fact.fileName !== undefined) {
    const bare = file.name.replace(/\.[^.]*$/, '')
    const found = taken(compilePattern(fact.fileName), bare, file.name)
    return { in: () => found }
  }
  if (fact.value !== undefined) return { in: () => ({ text: fact.value ?? '', cells: [] }) }
  if (fact.nav) return { in: () => (known === undefined ? null : { text: known, cells: [], isDay: true }) }
  return null
}

const taken = (pattern: Pattern, text: string, cell: string): Found | null => {
  const wanted = pattern.match(fold(text))
  return wanted === null ? null : { text: wanted, cells: [cell] }
}

/** The sheet of the lines first, then the others of their part, then the others of the file. */
function searchOrder(own: SheetCells, ofPart: readonly SheetCells[], file: OpenFile): SheetCells[] {
  return [...new Set([own, ...ofPart, ...file.sheets])]
}

function named(file: OpenFile, source: string): SheetCells[] {
  const pattern = compilePattern(source)
  return file.sheets.filter(({ sheet }) => pattern.match(fold(sheet.name)) !== null)
}

export const foundIn = (sheet: Sheet, row: number, cell: Cell): Found => ({
  text: cellText(cell, sheet),
  cells: [addressOf(sheet, row, cell.column)],
  isDay: isDateCell(cell),
  unsound: unsound(cell),
})

/** A label as it is compared: a colon at its end does not count. */
export const foldedLabel = (text: string) => fold(text.replace(/\s*:\s*$/, ''))

/** The value of the first label, row by row, that has one beside it. */
function besideLabel(
  cells: SheetCells,
  labels: readonly Pattern[],
  place: 'right' | 'below' | 'same',
): Found | null {
  for (const { row } of cells.sheet.rows)
    for (const cell of cells.row(row)) {
      const written = cellText(cell, cells.sheet)
      if (place === 'same') {
        const text = fold(written)
        for (const label of labels) {
          const rest = label.match(text)?.replace(/^[\s:]+/, '')
          if (rest) return { text: rest, cells: [addressOf(cells.sheet, row, cell.column)] }
        }
        continue
      }
      if (!labels.some((label) => label.match(foldedLabel(written)) !== null)) continue
      const value = valueBeside(cells, row, cell, place)
      if (value) return foundIn(cells.sheet, value.row, value.cell)
    }
  return null
}

/** The next filled cell to the right of a cell in its row, or below it in its column. */
export function valueBeside(
  cells: SheetCells,
  row: number,
  { column }: Cell,
  place: 'right' | 'below',
): { row: number; cell: Cell } | null {
  if (place === 'right') {
    const cell = cells.row(row).find((other) => other.column > column)
    return cell ? { row, cell } : null
  }
  for (let below = row + 1; below <= cells.last; below += 1) {
    const cell = cells.at(below, column)
    if (cell) return { row: below, cell }
  }
  return null
}

/** What a fact does with the text that it found. */
export interface FactText {
  of(found: Found | null): Found | null
}

export function factText({ text, words }: Fact): FactText {
  const pattern = text === undefined ? null : compilePattern(text)
  const named: Words | null = words === undefined ? null : compileWords(words)
  return {
    of(found) {
      if (!found) return null
      const part = pattern && !found.unsound ? pattern.match(fold(found.text)) : found.text
      const written = part?.trim() ?? ''
      const word = written === '' ? null : (named?.of(written) ?? null)
      const value = word?.trim() ?? written
      if (value === '') return null
      return {
        text: value,
        cells: found.cells,
        isDay: found.isDay === true && value === found.text,
        unsound: word === null ? (found.unsound ?? null) : null,
      }
    },
  }
}
