import type { Day } from '~/platform/values/day'
import { counted } from '~/platform/values/show'
import type { ResultCounts } from '../nav'

/** Files of several funds, such as those of an umbrella, whose controls one person runs together. */

/** The page of a run is below it. */
export const UMBRELLA_PATH = '/nav-controls/umbrella'

/** A fund of the files, and the NAV that its control would be of. */
export interface ExpectedFund {
  /** Null where its lines have none. */
  fundCode: string | null
  navDate: Day | null
  fundName: string | null
  /** Null where it cannot be controlled. */
  fundNavId: number | null
  /** Why it cannot be controlled; '' where it can. */
  note: string
}

/** The name of a fund that may have no code. */
export const fundLabel = ({ fundCode }: Pick<ExpectedFund, 'fundCode'>): string =>
  fundCode ?? 'Without a fund code'

/** The controls of all funds of some files, and how far they are. */
export interface UmbrellaRun {
  id: number
  status: 'WAITING' | 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED'
  total: number
  done: number
  /** Why it ended before its end; '' otherwise. */
  note: string
  fileNames: string[]
  reason: string
  comment: string
  requester: string
  requestedAt: Date
  beatAt: Date
}

/** A fund of such a run: not yet controlled, controlled or refused. */
export interface UmbrellaFund {
  position: number
  fundCode: string | null
  fundName: string | null
  navDate: Day | null
  fundNavId: number | null
  /** Null until its control has run, and where it was refused. */
  controlId: number | null
  counts: ResultCounts | null
  /** Why it was refused; '' otherwise. */
  refusal: string
}

/** "37 funds controlled, 2 refused, 1 not controlled" */
export function outcomeOf(funds: readonly UmbrellaFund[]): string {
  const controlled = funds.filter(({ controlId }) => controlId !== null).length
  const refused = funds.filter(({ refusal }) => refusal !== '').length
  const left = funds.length - controlled - refused
  return [
    `${counted(controlled, 'fund')} controlled`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(left > 0 ? [`${left} not controlled`] : []),
  ].join(', ')
}
