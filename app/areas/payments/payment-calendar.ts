import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'

/** How far ahead the payment calendar looks: six weeks. */
export const CALENDAR_DAYS = 42

/** What leaves an account on a day, and what is left of its balance. */
export interface CalendarDay {
  key: string
  day: Day
  entity: string
  /** '' where the entity has no account to pay from. */
  account: string
  currency: string
  payments: number
  in_runs: Decimal
  due: Decimal
  held: Decimal
  leaves: Decimal
  /** After this day; null without a statement of the account. */
  balance: Decimal | null
  /** The day of the statement from which the balance starts. */
  balance_from: Day | null
}
