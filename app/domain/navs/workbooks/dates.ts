import { addDays, type Day, dayOf } from '~/domain/values/day'

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

/** The day of a date cell's serial number; the time of day is dropped. Null when there is no such day. */
export function dayOfSerial(serial: number, date1904: boolean): Day | null {
  const days = Math.floor(serial)
  if (!Number.isFinite(days) || days < 0 || days > 110_000) return null
  if (date1904) return addDays('1904-01-01', days)
  // Excel counts a 29 February 1900 that never was: serial 60.
  if (days < 1 || days === 60) return null
  return addDays(days < 60 ? '1899-12-31' : '1899-12-30', days)
}

/** The day of an ISO date or date and time, as some programs store date cells. */
export function dayOfIso(text: string): Day | null {
  return dayOfText(text.trim().slice(0, 10))
}
