import type { Day } from '~/platform/values/day'

/** Months of NAV dates, yyyy-MM, both included. */
export interface KpiPeriod {
  from: string
  to: string
  /** What of the question could not be answered as it was put. */
  note: string | null
}

/** Months at once at most: daily NAVs of hundreds of funds are a hundred thousand a year. */
export const MOST_MONTHS = 24
const USUAL_MONTHS = 12

const isMonth = (text: string | null): text is string =>
  text !== null && /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text)

/** The months that an address asks for; the twelve up to this one unless it does. */
export function kpiPeriod(from: string | null, to: string | null, today: Day): KpiPeriod {
  const last = isMonth(to) ? to : monthOf(today)
  const first = isMonth(from) ? from : monthsBefore(last, USUAL_MONTHS - 1)
  const unread = [from, to].some((text) => text !== null && text !== '' && !isMonth(text))
  const note = unread ? 'A month is written as 2026-10; the usual one was taken.' : null
  if (first > last) return kpiPeriod(last, first, today)
  if (monthsOf(first, last).length <= MOST_MONTHS) return { from: first, to: last, note }
  return {
    from: monthsBefore(last, MOST_MONTHS - 1),
    to: last,
    note: `At most ${MOST_MONTHS} months are shown at once: the last ones up to ${last}.`,
  }
}

/** All months from one to another, both included. */
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

/** The month so many before; after, when the number is negative. */
export function monthsBefore(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const at = year * 12 + number - 1 - months
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
}
