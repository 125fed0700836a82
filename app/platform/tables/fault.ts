import { columnLetters } from '~/platform/workbooks/workbook'

/** What is wrong with one cell of a workbook. */
export interface Fault {
  sheet: string
  row: number
  /** From 1. */
  column: number
  what: string
}

/** `Funds!C4: "EURO" is no currency`. */
export function faultText({ sheet, row, column, what }: Fault): string {
  return `${sheet}!${columnLetters(column)}${row}: ${what}`
}

/** In the order of the workbook's sheets, rows and columns. */
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
