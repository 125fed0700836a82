import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import type { EventClass } from '~/platform/workflow/types'
import type { CaseResult } from './case-figures.server'
import type { Cause, ErrorKind } from './nav-error'

/** A case as registers and reports of many cases see it. */
export interface CaseFacts {
  id: number
  fundCode: string
  fundName: string
  currency: string
  provider: string
  kind: ErrorKind
  causes: Cause[]
  description: string
  discoveredOn: Day
  discoveredBy: string
  firstDate: Day
  /** Null while the error goes on. */
  lastDate: Day | null
  notifyBy: Day
  notifiedOn: Day | null
  reportBy: Day
  compensatedOn: Day | null
  openedAt: Date
  closedAt: Date | null
  status: string
  queue: string
  class: EventClass
  /** Null before it is quantified. */
  result: CaseResult | null
}

/** Decimals of a percentage. */
const PERCENT_PLACES = 4

/**
 * The largest error of a case in percent of the corrected NAV per share, with its sign: above zero where the NAV was too
 * high. Null without a figure.
 */
export function magnitudeOf({ result }: Pick<CaseFacts, 'result'>): Decimal | null {
  let largest: Big | null = null
  for (const { difference, corrected } of result?.figures ?? []) {
    if (new Big(corrected).lte(0)) continue
    const error = new Big(difference).times(100).div(corrected)
    if (largest === null || error.abs().gt(largest.abs())) largest = error
  }
  return largest?.round(PERCENT_PLACES, Big.roundHalfUp).toFixed(PERCENT_PLACES) ?? null
}

/** The NAV dates that a case found wrong, each with whether a class of it is material. */
export function wrongDates({ result }: Pick<CaseFacts, 'result'>): Map<Day, boolean> {
  const dates = new Map<Day, boolean>()
  for (const { date, difference, material } of result?.figures ?? [])
    if (!new Big(difference).eq(0)) dates.set(date, (dates.get(date) ?? false) || material === true)
  return dates
}

/** "PRICE (administrator), FX (manager)" */
export const causesLabel = (causes: readonly Cause[]): string =>
  causes.map(({ cause, causedBy }) => `${cause} (${causedBy})`).join(', ')
