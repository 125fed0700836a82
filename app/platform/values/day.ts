/** A calendar date without time zone, `yyyy-MM-dd`. */
export type Day = string

const DAY_MS = 86_400_000

const isoOf = (date: Date): Day => date.toISOString().slice(0, 10)

/** The day of three numbers, or null when there is no such day. */
export function dayOf(year: number, month: number, day: number): Day | null {
  if (year < 1900 || year > 2200) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? isoOf(date) : null
}

/** True for a real calendar date written `yyyy-MM-dd`. */
export function isDay(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return parts !== null && dayOf(Number(parts[1]), Number(parts[2]), Number(parts[3])) !== null
}

export function addDays(day: Day, days: number): Day {
  return isoOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS))
}

/** Calendar days from `from` to `to`, negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

/** Days until something is due: negative when it is late; null without such a day. */
export const daysUntil = (due: Day | null, today: Day) => (due === null ? null : daysBetween(today, due))

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day that an instant falls on in a time zone. */
export function dayIn(instant: Date, timeZone: string): Day {
  let format = formats.get(timeZone)
  if (!format) {
    // Creating a format is slow. Its parts are put together here: the order that a language gives them may change.
    format = new Intl.DateTimeFormat('en-GB', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}

/** The range of invoice dates, both days inclusive. */
export const FIRST_DAY: Day = '1990-01-01'

export const LAST_DAY: Day = '2100-12-31'

export const isNearDay = (day: Day): boolean => day >= FIRST_DAY && day <= LAST_DAY
