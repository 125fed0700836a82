import { addDays, type Day, dayOf, daysBetween } from '~/platform/values/day'

/**
 * The days after these, as many of them: a year after a year, a quarter after a quarter. Days that are no whole months
 * are followed by the same number of days.
 * @param from first day, `to` the last, both inclusive
 */
export function nextPeriod(from: Day, to: Day): { from: Day; to: Day } {
  const next = addDays(to, 1)
  const [year, month, day] = parts(next)
  const [fromYear, fromMonth, fromDay] = parts(from)
  const months = (year - fromYear) * 12 + month - fromMonth
  const sum = month - 1 + months
  const after = day === fromDay ? dayOf(year + Math.floor(sum / 12), (sum % 12) + 1, day) : null
  return { from: next, to: after ? addDays(after, -1) : addDays(next, daysBetween(from, to)) }
}

function parts(day: Day): [number, number, number] {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return [year, month, date]
}
