import { TOLERANCES } from '~/areas/navs/rules/tolerances'
import { toleranceName } from '~/areas/navs/tolerances'
import type { AtThreshold } from './curve'
import { ERROR_LABELS } from './detection/detection'

/** What each tolerance is tried at: half and double. */
const SUGGESTED_FACTORS = ['0.5', '2'] as const

/** Alerts a month that a lower tolerance may cost. */
const FEW_ALERTS = 1

/** Every tolerance that decides whether a rule fails; what blocks, and the error threshold itself, are not for a job. */
export const TRIED = TOLERANCES.filter(
  ({ key, unit }) => !key.endsWith('.blocks') && key !== 'N11.threshold' && unit !== 'decimals',
).flatMap(({ key }) => SUGGESTED_FACTORS.map((factor) => ({ tolerance: key, factor })))

/** A tolerance at another value, with what that would do to alerts and to what is found at the error threshold. */
export interface Tried {
  tolerance: string
  factor: string
  before: number
  after: number
  /** "LUX001 One price": errors of the size of the fund's threshold that pass then, and those that are found then. */
  lost: string[]
  won: string[]
}

export interface SuggestionsResult {
  controls: number
  months: number
  suggestions: Tried[]
}

/** "LUX001 One price" for each error of each fund. */
export const named = (fund: string, errors: AtThreshold['lost']) =>
  errors.map((error) => `${fund} ${ERROR_LABELS[error][0]}`)

/**
 * The suggestions: a doubled tolerance that halves the alerts while everything that was found at the threshold still
 * is, and a halved one that finds more for few alerts. The largest gain first.
 */
export function worthwhile(tried: readonly Tried[], months: number): Tried[] {
  const isWorth = ({ factor, before, after, lost, won }: Tried) =>
    factor === '2'
      ? before > 0 && after * 2 <= before && lost.length === 0
      : won.length > 0 && after - before <= FEW_ALERTS * Math.max(1, months)
  const gain = ({ before, after, won }: Tried) => (won.length > 0 ? won.length : before - after)
  return tried.filter(isWorth).toSorted((a, b) => gain(b) - gain(a) || (a.tolerance < b.tolerance ? -1 : 1))
}

/** "Double N14 …: 4 alerts instead of 12 in 12 months." */
export function describeSuggestion({ tolerance, factor }: Tried): string {
  return `${factor === '2' ? 'Double' : 'Halve'} ${toleranceName(tolerance)}`
}

/** The reasons for it. */
export function describeGain({ won }: Tried): string {
  return won.length > 0
    ? `Finds at the error threshold: ${won.join(', ')}`
    : 'Everything found at the error threshold is still found'
}
