import { Big } from '~/platform/values/decimal'
import { showDay } from '~/platform/values/show'
import { dayOfIso, dayOfSerial } from '~/platform/workbooks/dates'
import type { Cell, Sheet } from '~/platform/workbooks/workbook'
import type { TableCell } from './table'

/** Excel shows no more digits. */
const DIGITS = 15

/** A cell of a workbook as a reader of Excel knows it; formats beyond dates and percents are not looked at. */
export function shownCell(cell: Cell, { date1904 }: Pick<Sheet, 'date1904'>): TableCell {
  switch (cell.kind) {
    case 'number':
      return { text: numberText(cell, date1904), figure: true }
    case 'date': {
      const day = dayOfIso(cell.text)
      return { text: day ? showDay(day) : cell.text, figure: true }
    }
    case 'unresolved':
      return { text: '(formula without a stored result)', figure: false }
    default:
      return { text: cell.text, figure: false }
  }
}

function numberText({ text, format }: Cell, date1904: boolean): string {
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  if (format === 'date') {
    const day = dayOfSerial(value, date1904)
    if (day !== null) return `${showDay(day)}${timeText(value)}`
  }
  // Beyond these a plain figure would be a row of zeros.
  if (value !== 0 && (Math.abs(value) >= 1e21 || Math.abs(value) < 1e-12)) return value.toExponential()
  const rounded = new Big(value.toPrecision(DIGITS))
  return format === 'percent' ? `${rounded.times(100).toFixed()}%` : rounded.toFixed()
}

/** " 14:30" of a date with a time of day. */
function timeText(serial: number): string {
  const minutes = Math.round((serial - Math.floor(serial)) * 24 * 60)
  if (minutes === 0 || minutes === 24 * 60) return ''
  const two = (number: number) => String(number).padStart(2, '0')
  return ` ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
