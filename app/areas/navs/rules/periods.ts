import { type Day, daysBetween } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'

/** Limits that grow with the square root of the time between two NAV dates, for exact comparisons. */
export interface Root {
  /** √(max(1; d / 4)), to forty places: for texts and impacts, never to compare with. */
  value: Big
  /** |value| <= limit × root */
  within(value: Big, limit: Big): boolean
  /** |value| < limit × root */
  below(value: Big, limit: Big): boolean
}

/**
 * The root of so many calendar days. Compared by squares, which are exact: value² × 4 <= limit² × max(4; d). A value
 * within the bare limit is within any root of it, so that most comparisons need no square.
 */
export function rootOf(days: number): Root {
  const most = new Big(Math.max(4, days))
  const squares = (value: Big, limit: Big) => value.times(value).times(4).cmp(limit.times(limit).times(most))
  return {
    value: most.div(4).sqrt(),
    within(value, limit) {
      const size = value.abs()
      return limit.gte(0) && (size.lte(limit) || squares(size, limit) <= 0)
    },
    below(value, limit) {
      const size = value.abs()
      return limit.gt(0) && (size.lt(limit) || squares(size, limit) < 0)
    },
  }
}

/** True when both days lie in one financial year. @param yearEnd its last day, "MM-DD" */
export function inOneYear(one: Day, other: Day, yearEnd: string): boolean {
  const yearOf = (day: Day) => Number(day.slice(0, 4)) + (day.slice(5) > yearEnd ? 1 : 0)
  return yearOf(one) === yearOf(other)
}

/** Monday to Friday after `from`, up to and with `to`; negative when `to` is earlier. */
export function weekdaysBetween(from: Day, to: Day): number {
  const days = daysBetween(from, to)
  if (days < 0) return -weekdaysBetween(to, from)
  const weeks = Math.floor(days / 7)
  const last = new Date(`${to}T00:00:00Z`).getUTCDay()
  let count = weeks * 5
  for (let back = 0; back < days % 7; back += 1) {
    const weekday = (last - back + 7) % 7
    if (weekday !== 0 && weekday !== 6) count += 1
  }
  return count
}

/** 365, or 366 in a leap year. */
export function daysOfYear(day: Day): number {
  const year = Number(day.slice(0, 4))
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 366 : 365
}

/** How days of interest are counted, by the name in the inventory. */
export type DayCount = (lastCoupon: Day, navDate: Day) => { days: number; basis: number }

const DAY_COUNTS: Readonly<Record<string, DayCount>> = {
  '30/360': (from, to) => ({ days: daysOfThirty(from, to), basis: 360 }),
  'ACT/360': (from, to) => ({ days: daysBetween(from, to), basis: 360 }),
  'ACT/365': (from, to) => ({ days: daysBetween(from, to), basis: 365 }),
  'ACT/ACT': (from, to) => ({ days: daysBetween(from, to), basis: daysOfYear(to) }),
}

/** The day count of a name, in any case; null for an unknown one. */
export function dayCountOf(name: string): DayCount | null {
  return DAY_COUNTS[name.toUpperCase()] ?? null
}

/** ISDA 30/360: a day 31 counts 30, on the later date only where the earlier one counts 30. */
function daysOfThirty(from: Day, to: Day): number {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number)
  const first = Math.min(fromDay, 30)
  const second = toDay === 31 && first === 30 ? 30 : toDay
  return (toYear - fromYear) * 360 + (toMonth - fromMonth) * 30 + second - first
}
