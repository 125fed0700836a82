import { type Day, daysBetween } from './day'

/** Days until something is due: negative when it is late; null without such a day. */
export const daysUntil = (due: Day | null, today: Day) => (due === null ? null : daysBetween(today, due))

/** "3 days late", "today", "in 2 days". @param days from today; negative when it is late */
export function dueWords(days: number): string {
  if (days === 0) return 'today'
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days < 0 ? `${count} late` : `in ${count}`
}
