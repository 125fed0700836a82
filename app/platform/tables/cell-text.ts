import { type Day, type TimeOfDay, timeFromText } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { cellNumber, type Mark, readNumeral } from '~/platform/values/numerals'
import { shownText, unsound } from '~/platform/workbooks/cells'
import { dayOfCell } from '~/platform/workbooks/table-rows'
import { type Cell, columnLetters } from '~/platform/workbooks/workbook'

/** A filled cell as read by the columns of reference data. */
export interface CellText {
  /** As users see it, for messages. */
  shown: string
  /** Why it has no value, as a whole sentence: an error value, a formula without a result. */
  unsound: string | null
  /** Its trimmed text; a number as plain digits. */
  code(): string
  day(): Day | null
  /** From a text, or a number that is a fraction of a day, as spreadsheet programs store times. */
  time(): TimeOfDay | null
  decimal(): Decimal | null
  /** The same for percentages: 0.015 shown as 1.5 % is 1.5. */
  percent(): Decimal | null
}

/** `mark` is the decimal mark of the sheet's text numbers, null if no text determines it. */
export function cellText(cell: Cell, date1904: boolean, mark: Mark | null): CellText {
  function decimal(): Decimal | null {
    if (cell.kind === 'number') return cell.format === 'date' ? null : cellNumber(cell.text)
    const numeral = cell.kind === 'text' ? readNumeral(cell.text) : null
    if (!numeral) return null
    return (mark === ',' ? numeral.comma : numeral.point) ?? numeral.point ?? numeral.comma
  }
  return {
    shown: shownText(cell),
    unsound: unsound(cell),
    code: () => shownText(cell),
    day: () => dayOfCell(cell, date1904),
    time: () => (cell.kind === 'number' ? timeOfFraction(cell.text) : timeFromText(shownText(cell))),
    decimal,
    percent() {
      const value = decimal()
      const isFraction = cell.kind === 'number' && cell.format === 'percent'
      return value !== null && isFraction ? plain(new Big(value).times(100)) : value
    },
  }
}

const MINUTES_OF_A_DAY = 24 * 60

/** 0.7291666667 is 17:30. */
function timeOfFraction(text: string): TimeOfDay | null {
  const minutes = Math.round(Number(text) * MINUTES_OF_A_DAY)
  if (!(Number(text) >= 0) || minutes >= MINUTES_OF_A_DAY) return null
  return timeFromText(`${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`)
}

/** An error in one cell of a workbook. */
export interface Fault {
  sheet: string
  row: number
  /** From 1. */
  column: number
  what: string
}

/** `Funds!C4: "EURO" is not a currency`. */
export function faultText({ sheet, row, column, what }: Fault): string {
  return `${sheet}!${columnLetters(column)}${row}: ${what}`
}

/** Sorts by the workbook's sheets, rows and columns. */
export function inOrderOfCells(faults: readonly Fault[], sheets: readonly string[]): Fault[] {
  const place = new Map(sheets.map((name, index) => [name, index]))
  const of = ({ sheet }: Fault) => place.get(sheet) ?? sheets.length
  return [...faults].sort((a, b) => of(a) - of(b) || a.row - b.row || a.column - b.column)
}

/** A fault at an address such as "C4". */
export function faultAt(sheet: string, address: string, what: string): Fault {
  const [, letters = 'A', row = '1'] = /^([A-Z]+)(\d+)$/.exec(address) ?? []
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return { sheet, row: Number(row), column, what }
}

/** Header and sheet names are compared without case, accents and blanks. */
export function plainName(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s/g, '').toLowerCase()
}
