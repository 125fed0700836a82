import type { Read } from 'db/database'
import { calendarHoliday } from 'db/schema/lookups'
import { and, eq, gte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'

/** Mondays to Fridays before a day, counted from the first Monday of 1900. */
export function weekdaysBefore(day: SQLWrapper): SQL {
  const days = sql`(${day} - date '1900-01-01')`
  return sql`(${days} / 7 * 5 + least(${days} % 7, 5))`
}

/**
 * How late something is, in business days: `businessDaysLate` of day.ts in SQL. 0 on the day itself, past its time.
 * @param due a day up to today
 * @param calendar the name of the calendar whose holidays do not count; null: Monday to Friday
 */
export function businessDaysLateSql(due: SQLWrapper, today: SQLWrapper, calendar: SQLWrapper): SQL<number> {
  const { calendar: name, date } = calendarHoliday
  const holidays = sql`(select count(*) from ${calendarHoliday} where ${name} = ${calendar}
    and ${date} >= ${due} and ${date} < ${today} and extract(isodow from ${date}) < 6)`
  return sql`(case when ${due} = ${today} then 0
    else greatest(1, ${weekdaysBefore(today)} - ${weekdaysBefore(due)} - ${holidays}) end)::int`
}

/** The holidays of a calendar from a day on; none without a calendar or a day. */
export async function holidaysSince(read: Read, calendar: SQL, from: Day | null): Promise<Day[]> {
  if (from === null) return []
  const rows = await read
    .select({ date: calendarHoliday.date })
    .from(calendarHoliday)
    .where(and(eq(calendarHoliday.calendar, calendar), gte(calendarHoliday.date, from)))
  return rows.map(({ date }) => date)
}
