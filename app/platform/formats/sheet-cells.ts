import { cellNumber } from '~/platform/values/numerals'
import { isBlank } from '~/platform/workbooks/cells'
import { dayOfCell } from '~/platform/workbooks/table-rows'
import { type Cell, columnLetters, type Sheet } from '~/platform/workbooks/workbook'

/** A sheet whose cells are found by row and column. */
export interface SheetCells {
  sheet: Sheet
  /** The filled cells of a row, from left to right; none for a row without any. */
  row(row: number): readonly Cell[]
  /** The filled cell at a place; undefined if it is blank. */
  at(row: number, column: number): Cell | undefined
  /** The number of the last row with a filled cell; 0 for an empty sheet. */
  last: number
}

const NO_CELLS: readonly Cell[] = []

export function sheetCells(sheet: Sheet): SheetCells {
  const rows = new Map<number, readonly Cell[]>()
  let last = 0
  for (const { row, cells } of sheet.rows) {
    const filled = cells.filter((cell) => !isBlank(cell))
    if (filled.length === 0) continue
    rows.set(row, filled)
    last = row
  }
  const row = (number: number) => rows.get(number) ?? NO_CELLS
  const at = (number: number, column: number) => {
    const cells = row(number)
    // Rows without gaps have each cell at its own place.
    const own = cells[column - 1]
    return own?.column === column ? own : cells.find((cell) => cell.column === column)
  }
  return { sheet, last, row, at }
}

/** "Portfolio!F12" */
export const addressOf = (sheet: Sheet, row: number, column: number) =>
  `${sheet.name}!${columnLetters(column)}${row}`

/** 28 for "AB". */
export function columnNumber(letters: string): number {
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}

export const isDateCell = ({ kind, format }: Cell) =>
  kind === 'date' || (kind === 'number' && format === 'date')

/**
 * The text of a cell: a number its plain digits, a date yyyy-MM-dd, a boolean TRUE or FALSE, an error its name; text as it
 * stands.
 */
export function cellText(cell: Cell, { date1904 }: Sheet): string {
  if (isDateCell(cell)) return dayOfCell(cell, date1904) ?? cell.text
  return cell.kind === 'number' ? cellNumber(cell.text) : cell.text
}
