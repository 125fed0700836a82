import type { Decimal } from '~/platform/values/decimal'
import type { RuleId } from './catalogue'
import type { FundType } from './contract'

export const FUND_TYPES = [
  'MONEY MARKET',
  'BOND',
  'MIXED',
  'EQUITY',
  'ALTERNATIVE',
] as const satisfies FundType[]

/** How a tolerance's value counts: "%" is in percent (0.20 means 0.20 %), "points" are percentage points. */
export type ToleranceUnit = 'amount' | '%' | 'points' | 'shares' | 'days' | 'decimals' | 'factor'

/** A number of the rule table that can be set. */
export interface ToleranceDefinition {
  /** "N07.limit": the rule, then what it limits. */
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
  define('N03', 'unknownDecimals', 'Decimals of a class that is not known', 'decimals', '2'),
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
