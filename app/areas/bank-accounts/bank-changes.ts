import type { Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'

/** What lately became of the bank details of an entity. */
export interface BankChanges {
  supplier: string
  changedDaysAgo: number | null
  /** The day since which a change waits for a second person; null when none does. */
  waitingSince: Day | null
}

/** For so many days a change wants attention; later it only informs. */
const FRESH_DAYS = 30

/** Does what became of them only inform? */
export const isCalm = ({ changedDaysAgo, waitingSince }: BankChanges): boolean =>
  waitingSince === null && (changedDaysAgo === null || changedDaysAgo > FRESH_DAYS)

/** The same in sentences; none where nothing changed within a year and nothing waits. */
export function bankChangeWords({ supplier, changedDaysAgo, waitingSince }: BankChanges): string[] {
  const changed =
    changedDaysAgo === null ? [] : [`${supplier}: bank details changed ${daysAgo(changedDaysAgo)}.`]
  if (waitingSince === null) return changed
  return [
    ...changed,
    `${supplier}: a change of the bank details waits since ${showDay(waitingSince)} for a team leader. Nothing is paid to it until that is decided.`,
  ]
}

function daysAgo(days: number): string {
  if (days === 0) return 'today'
  return days === 1 ? '1 day ago' : `${days} days ago`
}
