import type { RuleId } from '~/areas/navs/rules/catalogue'
import type { RuleInput } from '~/areas/navs/rules/contract'
import { type ErrorId, KNOWN_ERRORS, withError } from './detection/errors'
import { largestSize, smallestFound, thresholdOf, Watch } from './detection/floor'
import { changedTolerances, type ReplayChange } from './replay'
import { scopeOf } from './replay-control'

/** The range of a tolerance that a curve draws, as parts of the present value. */
export const CURVE_FACTORS = ['0.25', '0.5', '0.75', '1', '1.5', '2', '4'] as const

/** One point: what a tolerance at this factor costs in alerts, and what its rule finds. */
export interface CurvePoint {
  factor: string
  alerts: number
  /** A month, of all chosen funds together. */
  alertsAMonth: number
  /** The median of the sizes that the rule finds, in basis points; null where it finds none. */
  floor: number | null
  /** Fund and error pairs that the rule finds, of those that it finds at any factor. */
  found: number
  of: number
}

export interface CurveResult {
  tolerance: string
  rule: RuleId
  controls: number
  months: number
  points: CurvePoint[]
}

export const atFactor = (tolerance: string, factor: string): ReplayChange => ({
  tolerance,
  factor,
  level: 'all',
  subject: null,
})

export interface RuleFloor {
  error: ErrorId
  /** For each factor, in basis points. */
  bp: (number | null)[]
}

/** The floors of one rule alone at each factor of a tolerance, for the errors that it is there to find. */
export function ruleFloors(input: RuleInput, rule: RuleId, tolerance: string): RuleFloor[] {
  const watch = new Watch(input, [rule])
  return KNOWN_ERRORS.filter(({ rules }) => rules.includes(rule)).flatMap((known) => {
    const most = largestSize(known, input)
    if (most === null) return []
    const bp = CURVE_FACTORS.map((factor) => {
      const change = [atFactor(tolerance, factor)]
      const tolerances = changedTolerances(input.tolerances, scopeOf(input), change)
      return smallestFound(known, watch.under(tolerances, [rule]), most)
    })
    return [{ error: known.id, bp }]
  })
}

/** The points of a curve, from the alerts at each factor and the floors of all funds. */
export function curvePoints(
  alerts: readonly number[],
  months: number,
  floors: readonly RuleFloor[],
): CurvePoint[] {
  const seen = floors.filter(({ bp }) => bp.some((each) => each !== null))
  return CURVE_FACTORS.map((factor, at) => {
    const sizes = seen.flatMap(({ bp }) => bp[at] ?? []).sort((a, b) => a - b)
    return {
      factor,
      alerts: alerts[at] ?? 0,
      alertsAMonth: Math.round(((alerts[at] ?? 0) / Math.max(1, months)) * 100) / 100,
      floor: sizes[Math.floor((sizes.length - 1) / 2)] ?? null,
      found: sizes.length,
      of: seen.length,
    }
  })
}

/** Of one fund: errors that a changed tolerance no longer finds at the threshold, and those that it finds now. */
export interface AtThreshold {
  tolerance: string
  factor: string
  lost: ErrorId[]
  won: ErrorId[]
}

/** Whether each known error is found at the size of the threshold, at these changes of single tolerances. */
export function atThreshold(
  input: RuleInput,
  changes: readonly { tolerance: string; factor: string }[],
): AtThreshold[] {
  const size = Math.ceil(Number(thresholdOf(input.tolerances)))
  const now = new Watch(input)
  const tried = KNOWN_ERRORS.flatMap((known) => {
    const data = withError(known, input, size)
    return data ? [{ error: known.id, data, rules: now.all(data) }] : []
  })
  return changes.map(({ tolerance, factor }) => {
    const rule = tolerance.slice(0, 3) as RuleId
    const tolerances = changedTolerances(input.tolerances, scopeOf(input), [atFactor(tolerance, factor)])
    const then = now.under(tolerances, [rule])
    const lower = Number(factor) < 1
    const isMoved = ({ rules, data }: (typeof tried)[number]) =>
      lower
        ? rules.length === 0 && then.finds(data)
        : rules.length === 1 && rules[0] === rule && !then.finds(data)
    const moved = tried.filter(isMoved).map(({ error }) => error)
    return { tolerance, factor, lost: lower ? [] : moved, won: lower ? moved : [] }
  })
}
