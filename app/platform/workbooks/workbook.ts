/** What is read of a workbook: values only, every number as its raw text. Plain data. */
export interface Workbook {
  /** File name as uploaded; messages name it. */
  file: string
  /** Hidden sheets too; sheets that hold a chart only are not listed. */
  sheets: Sheet[]
}

export interface Sheet {
  name: string
  /** Serial dates count from 1904 instead of 1900. */
  date1904: boolean
  /** Rows that hold a cell, in ascending order. */
  rows: Row[]
}

export interface Row {
  /** Number of the row on the sheet, from 1. */
  row: number
  /** Filled cells in ascending order of column. */
  cells: Cell[]
}

export type CellKind =
  | 'number' // text is the number as stored in the file: "1.1000000000000001E-3"
  | 'text'
  | 'boolean' // text is TRUE or FALSE
  | 'error' // text is "#N/A" and the like
  | 'date' // text is an ISO date; the usual date is a number of format 'date'
  | 'unresolved' // a formula whose result is not stored in the file

/** How a number cell is shown, as far as that changes what it means. */
export type NumberFormat = 'general' | 'date' | 'percent'

export interface Cell {
  /** Column from 1 (A). */
  column: number
  kind: CellKind
  text: string
  format: NumberFormat
}

/** "AB" of 28. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}
