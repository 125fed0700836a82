import { CellFault, type Column, choice, column, optionalDay } from '~/platform/tables/column'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { showDay, showExact } from '~/platform/values/show'
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

/** A value that a site sets for a tolerance of the rules, for all or for some, as it is entered and waits. */
export interface SetTolerance {
  /** A key of the tolerance catalogue: "N07.limit". */
  tolerance: string
  level: ToleranceLevel
  /** Fund code, fund type or provider; null at the level "all". */
  subject: string | null
  value: Decimal
  /** Both inclusive; null is without limit. */
  validFrom: Day | null
  validTo: Day | null
}

/** The key of a value among waiting changes: a stored one by its id, a new one by the fields that name it. */
export function toleranceTarget(id: number | null, of: SetTolerance): string {
  return id === null ? JSON.stringify([of.tolerance, of.level, of.subject, of.validFrom]) : String(id)
}

/** The id in the key of a stored value; null for a new one. */
export function idInTarget(target: string): number | null {
  return /^[1-9]\d{0,8}$/.test(target) ? Number(target) : null
}

/** "N07 NAV movement: Movement limit (%)" */
export function toleranceName(key: string): string {
  const found = TOLERANCES.find((each) => each.key === key)
  return found ? nameOf(found) : key
}

export function nameOf({ rule, label, unit }: ToleranceDefinition): string {
  return `${rule} ${RULES.find(({ id }) => id === rule)?.title}: ${label} (${unit})`
}

/** "fund type EQUITY", "all" */
export function scopeLabel({ level, subject }: Pick<SetTolerance, 'level' | 'subject'>): string {
  return subject === null ? level : `${level} ${subject}`
}

/** "N05 Assets and liabilities: Tolerance (amount), for fund LUX001, from 01/12/2026" */
export function toleranceLabel(of: SetTolerance): string {
  return `${toleranceName(of.tolerance)}, for ${scopeLabel(of)}, ${describePeriod(of)}`
}

function describePeriod({ validFrom, validTo }: Pick<SetTolerance, 'validFrom' | 'validTo'>): string {
  const from = validFrom === null ? '' : `from ${showDay(validFrom)}`
  const to = validTo === null ? '' : `to ${showDay(validTo)}`
  return `${from} ${to}`.trim() || 'without dates'
}

/** The fault of a value, as a whole sentence, and the field that it belongs to. */
export interface ToleranceFault {
  field: 'tolerance' | 'subject' | 'value' | 'validFrom' | 'validTo'
  sentence: string
}

const WHOLE: Readonly<Record<string, number>> = { days: 3_650, decimals: 12 }

/**
 * The faults of a value compared with the others of its tolerance: a subject that its level does not have, half a day,
 * an end before its beginning, or another value for the same on the same day.
 * @param fundCodes those of the site
 */
export function toleranceFaults(
  of: SetTolerance,
  others: Iterable<SetTolerance>,
  fundCodes: ReadonlySet<string>,
): ToleranceFault[] {
  const { validFrom, validTo } = of
  const faults: ToleranceFault[] = []
  const subject = subjectFault(of, fundCodes)
  if (subject !== null) faults.push({ field: 'subject', sentence: subject })
  const most = WHOLE[TOLERANCES.find(({ key }) => key === of.tolerance)?.unit ?? '']
  const value = new Big(of.value)
  if (most !== undefined && (value.gt(most) || !value.round(0).eq(value)))
    faults.push({ field: 'value', sentence: `Value must be a whole number from 0 to ${most}.` })
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    faults.push({
      field: 'validTo',
      sentence: `Valid to ${showDay(validTo)} is before valid from ${showDay(validFrom)}.`,
    })
  if (faults.length > 0) return faults
  for (const other of others)
    if (scopeLabel(other) === scopeLabel(of) && other.tolerance === of.tolerance && meet(of, other))
      return [
        {
          field: 'validFrom',
          sentence: `Its days overlap with ${showExact(other.value)}, ${describePeriod(other)}, for ${scopeLabel(other)}: only one value can apply on a day. Give that one an earlier end first, or choose other dates.`,
        },
      ]
  return []
}

function subjectFault({ level, subject }: SetTolerance, fundCodes: ReadonlySet<string>): string | null {
  if (level === 'all')
    return subject === null ? null : 'Leave it blank: the level "all" applies to every fund.'
  if (subject === null) return `Choose the ${level} that it applies to.`
  const subjects: Record<typeof level, ReadonlySet<string>> = {
    provider: new Set(PROVIDERS),
    'fund type': new Set(FUND_TYPES),
    fund: fundCodes,
  }
  return subjects[level].has(subject)
    ? null
    : `"${subject}" is not a ${level}. Choose another one, or another level.`
}

function meet(a: SetTolerance, b: SetTolerance): boolean {
  const beginsInTime = (x: SetTolerance, y: SetTolerance) =>
    x.validFrom === null || y.validTo === null || x.validFrom <= y.validTo
  return beginsInTime(a, b) && beginsInTime(b, a)
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

/** Chosen from funds, fund types and providers; blank is all. */
const subject: Column<string | null> = column<string | null>(
  'Fund, type or provider',
  (cell) => cell.code(),
  { blank: null },
  'choice',
)

/** The fields that people enter for a site's value of a tolerance. */
export const TOLERANCE_FIELDS = {
  tolerance: choice(
    'Tolerance',
    TOLERANCES.map(({ key }) => key),
  ),
  level: choice('Level', TOLERANCE_LEVELS),
  subject,
  value,
  validFrom: optionalDay('Valid from'),
  validTo: optionalDay('Valid to'),
}
