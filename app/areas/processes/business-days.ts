import { addDays, type Day } from '~/platform/values/day'

/** The holidays of a calendar. Days that are none are Monday to Friday (product decisions, section 3). */
export type Holidays = ReadonlySet<Day>

/** True from Monday to Friday, but for holidays. */
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
 * So many business days after a day, or before it where the count is negative. None is the day itself, or the next
 * business day where it is none.
 */
export function businessDaysAfter(day: Day, count: number, holidays: Holidays): Day {
  if (count === 0) return nearestBusinessDay(day, 1, holidays)
  const direction = count > 0 ? 1 : -1
  let at = day
  for (let left = Math.abs(count); left > 0; left -= 1)
    at = nearestBusinessDay(addDays(at, direction), direction, holidays)
  return at
}

/** Business days after `from` up to and with `to`; those from `to` up to before `from`, negative, when it is earlier. */
export function businessDaysBetween(from: Day, to: Day, holidays: Holidays): number {
  const [first, end, sign] = to >= from ? [addDays(from, 1), addDays(to, 1), 1] : [to, from, -1]
  let count = 0
  for (let at = first; at < end; at = addDays(at, 1)) if (isBusinessDay(at, holidays)) count += 1
  return count === 0 ? 0 : sign * count
}
