import type { Style } from 'exceljs'
import type { ExportColumn } from '../contract'
import type { TypedValue } from '../typed-value'

const DAY = 'dd/mm/yyyy'
const INSTANT = 'dd/mm/yyyy hh:mm:ss'
/** Decimals that a number format of Excel can have. */
const MOST_DECIMALS = 30

type Look = Partial<Style>

// All of the workbook's own font: what is left out of one is not taken from the other.
const BOLD = { bold: true, name: 'Calibri', size: 11, family: 2, scheme: 'minor' } as const

export const LABEL_STYLE: Look = { font: BOLD }

const looks = new Map<string, Look>()

/** How a value of a column is shown; the same object for the same look, by which exceljs finds a style again at once. */
export function cellStyle(value: TypedValue, column: ExportColumn, bold = false): Look {
  const numFmt = numberFormat(value, column)
  const name = `${value.kind} ${bold} ${numFmt}`
  let look = looks.get(name)
  if (!look) {
    look = {
      ...(numFmt && { numFmt }),
      ...(bold && { font: BOLD }),
      // Those that only a text holds in full stand with the others.
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
