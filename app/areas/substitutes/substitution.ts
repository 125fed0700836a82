import type { Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'

/** A person who acts for another one while that is away, from a day to a day. */
export interface SubstitutionRow {
  id: number
  /** Who is away. */
  absent: string
  substitute: string
  first_day: Day
  /** The last day on which it has effect. */
  last_day: Day
  state: SubstitutionState
  /** The queues that were handed over: "ACCOUNTANT, ACCOUNTING". */
  queues: string
  set_by: string
  set_at: Date
}

export const SUBSTITUTION_STATES = ['PLANNED', 'IN FORCE', 'ENDED'] as const
export type SubstitutionState = (typeof SUBSTITUTION_STATES)[number]

export function stateAt(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  now: Date,
): SubstitutionState {
  if (endsAt <= now || endsAt <= startsAt) return 'ENDED'
  return startsAt <= now ? 'IN FORCE' : 'PLANNED'
}

/** "Ann Lee for Bo Kim, 01/12/2026 to 05/12/2026" */
export const substitutionText = ({
  absent,
  substitute,
  first_day,
  last_day,
}: Pick<SubstitutionRow, 'absent' | 'substitute' | 'first_day' | 'last_day'>) =>
  `${substitute} for ${absent}, ${showDay(first_day)} to ${showDay(last_day)}`

/** The longest time that one may be away at once, in days. */
export const MAX_DAYS = 366

/** The target of a substitution among waiting changes. */
export const substitutionTarget = (substitute: string, absent: string, firstDay: Day): string =>
  JSON.stringify([substitute, absent, firstDay])

/** The user name of the substitute in a target. */
export const substituteIn = (target: string): string => String((JSON.parse(target) as unknown[])[0])
