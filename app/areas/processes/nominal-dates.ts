import { addDays, type Day, dayOf } from '~/platform/values/day'
import { type Holidays, nearestBusinessDay } from './business-days'
import type { Recurrence, Roll } from './process'

/** What of an entity event says when it comes round. */
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
 * @param days what the event falls on where no rule says: its given days, or the NAV dates of an entity
 */
export function nominalDates(event: Recurring, from: Day, to: Day, days: readonly Day[] = []): Day[] {
  const months = MONTHS[event.recurrence]
  if (months !== undefined) return periodEnds(event, months, from, to)
  if (event.recurrence === 'weekly') return weekdays(event.weekday ?? 5, from, to)
  return [...new Set(days)].filter((day) => from <= day && day <= to).sort()
}

/** Where a nominal date goes when it is no business day. */
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
  // Months are counted through, so that a year's end in any month is a number like all others.
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
