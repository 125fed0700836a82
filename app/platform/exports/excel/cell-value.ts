import type { CellValue } from 'exceljs'
import { daysBetween } from '~/platform/values/day'
import type { TypedValue } from '../typed-value'
import { exactNumber } from './exact-number'
import { sheetText } from './sheet-text'

/** Day 0 of the sheet's calendar for all days after its 29 February 1900, which never was. */
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
