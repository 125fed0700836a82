import { addDays, type Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { showDay } from '~/platform/values/show'
import type { ExplainableRule } from '../rules/contract'

/** Why a difference with a second source will go by itself. */
export const EXPLAINED_REASONS = [
  'settlement pending',
  'in transit',
  'timing',
  'booked later',
  'lent or pledged',
  'other',
] as const
export type ExplainedReason = (typeof EXPLAINED_REASONS)[number]

/** This one counts until it is ended. */
export const WITHOUT_LAST_DAY: ExplainedReason = 'lent or pledged'

/** This one says what it is in its comment. */
export const NEEDS_COMMENT: ExplainedReason = 'other'

const MAX_WEEKDAYS = 10

const isWeekday = (day: Day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The last day that an explanation of a NAV date may have: ten weekdays after it. */
export function latestDay(navDate: Day): Day {
  let [day, left] = [navDate, MAX_WEEKDAYS]
  while (left > 0) {
    day = addDays(day, 1)
    if (isWeekday(day)) left -= 1
  }
  return day
}

/** What is wrong with the last day of an explanation; null where it may have it. */
export function lastDayFault(reason: ExplainedReason, until: Day | null, navDate: Day): string | null {
  if (reason === WITHOUT_LAST_DAY)
    return until === null
      ? null
      : `What is ${WITHOUT_LAST_DAY} counts until it is ended: leave the last day blank.`
  const latest = latestDay(navDate)
  if (until === null) return `Enter the last day for which it counts, ${showDay(latest)} at the latest.`
  if (until < navDate)
    return `The last day is before the NAV date ${showDay(navDate)}. Enter that day or a later one.`
  if (until > latest)
    return `The last day is more than ${MAX_WEEKDAYS} weekdays after the NAV date. Enter ${showDay(latest)} or an earlier day, and renew the explanation then.`
  return null
}

export const EXPLANATION_STATES = ['IN FORCE', 'RUN OUT', 'ENDED'] as const
export type ExplanationState = (typeof EXPLANATION_STATES)[number]

/** An explanation with how it stands. */
export interface ExplanationRow {
  id: number
  fund_code: string
  fund_currency: string
  /** The NAV at whose control it was given. */
  nav_id: number
  nav_date: Day
  /** The fund's last NAV that was controlled: where it is renewed. */
  last_nav_id: number
  rule: ExplainableRule
  currency: string | null
  instrument_code: string | null
  isin: string | null
  ex_date: Day | null
  /** On the source's side: of S03 in the currency, of S04 a quantity, of S06 in fund currency. */
  amount: Decimal
  reason: ExplainedReason
  comment: string
  until: Day | null
  given_by: string
  given_at: Date
  state: ExplanationState
  /** Calendar days from its NAV date to the fund's last one that was controlled. */
  age: number
  /** What the fund's last control counts it for, in fund currency; null where that needs none. */
  value: Decimal | null
  bp: Decimal | null
  /** It counts for no NAV date from this one on. */
  ended_from: Day | null
  ended_by: string | null
  ended_at: Date | null
  end_comment: string | null
}

/** "EUR", "FR0000000001", "FR0000000001 ex 30/10/2026" */
export function subjectOf({
  currency,
  instrument_code,
  isin,
  ex_date,
}: Pick<ExplanationRow, 'currency' | 'instrument_code' | 'isin' | 'ex_date'>): string {
  if (currency !== null) return currency
  return ex_date === null ? (isin ?? instrument_code ?? '') : `${isin} ex ${showDay(ex_date)}`
}

/** What its amount is counted in: a currency, or units. */
export const unitOf = ({
  rule,
  currency,
  fund_currency,
}: Pick<ExplanationRow, 'rule' | 'currency' | 'fund_currency'>): string =>
  rule === 'S04' ? 'units' : (currency ?? fund_currency)
