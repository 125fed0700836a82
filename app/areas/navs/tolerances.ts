import {
  type LevelValue,
  levelFaults,
  levelLabel,
  subjectColumn,
} from '~/platform/approvals/dated/level-value'
import type { FieldFault } from '~/platform/approvals/dated/valid-days'
import { CellFault, type Column, choice, column, optionalDay } from '~/platform/tables/column'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { showExact } from '~/platform/values/show'
import { RULES } from './rules/catalogue'
import {
  FUND_TYPES,
  TOLERANCE_LEVELS,
  TOLERANCES,
  type ToleranceDefinition,
  type ToleranceLevel,
} from './rules/tolerances'

/** The kind of change that waits for a second person. */
export const RULE_TOLERANCE = 'rule tolerance'

export const PROVIDERS = ['FIA', 'MFFA'] as const

/**
 * A value that a site sets for a tolerance of the rules, for all, a provider, a fund type or a fund, from one NAV date to
 * another.
 */
export type SetTolerance = LevelValue<ToleranceLevel> & {
  /** A key of the tolerance catalogue: "N07.limit". */
  tolerance: string
}

/** "N07 NAV movement: Movement limit (%)" */
export function toleranceName(key: string): string {
  const found = TOLERANCES.find((each) => each.key === key)
  return found ? nameOf(found) : key
}

export function nameOf({ rule, label, unit }: ToleranceDefinition): string {
  return `${rule} ${RULES.find(({ id }) => id === rule)?.title}: ${label} (${unit})`
}

/** "N05 Assets and liabilities: Tolerance (amount), for fund LUX001, from 01/12/2026" */
export function toleranceLabel(of: SetTolerance): string {
  return levelLabel(toleranceName(of.tolerance), of)
}

const WHOLE: Readonly<Record<string, number>> = { days: 3_650, decimals: 12 }

/**
 * The faults of a value compared with the others of its tolerance; in days and decimals there are no halves.
 * @param fundCodes those of the site
 */
export function toleranceFaults(
  of: SetTolerance,
  others: Iterable<SetTolerance>,
  fundCodes: ReadonlySet<string>,
): FieldFault[] {
  return levelFaults(of, others, {
    isSame: (one, other) => one.tolerance === other.tolerance,
    subjects: { provider: new Set(PROVIDERS), 'fund type': new Set(FUND_TYPES), fund: fundCodes },
    valueFault: wholeFault(of),
    shown: showExact,
  })
}

function wholeFault({ tolerance, value }: Pick<SetTolerance, 'tolerance' | 'value'>): string | null {
  const most = WHOLE[TOLERANCES.find(({ key }) => key === tolerance)?.unit ?? '']
  const number = new Big(value)
  const isWhole = most === undefined || (number.lte(most) && number.round(0).eq(number))
  return isWhole ? null : `Value must be a whole number from 0 to ${most}.`
}

const TOO_LARGE = new Big('1e15')
const MAX_DECIMALS = 10

/** A number from 0 upwards, in the unit of its tolerance. */
const value: Column<Decimal> = column<Decimal>(
  'Value',
  (cell) => {
    const decimal = cell.decimal()
    if (decimal === null) return new CellFault('is not a number')
    const number = new Big(decimal)
    if (number.lt(0)) return new CellFault('is below zero')
    if (number.gte(TOO_LARGE)) return new CellFault('is too large')
    return number.round(MAX_DECIMALS).eq(number)
      ? plain(number)
      : new CellFault(`has more than ${MAX_DECIMALS} decimals`)
  },
  {},
  'decimal',
)

/** The fields that people enter for a site's value of a tolerance. */
export const TOLERANCE_FIELDS = {
  tolerance: choice(
    'Tolerance',
    TOLERANCES.map(({ key }) => key),
  ),
  level: choice('Level', TOLERANCE_LEVELS),
  subject: subjectColumn('Fund, type or provider'),
  value,
  validFrom: optionalDay('Valid from'),
  validTo: optionalDay('Valid to'),
}
