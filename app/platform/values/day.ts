/** A calendar date without time zone, `yyyy-MM-dd`. */
export type Day = string

const DAY_MS = 86_400_000

const isoOf = (date: Date): Day => date.toISOString().slice(0, 10)

/** The day from three numbers, or null if there is no such day. */
export function dayOf(year: number, month: number, day: number): Day | null {
  if (year < 1900 || year > 2200) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? isoOf(date) : null
}

export const MONTH_NAMES: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

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

/** The Sunday of a day's week. */
export const endOfWeek = (day: Day): Day => addDays(day, (7 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7)

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day that an instant falls on in a time zone. */
export function dayIn(instant: Date, timeZone: string): Day {
  let format = formats.get(timeZone)
  if (!format) {
    // Creating a format is slow. The parts are joined here: their order in a language may change.
    format = new Intl.DateTimeFormat('en-GB', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}

/** The local date and time of an instant. */
export interface WallClock {
  day: Day
  /** HH:mm:ss */
  time: string
}

const clockFormats = new Map<string, Intl.DateTimeFormat>()

/** Lists show the same instants repeatedly, and formatting each takes time. */
const clocks = new Map<string, WallClock>()
const MAX_CLOCKS = 5_000

/** Day and time of an instant in a time zone, to the second. */
export function wallClock(instant: Date, timeZone: string): WallClock {
  const key = `${timeZone} ${instant.getTime()}`
  const cached = clocks.get(key)
  if (cached) return cached
  const clock = formatted(instant, timeZone)
  if (clocks.size >= MAX_CLOCKS) clocks.clear()
  clocks.set(key, clock)
  return clock
}

function formatted(instant: Date, timeZone: string): WallClock {
  const part = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return {
    day: `${part.year}-${part.month}-${part.day}`,
    time: `${part.hour}:${part.minute}:${part.second}`,
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = clockFormats.get(timeZone)
  if (!format) {
    // Creating a format is slow. The parts are joined here: their order in a language may change.
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    clockFormats.set(timeZone, format)
  }
  return format
}

/** A time of day in 24 hours, `HH:mm`. */
export type TimeOfDay = string

/** Local date and time, as texts that sort in chronological order. */
export interface LocalTime {
  today: Day
  time: TimeOfDay
}

/** Local date and time of an instant in a time zone: those of a context at the site. */
export function localTime({ now, timeZone }: { now: Date; timeZone: string }): LocalTime {
  const { day, time } = wallClock(now, timeZone)
  return { today: day, time: time.slice(0, 5) }
}

/** "9:30", "09.30" or "09:30:00" as a time of day; null if it is none. */
export function timeFromText(text: string): TimeOfDay | null {
  const [, hours = '', minutes = ''] = /^(\d{1,2})[:.](\d{2})(?::00)?$/.exec(text.trim()) ?? []
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60
    ? `${hours.padStart(2, '0')}:${minutes}`
    : null
}

/** How long until something is due; negative if late. */
export interface DueIn {
  /** From today; business days when late. */
  days: number
  /** From now, if due at a time today; null otherwise. */
  minutes: number | null
}

/** Business days are Monday to Friday, without the holidays of a calendar. */
const isBusinessDay = (day: Day, holidays: ReadonlySet<Day>) =>
  ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !holidays.has(day)

/**
 * How late something is, in business days: the day it was due counts if it is one, today does not. At least 1 from the
 * day after it on.
 */
export function businessDaysLate(due: Day, today: Day, holidays: ReadonlySet<Day>): number {
  if (due >= today) return 0
  let late = 0
  for (let day = due; day < today; day = addDays(day, 1)) if (isBusinessDay(day, holidays)) late += 1
  return Math.max(1, late)
}

/**
 * Null without a day.
 * @param time the deadline on that day; null for its end
 * @param holidays of the calendar by which it is late
 */
export function dueIn(
  due: Day | null,
  time: TimeOfDay | null,
  now: LocalTime,
  holidays: readonly Day[] = [],
): DueIn | null {
  if (due === null) return null
  const late = businessDaysLate(due, now.today, new Set(holidays))
  const days = late > 0 ? -late : daysBetween(now.today, due)
  return { days, minutes: days === 0 && time !== null ? minutesOf(time) - minutesOf(now.time) : null }
}

function minutesOf(time: TimeOfDay): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Past its last day, or past its time today. */
export const isLate = ({ days, minutes }: DueIn) => days < 0 || (minutes ?? 0) < 0

/** The range of invoice dates, both days inclusive. */
const FIRST_DAY: Day = '1990-01-01'

const LAST_DAY: Day = '2100-12-31'

export const isNearDay = (day: Day): boolean => day >= FIRST_DAY && day <= LAST_DAY

/** All months from one to another, both inclusive. */
export function monthsOf(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = from; month <= to && months.length <= 1_200; month = monthsBefore(month, -1))
    months.push(month)
  return months
}

export const monthOf = (day: Day): string => day.slice(0, 7)

/** First and last day of a month. */
export function daysOfMonth(month: string): { first: Day; last: Day } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { first: `${month}-01`, last: `${month}-${String(last).padStart(2, '0')}` }
}

/** The month this many months earlier; later, if the number is negative. */
export function monthsBefore(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const at = year * 12 + number - 1 - months
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
}

/** The last day of the month of a day. */
export const lastOfMonth = (day: Day): Day => daysOfMonth(monthOf(day)).last

/** "2026-10" of an address; the month of a day for anything else. */
export function requestedMonth(text: string | null, today: Day): string {
  return text !== null && /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : monthOf(today)
}
