import type { Workbook } from 'exceljs'
import type { Decimal } from '~/platform/values/decimal'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
/** 1 January 1980, 00:00: the earliest time of a zip entry. */
const NO_DATE = 0x00210000

/**
 * The bytes of a workbook (.xlsx), the same whenever they are made: `made` is the only date in them.
 */
export async function workbookBytes(workbook: Workbook, made: Date): Promise<Uint8Array> {
  workbook.creator = 'Fundesk'
  workbook.lastModifiedBy = 'Fundesk'
  workbook.created = made
  workbook.modified = made
  const bytes = new Uint8Array(await workbook.xlsx.writeBuffer())
  clearEntryDates(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return bytes
}

/** The zip writer stamps every entry with the clock, in its local header and in the directory. */
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
const LONGEST_TEXT = 32_767

export const AMOUNT_FORMAT = '#,##0.00'
export const FIGURE_FORMAT = '#,##0.##########'
const DAY_FORMAT = 'dd/mm/yyyy'
export const INSTANT_FORMAT = 'dd/mm/yyyy hh:mm'

/** Adds a sheet with a bold header that stays in sight and can be filtered. */
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
      values.map((value) => (typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : value)),
    )
    values.forEach((value, index) => {
      // The text format keeps a text that begins with "=" a text, even when a user edits the cell.
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

/** A calendar day as a date cell. */
export function dayCell(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
