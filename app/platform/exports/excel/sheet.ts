import type { CellValue, Style, Workbook } from 'exceljs'
import { cleanText, type ExportColumn, type TypedValue } from '~/platform/exports/table'
import { daysBetween } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
/** 1 January 1980, 00:00: the earliest time of a zip entry. */
const NO_DATE = 0x00210000

/** The bytes of a workbook (.xlsx), always the same for the same content: `made` is the only date in them. */
export async function workbookBytes(workbook: Workbook, createdAt: Date): Promise<Uint8Array> {
  workbook.creator = 'Fundesk'
  workbook.lastModifiedBy = 'Fundesk'
  workbook.created = createdAt
  workbook.modified = createdAt
  const bytes = new Uint8Array(await workbook.xlsx.writeBuffer())
  clearEntryDates(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return bytes
}

/** The zip writer stamps every entry with the current time, in its local header and in the directory. */
function clearEntryDates(zip: DataView): void {
  let end = zip.byteLength - 22
  while (end > 0 && zip.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1
  let entry = zip.getUint32(end + 16, true)
  while (entry < end && zip.getUint32(entry, true) === DIRECTORY_ENTRY) {
    zip.setUint32(entry + 12, NO_DATE, true)
    zip.setUint32(zip.getUint32(entry + 42, true) + 10, NO_DATE, true)
    const variable =
      zip.getUint16(entry + 28, true) + zip.getUint16(entry + 30, true) + zip.getUint16(entry + 32, true)
    entry += 46 + variable
  }
}

/** A cell keeps its type; Excel never treats text as a formula. */
export type SheetCell = string | number | Date | null

export interface SheetColumn {
  header: string
  width: number
  /** Excel number format of numbers and dates; text is formatted as text, and a date never as a number. */
  format?: string
}

/** Excel's own limit of a cell's text. */
const MAX_TEXT_LENGTH = 32_767

export const AMOUNT_FORMAT = '#,##0.00'

/** Columns of journals: a day, an amount. */
export const DATE = { width: 12, format: 'dd/mm/yyyy' }
export const AMOUNT = { width: 18, format: AMOUNT_FORMAT }
export const FIGURE_FORMAT = '#,##0.##########'
const DAY_FORMAT = 'dd/mm/yyyy'
export const INSTANT_FORMAT = 'dd/mm/yyyy hh:mm'

/** Adds a sheet with a bold, frozen header with filters. */
export function addSheet(
  workbook: Workbook,
  name: string,
  columns: readonly SheetColumn[],
  rows: readonly SheetCell[][],
): void {
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
  const header = sheet.addRow(columns.map((column) => column.header))
  header.font = { bold: true }
  columns.forEach((column, index) => {
    sheet.getColumn(index + 1).width = column.width
  })
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } }
  for (const values of rows) {
    const row = sheet.addRow(
      values.map((value) => (typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) : value)),
    )
    values.forEach((value, index) => {
      // The text format keeps text that begins with "=" as text, even when a user edits the cell.
      const format = formatOf(value, columns[index]?.format)
      if (value !== null && format) row.getCell(index + 1).numFmt = format
    })
  }
}

function formatOf(value: SheetCell, format: string | undefined): string | undefined {
  if (typeof value === 'string') return '@'
  return value instanceof Date && !format?.includes('yy') ? DAY_FORMAT : format
}

/** A decimal as a number cell; Excel keeps 15 digits of it. */
export function numberCell(value: Decimal | null): number | null {
  return value === null ? null : Number(value)
}

/** A text as a cell, empty without one; with a control character in it Excel could not open the workbook. */
export function textCell(text: string | null): string | null {
  return text === null || text === '' ? null : cleanText(text)
}

/** A calendar day as a date cell. */
export function dayCell(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/**
 * A text for a cell: line ends as LF, cut to the maximum length but never within a character. Text that looks like
 * Excel's own escapes (_x0041_) is escaped, so that it is shown unchanged.
 */
export function sheetText(text: string): CellValue {
  const whole = cleanText(text).replace(/\r\n?/g, '\n')
  const cut = cleanText(whole.slice(0, MAX_TEXT_LENGTH))
  const safe = cut.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  if (safe === '') return null
  // exceljs preserves spaces and line ends at the edges only in rich text.
  return /^\s|\n|\s$/.test(safe) ? { richText: [{ text: safe }] } : safe
}

/** Digits that Excel stores of a number; the rest become zeros. */
export const MAX_DIGITS = 15

/** A decimal as a cell's number, or as text where Excel would round it. */
export function exactNumber(number: Decimal): number | string {
  const double = Number(number)
  const isKept = Number.isFinite(double) && new Big(number).c.length <= MAX_DIGITS
  return isKept ? double : number
}

const INSTANT = 'dd/mm/yyyy hh:mm:ss'
/** Most decimals in a number format of Excel. */
const MAX_DECIMALS = 30

type Look = Partial<Style>

// All properties of the workbook's font: Excel does not fill in missing ones.
const BOLD = { bold: true, name: 'Calibri', size: 11, family: 2, scheme: 'minor' } as const

export const LABEL_STYLE: Look = { font: BOLD }

const looks = new Map<string, Look>()

/** The style of a value in a column; equal styles are the same object, so that exceljs finds them quickly. */
export function cellStyle(value: TypedValue, column: ExportColumn, bold = false): Look {
  const numFmt = numberFormat(value, column)
  const name = `${value.kind} ${bold} ${numFmt}`
  let look = looks.get(name)
  if (!look) {
    look = {
      ...(numFmt && { numFmt }),
      ...(bold && { font: BOLD }),
      // Numbers stored as text are also right-aligned.
      ...(value.kind === 'number' && { alignment: { horizontal: 'right' } }),
    }
    looks.set(name, look)
  }
  return look
}

function numberFormat(value: TypedValue, { decimals, percent }: ExportColumn): string {
  if (value.kind === 'day') return DAY_FORMAT
  if (value.kind === 'instant') return INSTANT
  if (value.kind !== 'number') return ''
  if (percent) return `${places('0', decimals ?? 4)}%`
  return places('#,##0', decimals ?? value.number.split('.')[1]?.length ?? 0)
}

function places(whole: string, decimals: number): string {
  return decimals === 0 ? whole : `${whole}.${'0'.repeat(Math.min(decimals, MAX_DECIMALS))}`
}

/** Day 0 of the sheet's calendar, for all days after its 29 February 1900, which never existed. */
const DAY_ZERO = '1899-12-30'
const FIRST_DAY = '1900-03-01'

/** A value for a sheet: numbers as numbers, days and instants as serial dates, the rest as text. */
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
