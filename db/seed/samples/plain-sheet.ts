import type { XlsxCell, XlsxSheet } from '../demo/workbooks/xlsx'

/** A day is written yyyy-MM-dd. */
export type Value = string | number | null

const DATE = /^\d{4}-\d{2}-\d{2}$/

function cell(value: Value): XlsxCell {
  if (value === null) return null
  if (typeof value === 'number') return { number: String(value) }
  return DATE.test(value) ? { day: value } : value
}

/** A sheet with its header in bold and columns as wide as what they hold. */
export function sheet(name: string, header: string[], rows: Value[][]): XlsxSheet {
  return {
    name,
    rows: [header.map((bold) => ({ bold })), ...rows.map((row) => row.map(cell))],
    widths: header.map((title, column) =>
      Math.min(48, Math.max(title.length, ...rows.map((row) => String(row[column] ?? '').length)) + 2),
    ),
  }
}
