import type { Read } from 'db/database'
import { calendarHoliday } from 'db/schema/lookups'
import { inArray } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import type { Holidays } from './business-days'

/** The holidays of these calendars. Without a calendar, as in one that nobody filled in, every Monday to Friday counts. */
export async function holidaysOf(
  read: Read,
  calendars: readonly (string | null)[],
): Promise<(calendar: string | null) => Holidays> {
  const names = [...new Set(calendars.filter((each) => each !== null))]
  const byCalendar = new Map<string, Set<Day>>(names.map((name) => [name, new Set()]))
  if (names.length > 0) {
    const { calendar, date } = calendarHoliday
    const rows = await read.select({ calendar, date }).from(calendarHoliday).where(inArray(calendar, names))
    for (const row of rows) byCalendar.get(row.calendar)?.add(row.date)
  }
  const none: Holidays = new Set()
  return (calendar) => (calendar === null ? none : (byCalendar.get(calendar) ?? none))
}
