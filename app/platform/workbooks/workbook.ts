import { type Day, dayOf } from '~/platform/values/day'

/** What is read of a workbook: values only, every number as its raw text. Plain data. */
export interface Workbook {
  /** File name as uploaded; messages name it. */
  file: string
  /** Hidden sheets too, but not sheets that are only a chart. */
  sheets: Sheet[]
}

export interface Sheet {
  name: string
  /** Serial dates count from 1904 instead of 1900. */
  date1904: boolean
  /** Rows with at least one cell, in ascending order. */
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

/** How a number cell is shown, as far as that changes its meaning. */
export type NumberFormat = 'general' | 'date' | 'percent'

export interface Cell {
  /** Column from 1 (A). */
  column: number
  kind: CellKind
  text: string
  format: NumberFormat
}

/** "AB" for 28. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

const DAY_FIRST = /^(\d{2})([/.])(\d{2})\2(\d{4})$/
const YEAR_FIRST = /^(\d{4})-(\d{2})-(\d{2})$/

/** The day of a text `dd/MM/yyyy`, `dd.MM.yyyy` or `yyyy-MM-dd`; null for anything else. */
export function dayOfText(text: string): Day | null {
  const trimmed = text.trim()
  const dayFirst = DAY_FIRST.exec(trimmed)
  if (dayFirst) return dayOf(Number(dayFirst[4]), Number(dayFirst[3]), Number(dayFirst[1]))
  const yearFirst = YEAR_FIRST.exec(trimmed)
  return yearFirst ? dayOf(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])) : null
}

// In days of Unix time.
const DAY_MS = 86_400_000
const EPOCH_1900 = Date.UTC(1899, 11, 30) / DAY_MS
const EPOCH_1904 = Date.UTC(1904, 0, 1) / DAY_MS

/** A sheet has thousands of dates, mostly the same few; there are 110,000 serial numbers at most. */
const daysFound = new Map<number, Day>()

function dayAfter(epoch: number, days: number): Day {
  const number = epoch + days
  const found = daysFound.get(number) ?? new Date(number * DAY_MS).toISOString().slice(0, 10)
  daysFound.set(number, found)
  return found
}

/** The day of a date cell's serial number, without its time of day. Null if there is no such day. */
export function dayOfSerial(serial: number, date1904: boolean): Day | null {
  const days = Math.floor(serial)
  if (!Number.isFinite(days) || days < 0 || days > 110_000) return null
  if (date1904) return dayAfter(EPOCH_1904, days)
  // Excel counts a 29 February 1900 that never existed: serial 60.
  if (days < 1 || days === 60) return null
  return dayAfter(days < 60 ? EPOCH_1900 + 1 : EPOCH_1900, days)
}

/** The day from an ISO date or date and time, the form in which some programs store date cells. */
export function dayOfIso(text: string): Day | null {
  return dayOfText(text.trim().slice(0, 10))
}
