import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { RuleId } from './catalogue'
import type { FundType, ToleranceInForce } from './contract'

export const FUND_TYPES = [
  'MONEY MARKET',
  'BOND',
  'MIXED',
  'EQUITY',
  'ALTERNATIVE',
] as const satisfies FundType[]

/** The unit of a tolerance's value: "%" is in percent (0.20 means 0.20 %), "points" are percentage points. */
export type ToleranceUnit = 'amount' | '%' | 'points' | 'shares' | 'days' | 'decimals' | 'factor'

/** A number of the rule table that can be set. */
export interface ToleranceDefinition {
  /** "N07.limit": the rule, then the number that it limits. */
  key: string
  rule: RuleId
  label: string
  unit: ToleranceUnit
  /** The rule table's value, for all or by fund type. */
  standard: Decimal | Readonly<Record<FundType, Decimal>>
}

const MOVEMENT_LIMITS = { 'MONEY MARKET': '0.1', BOND: '1', MIXED: '1.5', EQUITY: '3', ALTERNATIVE: '10' }
const ERROR_THRESHOLDS = { 'MONEY MARKET': '0.2', BOND: '0.5', MIXED: '0.5', EQUITY: '1', ALTERNATIVE: '1' }

/** Every number of the rule table that can be set, in the table's order. */
export const TOLERANCES: readonly ToleranceDefinition[] = [
  define('N03', 'amount', 'Smallest tolerance', 'amount', '0.01'),
  define('N03', 'rounding', 'Share of the last decimal of NAV PER SHARE, times SHARES', 'factor', '0.5'),
  define('N03', 'unknownDecimals', 'Decimals of an unknown class', 'decimals', '2'),
  define('N04', 'amount', 'Tolerance for each class', 'amount', '0.01'),
  define('N05', 'amount', 'Tolerance', 'amount', '0.01'),
  define('N07', 'limit', 'Movement limit', '%', MOVEMENT_LIMITS),
  define('N08', 'shares', 'Tolerance', 'shares', '0.001'),
  define('N09', 'limit', 'Dispersion limit', '%', '0.2'),
  define('N10', 'limit', 'Limit of the difference with the benchmark', '%', '1'),
  define('N11', 'threshold', 'Error threshold', '%', ERROR_THRESHOLDS),
  define('B01', 'amount', 'Tolerance', 'amount', '0.01'),
  define('B02', 'amount', 'Tolerance', 'amount', '0.01'),
  define('B04', 'amount', 'Tolerance', 'amount', '0.01'),
  define('B05', 'amount', 'Tolerance', 'amount', '0.01'),
  define('B06', 'limit', 'Limit of FUND TNA', '%', '10'),
  define('B07', 'change', 'Change against the previous net', '%', '20'),
  define('B07', 'tna', 'Change against FUND TNA', '%', '0.5'),
  define('B08', 'amount', 'A change up to this is frozen', 'amount', '0.005'),
  define('I01', 'amount', 'Smallest tolerance', 'amount', '1'),
  define('I01', 'share', 'Tolerance of the market value', '%', '0.01'),
  define('I03', 'equity', 'Age of an Equity price', 'days', '5'),
  define('I03', 'bond', 'Age of a Bond price', 'days', '7'),
  define('I03', 'fund', 'Age of a Fund price', 'days', '35'),
  define('I03', 'derivative', 'Age of a Derivative price', 'days', '5'),
  define('I03', 'other', 'Age of an Other price', 'days', '100'),
  define('I04', 'equity', 'Movement of an Equity price', '%', '5'),
  define('I04', 'bond', 'Movement of a Bond price', '%', '1'),
  define('I04', 'fund', 'Movement of a Fund price', '%', '5'),
  define('I04', 'tna', 'Effect against FUND TNA', '%', '0.05'),
  define('I07', 'rate', 'Tolerance of the rate', '%', '0.01'),
  define('I08', 'amount', 'Tolerance', 'amount', '1'),
  define('I09', 'amount', 'Tolerance', 'amount', '0.01'),
  define('I10', 'points', 'Tolerance', 'points', '0.01'),
  define('I12', 'government', 'Each GOVERNMENT issuer', '%', '35'),
  define('I12', 'targetFund', 'Each target fund', '%', '20'),
  define('I12', 'issuer', 'Each other issuer', '%', '10'),
  define('I12', 'large', 'An other issuer is large above', '%', '5'),
  define('I12', 'largeTogether', 'Large issuers together', '%', '40'),
]

/** The rule table's value for a fund type. */
export function standardValue(tolerance: ToleranceDefinition, fundType: FundType): Decimal {
  return typeof tolerance.standard === 'string' ? tolerance.standard : tolerance.standard[fundType]
}

function define(
  rule: RuleId,
  name: string,
  label: string,
  unit: ToleranceUnit,
  standard: ToleranceDefinition['standard'],
): ToleranceDefinition {
  return { key: `${rule}.${name}`, rule, label, unit, standard }
}

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

/** The subject of the requested tolerance, and the NAV date. */
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
 * value, its level shown as "rule table".
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
