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

/**
 * The unit of a tolerance's value: "%" is in percent (0.20 means 0.20 %), "bp" in basis points, "points" are percentage
 * points, a "factor" is multiplied with what the label names.
 */
type ToleranceUnit = 'amount' | '%' | 'bp' | 'points' | 'shares' | 'units' | 'days' | 'decimals' | 'factor'

/** A number of the rule table that can be set. */
export interface ToleranceDefinition {
  /** "N07.limit": the rule, then the number that it limits. */
  key: string
  rule: RuleId
  label: string
  unit: ToleranceUnit
  /** The rule table's value: for all, by fund type, or for all but some fund types. */
  standard:
    | Decimal
    | Readonly<Record<FundType, Decimal>>
    | Readonly<{ 'MONEY MARKET': Decimal; all: Decimal }>
}

const MOVEMENT_LIMITS = { 'MONEY MARKET': '0.1', BOND: '1', MIXED: '1.5', EQUITY: '3', ALTERNATIVE: '10' }
const ERROR_THRESHOLDS = { 'MONEY MARKET': '0.2', BOND: '0.5', MIXED: '0.5', EQUITY: '1', ALTERNATIVE: '1' }
const moneyMarket = (own: Decimal, all: Decimal) => ({ 'MONEY MARKET': own, all })

/** The impact from which a rule of severity W blocks, as a part of the error threshold. */
const blocks = (rule: RuleId, part: Decimal) =>
  define(rule, 'blocks', 'Blocks from an impact of this part of the error threshold', 'factor', part)

/** Every number of the rule table that can be set, in the table's order. */
export const TOLERANCES: readonly ToleranceDefinition[] = [
  define('N03', 'amount', 'Smallest tolerance', 'amount', '0.01'),
  define('N03', 'rounding', 'Share of the last decimal of NAV PER SHARE, times SHARES', 'factor', '0.5'),
  define('N03', 'unknownDecimals', 'Decimals of an unknown class', 'decimals', '2'),
  define('N04', 'amount', 'Tolerance for each class', 'amount', '0.01'),
  define('N05', 'amount', 'Tolerance', 'amount', '0.01'),
  define('N07', 'limit', 'Movement limit', '%', MOVEMENT_LIMITS),
  define('N07', 'step', 'May stand still where its last decimal is this part of NAV PER SHARE', '%', '0.005'),
  define('N08', 'shares', 'Tolerance', 'shares', '0.001'),
  define('N09', 'limit', 'Dispersion limit', '%', '0.2'),
  define('N10', 'limit', 'Limit of the difference with the benchmark', '%', '1'),
  define('N11', 'threshold', 'Error threshold', '%', ERROR_THRESHOLDS),
  define('N13', 'rate', 'Tolerance of the rate', '%', '0.5'),
  define('N13', 'olderRate', 'Tolerance where a stored rate is older than one weekday', '%', '1.5'),
  define('N13', 'days', 'Age of a stored rate', 'days', '5'),
  blocks('N13', '0.5'),
  define('N14', 'tna', 'Tolerance against previous FUND TNA', 'bp', '1'),
  blocks('N14', '0.5'),
  define('N15', 'tna', 'Tolerance against previous FUND TNA', 'bp', '5'),
  blocks('N15', '0.5'),
  define('B01', 'amount', 'Tolerance', 'amount', '0.01'),
  define('B02', 'amount', 'Tolerance', 'amount', '0.01'),
  blocks('B03', '0.5'),
  define('B04', 'amount', 'Tolerance', 'amount', '0.01'),
  define('B04', 'blocks', 'Blocks from an impact of', 'bp', '0.5'),
  define('B05', 'amount', 'Tolerance', 'amount', '0.01'),
  define('B06', 'limit', 'Limit of FUND TNA', '%', '10'),
  define('B07', 'change', 'Change against the previous net', '%', '20'),
  define('B07', 'tna', 'Change against FUND TNA, as a part of the error threshold', 'factor', '0.5'),
  define('B08', 'amount', 'A change up to this is frozen', 'amount', '0.005'),
  define('B08', 'gone', 'One that is gone had less than this of FUND TNA', 'bp', '0.5'),
  define('B10', 'amount', 'Smallest tolerance', 'amount', '1'),
  define('B10', 'share', 'Tolerance of the expected fee', '%', '5'),
  blocks('B10', '0.5'),
  define('I01', 'amount', 'Smallest tolerance', 'amount', '1'),
  define('I01', 'share', 'Tolerance of the market value', '%', '0.01'),
  define('I03', 'equity', 'Age of an Equity price, in weekdays', 'days', '3'),
  define('I03', 'bond', 'Age of a Bond price, in weekdays', 'days', '5'),
  define('I03', 'fund', 'Age of a Fund price, in weekdays', 'days', '25'),
  define('I03', 'derivative', 'Age of a Derivative price, in weekdays', 'days', '3'),
  define('I03', 'other', 'Age of an Other price, in weekdays', 'days', '70'),
  define('I04', 'equity', 'Movement of an Equity price', '%', '5'),
  define('I04', 'bond', 'Movement of a Bond price', '%', '1'),
  define('I04', 'fund', 'Movement of a Fund price', '%', '5'),
  define('I04', 'tna', 'Effect against FUND TNA', '%', '0.05'),
  define('I04', 'effect', 'Price effect, as a part of the error threshold', 'factor', '0.25'),
  define('I04', 'near', 'Counts as near its limit from this part of it', 'factor', '0.75'),
  define('I04', 'times', 'Counts as impact above this many times its limit', 'factor', '4'),
  define('I04', 'most', 'Counts as impact in any case above', '%', '30'),
  blocks('I04', '0.5'),
  define('I07', 'rate', 'Tolerance of the rate', '%', '0.01'),
  blocks('I07', '0.5'),
  define('I08', 'amount', 'Tolerance', 'amount', '1'),
  define('I09', 'amount', 'Tolerance', 'amount', '0.01'),
  define('I10', 'points', 'Tolerance', 'points', '0.01'),
  blocks('I11', '0.5'),
  define('I12', 'government', 'Each GOVERNMENT issuer', '%', '35'),
  define('I12', 'targetFund', 'Each target fund', '%', '20'),
  define('I12', 'issuer', 'Each other issuer', '%', moneyMarket('5', '10')),
  define('I12', 'large', 'An other issuer is large above', '%', '5'),
  define('I12', 'largeTogether', 'Large issuers together', '%', '40'),
  define('I12', 'deposits', 'Cash at each issuer', '%', moneyMarket('10', '20')),
  define('I12', 'withDeposits', 'Cash and lines of each other issuer together', '%', moneyMarket('15', '20')),
  define('I13', 'equity', 'Movement of all Equity', '%', '3'),
  define('I13', 'bond', 'Movement of all Bonds', '%', '0.5'),
  define('I13', 'fund', 'Movement of all Funds', '%', '3'),
  define('I13', 'tna', 'Effect against previous FUND TNA', 'bp', '10'),
  blocks('I13', '1'),
  define('I14', 'share', 'Frozen of all', '%', '25'),
  define('I14', 'equity', 'Each frozen Equity against FUND TNA', 'bp', '50'),
  blocks('I14', '1'),
  define('I15', 'equity', 'Difference of an Equity price', '%', '0.1'),
  define('I15', 'bond', 'Difference of a Bond price', '%', '0.25'),
  define('I15', 'fund', 'Difference of a Fund price', '%', '0.05'),
  blocks('I15', '0.5'),
  define('I16', 'amount', 'Smallest tolerance', 'amount', '1'),
  define('I16', 'days', 'Tolerance in days of interest', 'days', '4'),
  blocks('I16', '0.5'),
  define('N16', 'limit', 'Difference from the classes that are not hedged', '%', '0.25'),
  define('N16', 'part', 'Difference at most, as a part of the error threshold', 'factor', '0.5'),
  blocks('N16', '0.5'),
  define('N17', 'rate', 'A stored rate moves above', '%', '0.02'),
  blocks('N17', '0.25'),
  define('S01', 'shares', 'Tolerance', 'shares', '0.001'),
  define('S02', 'shares', 'Tolerance', 'shares', '0.001'),
  define('S03', 'amount', 'Smallest tolerance', 'amount', '1'),
  define('S03', 'tna', 'Tolerance against FUND TNA', 'bp', '0.2'),
  blocks('S03', '0.5'),
  define('S04', 'quantity', 'Tolerance of a quantity', 'units', '0.001'),
  define('S04', 'amount', 'Smallest tolerance of a derivative', 'amount', '1'),
  define('S04', 'tna', 'Tolerance of a derivative against FUND TNA', 'bp', '0.2'),
  blocks('S04', '0.5'),
  define('S05', 'equity', 'Difference of an Equity price', '%', '0.1'),
  define('S05', 'bond', 'Difference of a Bond price', '%', '0.25'),
  define('S05', 'fund', 'Difference of a Fund price', '%', '0.05'),
  blocks('S05', '0.5'),
  define('S06', 'amount', 'Smallest tolerance', 'amount', '1'),
  define('S06', 'share', 'Tolerance of the expected income', '%', '2'),
  blocks('S06', '0.5'),
  define('S07', 'rounding', 'Share of the last decimal of the announced rate', 'factor', '0.5'),
  define('S07', 'decimals', 'Decimals of the announced rate at least', 'decimals', '4'),
]

/** The rule table's value for a fund type. */
function standardValue(tolerance: ToleranceDefinition, fundType: FundType): Decimal {
  const { standard } = tolerance
  if (typeof standard === 'string') return standard
  if (!('all' in standard)) return standard[fundType]
  return fundType === 'MONEY MARKET' ? standard[fundType] : standard.all
}

/** The rule table's error threshold of a fund type, in percent. */
export const thresholdOfType = (type: FundType): Decimal => ERROR_THRESHOLDS[type]

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
  return TOLERANCES.flatMap(({ key, standard }) => {
    const row = (level: ToleranceLevel, subject: string | null, value: Decimal): ToleranceRow => {
      return { key, level, subject, value, from: null, to: null }
    }
    if (typeof standard === 'string') return [row('all', null, standard)]
    return Object.entries(standard).map(([type, value]) =>
      type === 'all' ? row('all', null, value) : row('fund type', type, value),
    )
  })
}
