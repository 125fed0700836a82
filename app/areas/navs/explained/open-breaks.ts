import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { ExplainableRule } from '../rules/contract'

/** Open, explained until a day, or found when a source arrived after the NAV was sent. */
export const OPEN_BREAK_STATES = ['OPEN', 'EXPLAINED', 'AFTER SENDING'] as const
export type OpenBreakState = (typeof OPEN_BREAK_STATES)[number]

/** A break of a matching, or a difference with a second source, of the last NAV of its fund. */
export interface OpenBreakRow {
  key: string
  fund_code: string
  nav_id: number
  nav_date: Day
  /** "Matching", "S03 Depositary cash" */
  found_by: string
  /** A currency, an ISIN, an instrument code; with the ex date of income. */
  subject: string
  /** What it is by: in the unit beside it. */
  difference: Decimal | null
  /** A currency, or "units". */
  unit: string | null
  /** In fund currency, signed. */
  value: Decimal | null
  /** Its size, without a sign. */
  bp: Decimal | null
  /** The NAV date since which it has been there. */
  first_seen: Day
  /** Calendar days from then to the NAV date. */
  age: number
  state: OpenBreakState
  /** Its owner, or who explained it. */
  who: string | null
  /** The last NAV date for which it is explained. */
  until: Day | null
  reason: string | null
  comment: string
  /** The rule of a difference that may be explained. */
  rule: ExplainableRule | null
  explanation_id: number | null
}
