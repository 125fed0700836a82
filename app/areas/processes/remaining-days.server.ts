import { calendarHoliday } from 'db/schema/lookups'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'

/**
 * Business days of a calendar from today until a due date: 0 on that day, negative from the day after it, however few
 * business days have passed since.
 * @param calendar name of the calendar; null in the database is Monday to Friday
 */
export function remainingDaysSql(due: SQLWrapper, calendar: SQLWrapper, today: Day): SQL {
  const now = sql`${today}::date`
  const until = sql`(${weekdaysBefore(sql`${due} + 1`)} - ${weekdaysBefore(sql`${now} + 1`)}
    - ${holidaysBetween(calendar, sql`${now} + 1`, sql`${due} + 1`)})`
  const since = sql`greatest(1, ${weekdaysBefore(now)} - ${weekdaysBefore(due)}
    - ${holidaysBetween(calendar, sql`${due}`, now)})`
  return sql`(case when ${due} >= ${now} then ${until} else -${since} end)::int`
}

/** Mondays to Fridays before a day, counted from the first Monday of 1900. */
function weekdaysBefore(day: SQLWrapper): SQL {
  const days = sql`(${day} - date '1900-01-01')`
  return sql`(${days} / 7 * 5 + least(${days} % 7, 5))`
}

/** Holidays that are no Saturday or Sunday, from a day up to before another. */
function holidaysBetween(calendar: SQLWrapper, from: SQL, to: SQL): SQL {
  return sql`(select count(*) from ${calendarHoliday} where ${calendarHoliday.calendar} = ${calendar}
    and ${calendarHoliday.date} >= ${from} and ${calendarHoliday.date} < ${to}
    and extract(isodow from ${calendarHoliday.date}) < 6)`
}
