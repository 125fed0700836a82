import { type Day, daysOfMonth, MONTH_NAMES, monthsBefore, monthsOf } from '~/platform/values/day'

/** Months of NAV dates, yyyy-MM, both included. */
export interface OversightPeriod {
  from: string
  to: string
}

/** The most months of one report. */
export const MAX_MONTHS = 12

/** How many periods of the same length before it are shown beside it. */
const BEFORE = 3

export const isMonth = (text: string): boolean => /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text)

/** A period, and the three of the same length before it, the nearest first. */
export function withPeriodsBefore({ from, to }: OversightPeriod): OversightPeriod[] {
  const { length } = monthsOf(from, to)
  return Array.from({ length: BEFORE + 1 }, (_, back) => ({
    from: monthsBefore(from, back * length),
    to: monthsBefore(to, back * length),
  }))
}

/** First and last day of a period. */
export const daysOfPeriod = ({ from, to }: OversightPeriod): { first: Day; last: Day } => ({
  first: daysOfMonth(from).first,
  last: daysOfMonth(to).last,
})

export const isInPeriod = (day: Day, period: OversightPeriod): boolean => {
  const { first, last } = daysOfPeriod(period)
  return first <= day && day <= last
}

const nameOf = (month: string) => MONTH_NAMES[Number(month.slice(5)) - 1] ?? month

/** "October 2026", "3rd quarter 2026", "August to October 2026". */
export function periodLabel({ from, to }: OversightPeriod): string {
  const [year, lastYear] = [from.slice(0, 4), to.slice(0, 4)]
  if (from === to) return `${nameOf(from)} ${year}`
  const [first, last] = [Number(from.slice(5)), Number(to.slice(5))]
  if (year !== lastYear) return `${nameOf(from)} ${year} to ${nameOf(to)} ${lastYear}`
  if (first % 3 === 1 && last === first + 2)
    return `${['1st', '2nd', '3rd', '4th'][(first - 1) / 3]} quarter ${year}`
  return `${nameOf(from)} to ${nameOf(to)} ${year}`
}

/** "10/26", or "08/26–10/26": at the head of a column. */
export function shortPeriod({ from, to }: OversightPeriod): string {
  const short = (month: string) => `${month.slice(5)}/${month.slice(2, 4)}`
  return from === to ? short(from) : `${short(from)}–${short(to)}`
}
