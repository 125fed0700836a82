import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { FundType, ToleranceInForce } from './contract'
import { FUND_TYPES, standardValue, TOLERANCES } from './tolerances'

/** From the narrowest to the widest: the first that has a row in force sets the value. */
export const TOLERANCE_LEVELS = ['fund', 'fund type', 'provider', 'all'] as const
export type ToleranceLevel = (typeof TOLERANCE_LEVELS)[number]

/** One set value of a tolerance, as it is stored. */
export interface ToleranceRow {
  /** A key of the tolerance catalogue. */
  key: string
  level: ToleranceLevel
  /** Fund code, fund type or provider; null at the level "all". */
  subject: string | null
  value: Decimal
  /** Both inclusive; null is without limit. */
  from: Day | null
  to: Day | null
}

/** Whose tolerance is asked for, and on which NAV date. */
export interface ToleranceScope {
  fund: string
  fundType: FundType
  provider: string
  day: Day
}

/**
 * Picks the row that sets a tolerance: fund before fund type before provider before all, in force on the day (from and
 * to inclusive); of two rows of one level the one that began later, and of those the later in the list.
 * Takes the rows of one key. Null when no row is in force.
 */
export function toleranceInForce(
  rows: readonly ToleranceRow[],
  scope: ToleranceScope,
): ToleranceInForce | null {
  const subjects: Record<ToleranceLevel, string | null> = {
    fund: scope.fund,
    'fund type': scope.fundType,
    provider: scope.provider,
    all: null,
  }
  for (const level of TOLERANCE_LEVELS) {
    const subject = subjects[level]
    let latest: ToleranceRow | null = null
    for (const row of rows) {
      if (row.level !== level || (level !== 'all' && row.subject !== subject)) continue
      if ((row.from !== null && row.from > scope.day) || (row.to !== null && row.to < scope.day)) continue
      if (latest === null || (row.from ?? '') >= (latest.from ?? '')) latest = row
    }
    if (latest) return { value: latest.value, level: subject === null ? 'all' : `${level} ${subject}` }
  }
  return null
}

/**
 * Every tolerance of the catalogue by key, ready for the rules. One that no row sets counts with the rule table's own
 * value, its level told as "rule table".
 */
export function tolerancesInForce(
  rows: readonly ToleranceRow[],
  scope: ToleranceScope,
): Record<string, ToleranceInForce> {
  const byKey = new Map<string, ToleranceRow[]>(TOLERANCES.map(({ key }) => [key, []]))
  for (const row of rows) byKey.get(row.key)?.push(row)
  return Object.fromEntries(
    TOLERANCES.map((tolerance) => [
      tolerance.key,
      toleranceInForce(byKey.get(tolerance.key) ?? [], scope) ?? {
        value: standardValue(tolerance, scope.fundType),
        level: 'rule table',
      },
    ]),
  )
}

/** The rule table as rows: values by fund type at the level "fund type", the others at "all", without dates. */
export function defaultToleranceRows(): ToleranceRow[] {
  return TOLERANCES.flatMap(({ key, standard }): ToleranceRow[] =>
    typeof standard === 'string'
      ? [{ key, level: 'all', subject: null, value: standard, from: null, to: null }]
      : FUND_TYPES.map((type) => ({
          key,
          level: 'fund type',
          subject: type,
          value: standard[type],
          from: null,
          to: null,
        })),
  )
}
