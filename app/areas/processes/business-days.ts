import { addDays, type Day, dayOf } from '~/platform/values/day'
import type { DueUnit, Recurrence, Roll } from './process'

/** The holidays of a calendar. Days other than holidays are Monday to Friday (product decisions, section 3). */
export type Holidays = ReadonlySet<Day>

/** True from Monday to Friday, except on holidays. */
export function isBusinessDay(day: Day, holidays: Holidays): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays.has(day)
}

/** The day itself when it is a business day, else the first one after it (1) or before it (-1). */
export function nearestBusinessDay(day: Day, direction: 1 | -1, holidays: Holidays): Day {
  let at = day
  while (!isBusinessDay(at, holidays)) at = addDays(at, direction)
  return at
}

/**
 * The business day a number of business days after a day, or before it where the count is negative. For zero it is the
 * day itself, or the next business day where it is not one.
 */
export function businessDaysAfter(day: Day, count: number, holidays: Holidays): Day {
  if (count === 0) return nearestBusinessDay(day, 1, holidays)
  const direction = count > 0 ? 1 : -1
  let at = day
  for (let left = Math.abs(count); left > 0; left -= 1)
    at = nearestBusinessDay(addDays(at, direction), direction, holidays)
  return at
}

/** The same for thousands of dates, most of which are alike: each day is looked for once. */
export function cachedBusinessDays(): typeof businessDaysAfter {
  const cache = new Map<Holidays, Map<string, Day>>()
  return (day, count, holidays) => {
    const days = cache.get(holidays) ?? new Map<string, Day>()
    cache.set(holidays, days)
    const key = `${day} ${count}`
    const found = days.get(key) ?? businessDaysAfter(day, count, holidays)
    days.set(key, found)
    return found
  }
}

/** When something is due after an event. */
interface DueRule {
  /** Negative before the event. */
  dueOffset: number
  dueUnit: DueUnit
}

/** The day on which something is due. One in calendar weeks stays where it falls, on whatever day. */
export function dueDay(
  event: Day,
  { dueOffset, dueUnit }: DueRule,
  holidays: Holidays,
  after = businessDaysAfter,
): Day {
  return dueUnit === 'weeks' ? addDays(event, 7 * dueOffset) : after(event, dueOffset, holidays)
}

/**
 * Business days after `from` up to and with `to`; those from `to` up to before `from`, negative, when it is earlier.
 */
export function businessDaysBetween(from: Day, to: Day, holidays: Holidays): number {
  const [first, end, sign] = to >= from ? [addDays(from, 1), addDays(to, 1), 1] : [to, from, -1]
  let count = 0
  for (let at = first; at < end; at = addDays(at, 1)) if (isBusinessDay(at, holidays)) count += 1
  return count === 0 ? 0 : sign * count
}

/** The fields of an entity event that determine when it comes round. */
export interface Recurring {
  recurrence: Recurrence
  /** 1 Monday to 7 Sunday, of weekly ones; Friday where none is given. */
  weekday: number | null
  /** Month in which the year ends; December where none is given. */
  yearEndMonth: number | null
  /** Calendar days after the last day of the period. */
  dayOffset: number
}

/** Months of a period. */
const MONTHS: Partial<Record<Recurrence, number>> = {
  monthly: 1,
  quarterly: 3,
  'half-yearly': 6,
  yearly: 12,
}

/**
 * The dates of an event from a day to another, both included, in their order, before holidays move them.
 * @param days its days where it has no rule: the given ones, or the NAV dates of an entity
 */
export function nominalDates(event: Recurring, from: Day, to: Day, days: readonly Day[] = []): Day[] {
  const months = MONTHS[event.recurrence]
  if (months !== undefined) return periodEnds(event, months, from, to)
  if (event.recurrence === 'weekly') return weekdays(event.weekday ?? 5, from, to)
  return [...new Set(days)].filter((day) => from <= day && day <= to).sort()
}

/** Where a nominal date moves when it is not a business day. */
export function rolledDate(nominal: Day, rolls: Roll, holidays: Holidays): Day {
  return rolls === 'stays' ? nominal : nearestBusinessDay(nominal, rolls === 'after' ? 1 : -1, holidays)
}

function weekdays(weekday: number, from: Day, to: Day): Day[] {
  const isoWeekday = new Date(`${from}T00:00:00Z`).getUTCDay() || 7
  const found: Day[] = []
  for (let at = addDays(from, (weekday - isoWeekday + 7) % 7); at <= to; at = addDays(at, 7)) found.push(at)
  return found
}

function periodEnds({ yearEndMonth, dayOffset }: Recurring, months: number, from: Day, to: Day): Day[] {
  const [year = 0, month = 0] = addDays(from, -dayOffset).split('-').map(Number)
  const found: Day[] = []
  // Months are counted continuously, so that a year's end in any month is a number like all others.
  for (let at = year * 12 + month - 1; ; at += 1) {
    const date = addDays(monthEnd(at), dayOffset)
    if (date > to) return found
    const isEnd = (at + 1 - (yearEndMonth ?? 12)) % months === 0
    if (isEnd && date >= from) found.push(date)
  }
}

/** The last day of a month, counted from January of the year 0. */
function monthEnd(month: number): Day {
  const next = dayOf(Math.floor((month + 1) / 12), ((month + 1) % 12) + 1, 1)
  if (next === null) throw new Error(`No calendar has the month ${month}`)
  return addDays(next, -1)
}

/** A process date with the tasks that are not complete. */
export interface MovableDate {
  nominalDate: Day
  rolls: Roll
  eventDate: Day
  dueDate: Day
  /** Business days from the event to the due date, as its process has it now. */
  dueOffset: number
  tasks: readonly (DueRule & { id: number; name: string; dueDate: Day })[]
}

export interface MovedDate {
  eventDate: Day
  dueDate: Day
  /** Those whose due date differs now. */
  tasks: { id: number; name: string; was: Day; dueDate: Day }[]
}

/**
 * The new days of a date and its tasks after holidays changed; null when nothing moves. Days before today stay, and
 * nothing is moved to before today. Only dates that these holidays affect move: all others stay as they were created,
 * even if their event or process is defined otherwise by now.
 */
export function movedDate(
  date: MovableDate,
  before: Holidays,
  after: Holidays,
  today: Day,
): MovedDate | null {
  const ahead = (was: Day, is: Day) => (was >= today && is >= today ? is : was)
  const rolled = (holidays: Holidays) => rolledDate(date.nominalDate, date.rolls, holidays)
  const isRolled = rolled(before) !== rolled(after)
  const eventDate = isRolled ? ahead(date.eventDate, rolled(after)) : date.eventDate
  const due = (was: Day, rule: DueRule) => {
    const then = dueDay(date.eventDate, rule, before)
    const is = dueDay(eventDate, rule, after)
    return then === is ? was : ahead(was, is)
  }
  const dueDate = due(date.dueDate, {
    dueOffset: offsetOf(date, before, today),
    dueUnit: 'business days',
  })
  const tasks = date.tasks.flatMap(({ id, name, dueDate: was, ...rule }) => {
    const is = due(was, rule)
    return is === was ? [] : [{ id, name, was, dueDate: is }]
  })
  const isMoved = eventDate !== date.eventDate || dueDate !== date.dueDate || tasks.length > 0
  return isMoved ? { eventDate, dueDate, tasks } : null
}

/** The offset that the due date was made with: that of the process, unless the process has another one by now. */
function offsetOf({ eventDate, dueDate, dueOffset }: MovableDate, before: Holidays, today: Day): number {
  const asNow = businessDaysAfter(eventDate, dueOffset, before)
  // A date that would be before today was not moved there.
  return asNow === dueDate || asNow < today ? dueOffset : businessDaysBetween(eventDate, dueDate, before)
}
