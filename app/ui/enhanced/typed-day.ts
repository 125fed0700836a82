/** A day as people type it, and as the browser's own field holds it (yyyy-MM-dd). */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const HALF_A_YEAR_MS = 183 * 86_400_000

const two = (number: number) => String(number).padStart(2, '0')

function isoOf(year: number, month: number, day: number): string | null {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` : null
}

/** Two digits are a year of the century around today: 26 is 2026, 99 is 1999. */
function yearOf(text: string, today: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  const now = Number(today.slice(0, 4))
  const near = Math.floor(now / 100) * 100 + year
  return near > now + 50 ? near - 100 : near
}

/** The day and month nearest to today: of this year, the last one or the next. */
function nearest(month: number, day: number, today: string): string | null {
  const now = Date.parse(today)
  const year = Number(today.slice(0, 4))
  const days = [year, year - 1, year + 1].flatMap((each) => isoOf(each, month, day) ?? [])
  return days.find((each) => Math.abs(Date.parse(each) - now) <= HALF_A_YEAR_MS) ?? days[0] ?? null
}

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3)) + 1
}

/**
 * Reads "03/11/2026", "3.11.26", "3 Nov 2026", "2026-11-03", "03112026" and, as the nearest one, "3/11".
 * @param today yyyy-MM-dd
 * @returns yyyy-MM-dd; '' for an empty text; null where it is not a day. `whole` says that the year was typed in full
 */
export function readTypedDay(text: string, today: string): { day: string | null; whole: boolean } {
  const typed = text.trim().toLowerCase()
  if (typed === '') return { day: '', whole: true }
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed)
  if (iso) return { day: isoOf(Number(iso[1]), Number(iso[2]), Number(iso[3])), whole: true }
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[\s./-]+(\d{1,2}|[a-z]{3,9}\.?)(?:[\s./,-]+(\d{4}|\d{2}))?[\s./-]*$/.exec(typed) ??
    /^(\d\d)(\d\d)(\d{4}|\d\d)?$/.exec(typed) ??
    []
  if (day === '') return { day: null, whole: false }
  const [d, m] = [Number(day), monthOf(month)]
  if (year === '') return { day: nearest(m, d, today), whole: false }
  return { day: isoOf(yearOf(year, today), m, d), whole: year.length === 4 }
}

/** dd/mm/yyyy; '' for none. */
export function showTypedDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return day === '' ? '' : `${date}/${month}/${year}`
}

/** Today where the user is, yyyy-MM-dd. */
export function todayHere(now: Date): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** A part of dd/mm/yyyy, by the place of the cursor in it. */
export type DayPart = 'day' | 'month' | 'year'

export const partAt = (cursor: number): DayPart => (cursor < 3 ? 'day' : cursor < 6 ? 'month' : 'year')

/** The place of a part in dd/mm/yyyy. */
export const placeOfPart: Readonly<Record<DayPart, [from: number, to: number]>> = {
  day: [0, 2],
  month: [3, 5],
  year: [6, 10],
}

/** So many days, months or years later; the last day of a month where it is shorter. */
export function stepDay(iso: string, part: DayPart, by: number): string {
  const [year = 0, month = 1, date = 1] = iso.split('-').map(Number)
  if (part === 'day') return new Date(Date.UTC(year, month - 1, date + by)).toISOString().slice(0, 10)
  const months = year * 12 + month - 1 + by * (part === 'year' ? 12 : 1)
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1]
  const last = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate()
  return isoOf(toYear, toMonth, Math.min(date, last)) ?? iso
}
