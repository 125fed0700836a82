import { monthsBefore, monthsOf } from '~/platform/values/day'
import { isMonth, MAX_MONTHS } from './period'

/** An oversight report as an object: its kind, its places, and the request for one. */

export const OVERSIGHT_REPORT = 'oversight report'

/** Its first place, and the one in which it stays. */
export const TO_SIGN = { queue: 'MANAGER', status: 'TO SIGN', class: 'new' } as const
export const FROZEN = 'FROZEN'
export const ENDED: readonly string[] = [FROZEN, 'CANCELLED']

/** The faults of the requested months, by field; empty where a report of them can be made. */
export function monthFaults(from: string, to: string): Record<string, string> {
  const sentence = 'Give a month as 2026-10.'
  const faults: Record<string, string> = {}
  if (!isMonth(from)) faults.from = sentence
  if (!isMonth(to)) faults.to = sentence
  if (Object.keys(faults).length > 0) return faults
  if (from > to) return { to: 'The last month is before the first. Give a later one.' }
  if (monthsOf(from, to).length > MAX_MONTHS)
    return { to: `A report has at most ${MAX_MONTHS} months. Give fewer.` }
  return {}
}

/** The month before this one: what a new report is about by default. */
export const lastMonth = (today: string): string => monthsBefore(today.slice(0, 7), 1)
