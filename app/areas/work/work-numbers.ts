import { addDays, type Day } from '~/platform/values/day'

/** A figure above the work of a user: a link to the rows behind it, and the way to it. */
export interface WorkNumber {
  label: string
  /** "5", "96.4" */
  value: string
  /** Small, after the value: "%". */
  unit?: string
  /** Below, in a few words: "2 newly late". */
  note?: string
  /** The note is a warning. */
  isBad?: boolean
  /** The list that has the rows behind it. */
  href: string
  /** One figure for each of the days, oldest first; null for a day without one. */
  series: (number | null)[]
  /** What the line shows, in one sentence. */
  summary: string
}

/** How many days a line shows. */
const MAX_DAYS = 20

const isWeekday = (day: Day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The days of the lines, oldest first: today, and the weekdays before it. */
export function shownDays(today: Day): Day[] {
  const days = [today]
  for (let day = addDays(today, -1); days.length < MAX_DAYS; day = addDays(day, -1))
    if (isWeekday(day)) days.unshift(day)
  return days
}

/** "Late work over 20 business days: 3 to 7, now 5" */
export function summaryOfLine(
  what: string,
  series: readonly (number | null)[],
  show: (value: number) => string = String,
): string {
  const known = series.filter((value): value is number => value !== null)
  const last = known.at(-1)
  const days = `${what} over ${series.length} business days`
  if (last === undefined) return `${days}: no figures`
  return `${days}: ${show(Math.min(...known))} to ${show(Math.max(...known))}, now ${show(last)}`
}

/** The parts of My work by their due day, as the list groups them; their order is that of the day. */
export const SECTIONS = { '1': 'Late', '2': 'Today', '3': 'This week', '4': 'Later' } as const
export type Section = keyof typeof SECTIONS
