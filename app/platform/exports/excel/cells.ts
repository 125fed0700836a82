import type { CellValue, Style } from 'exceljs'
import { daysBetween } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { cleanText, type ExportColumn, type TypedValue } from '../table'

/** Characters that a cell takes. */
const MOST = 32_767

/**
 * A text as a cell holds it: line ends as LF, cut to the length that fits, never half of a character. Text that looks
 * like Excel's own escapes (_x0041_) is escaped, so that it stays as it is.
 */
export function sheetText(text: string): CellValue {
  const whole = cleanText(text).replace(/\r\n?/g, '\n')
  const cut = cleanText(whole.slice(0, MOST))
  const safe = cut.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  if (safe === '') return null
  // exceljs says that spaces and line ends at the edges count in texts of this shape only.
  return /^\s|\n|\s$/.test(safe) ? { richText: [{ text: safe }] } : safe
}

/** Digits of a number that Excel shows and counts with; those beyond are zeros. */
export const MOST_DIGITS = 15

/** A decimal as a cell's number; as a text where Excel would round it. */
export function exactNumber(number: Decimal): number | string {
  const double = Number(number)
  const isKept = Number.isFinite(double) && new Big(number).c.length <= MOST_DIGITS
  return isKept ? double : number
}

const DAY = 'dd/mm/yyyy'
const INSTANT = 'dd/mm/yyyy hh:mm:ss'
/** Decimals that a number format of Excel can have. */
const MOST_DECIMALS = 30

type Look = Partial<Style>

// With all properties of the workbook's own font: Excel does not fill in missing ones from it.
const BOLD = { bold: true, name: 'Calibri', size: 11, family: 2, scheme: 'minor' } as const

export const LABEL_STYLE: Look = { font: BOLD }

const looks = new Map<string, Look>()

/**
 * How a value of a column is shown; the same look returns the same object, by which exceljs finds a style again at
 * once.
 */
export function cellStyle(value: TypedValue, column: ExportColumn, bold = false): Look {
  const numFmt = numberFormat(value, column)
  const name = `${value.kind} ${bold} ${numFmt}`
  let look = looks.get(name)
  if (!look) {
    look = {
      ...(numFmt && { numFmt }),
      ...(bold && { font: BOLD }),
      // Numbers that only a text holds in full are aligned like the others.
      ...(value.kind === 'number' && { alignment: { horizontal: 'right' } }),
    }
    looks.set(name, look)
  }
  return look
}

function numberFormat(value: TypedValue, { decimals, percent }: ExportColumn): string {
  if (value.kind === 'day') return DAY
  if (value.kind === 'instant') return INSTANT
  if (value.kind !== 'number') return ''
  if (percent) return `${places('0', decimals ?? 4)}%`
  return places('#,##0', decimals ?? value.number.split('.')[1]?.length ?? 0)
}

function places(whole: string, decimals: number): string {
  return decimals === 0 ? whole : `${whole}.${'0'.repeat(Math.min(decimals, MOST_DECIMALS))}`
}

/** Day 0 of the sheet's calendar, for all days after its 29 February 1900, which never existed. */
const DAY_ZERO = '1899-12-30'
const FIRST_DAY = '1900-03-01'

/** A value as a sheet holds it: numbers as numbers, days and instants as serial dates, the rest as text. */
export function cellValue(value: TypedValue): CellValue {
  switch (value.kind) {
    case 'empty':
      return null
    case 'number':
      return exactNumber(value.number)
    case 'day':
      return serialOf(value.day) ?? value.day
    case 'instant':
      return serialOf(value.day, value.time) ?? `${value.day} ${value.time}`
    case 'boolean':
      return value.truth
    case 'text':
      return sheetText(value.text)
  }
}

/** Days since the sheet's day 0, the time as a fraction; null for days that its calendar does not have. */
function serialOf(day: string, time = '00:00:00'): number | null {
  if (day < FIRST_DAY || day.length > FIRST_DAY.length) return null
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return daysBetween(DAY_ZERO, day) + (hours * 3600 + minutes * 60 + seconds) / 86_400
}
