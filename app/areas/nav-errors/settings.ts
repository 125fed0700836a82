import {
  type LevelValue,
  levelFaults,
  levelLabel,
  scopeLabel,
  subjectColumn,
} from '~/platform/approvals/dated/level-value'
import { type FieldFault, overlap } from '~/platform/approvals/dated/valid-days'
import { CellFault, type Column, choice, column, optionalDay } from '~/platform/tables/column'
import { isCurrency } from '~/platform/values/currencies'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { DEFAULT_POLICY, type NavErrorPolicy } from './policy'

/** The kind of change that waits for a second person. */
export const ERROR_SETTING = 'NAV error setting'

/** From the narrowest to the widest: the first that has a value in force sets it. */
const SETTING_LEVELS = ['fund', 'regime', 'all'] as const
export type SettingLevel = (typeof SETTING_LEVELS)[number]

export const REGIMES = ['UCITS', 'AIF'] as const

/** The threshold is no setting of cases: it is the tolerance of rule N11. */
type SettingKey = Exclude<keyof NavErrorPolicy, 'threshold'>

interface SettingDefinition {
  key: SettingKey
  label: string
  /** What may be entered, as the end of a sentence. */
  takes: string
  /** The value as it is stored; null for one that cannot be. */
  read(text: string): string | null
}

const oneOf = (...values: readonly string[]): Pick<SettingDefinition, 'takes' | 'read'> => ({
  takes: `one of ${values.join(', ')}`,
  read: (given) => values.find((value) => value === given.toLowerCase()) ?? null,
})

const MAX_WEEKS = 104

const weeks: Pick<SettingDefinition, 'takes' | 'read'> = {
  takes: `a whole number of weeks from 1 to ${MAX_WEEKS}`,
  read: (given) =>
    /^\d{1,3}$/.test(given) && Number(given) >= 1 && Number(given) <= MAX_WEEKS
      ? String(Number(given))
      : null,
}

const DIGITS = /^\d{1,12}(\.\d{1,4})?$/

const euros: Pick<SettingDefinition, 'takes' | 'read'> = {
  takes: 'an amount in EUR, such as 50000',
  read: (given) => (DIGITS.test(given) ? plain(new Big(given)) : null),
}

/** "EUR 25; USD 30" by currency; null where it cannot be read. */
export function readAmounts(given: string): Readonly<Record<string, Decimal>> | null {
  if (given.trim() === '0') return {}
  const amounts: Record<string, Decimal> = {}
  for (const part of given.split(';')) {
    const [, currency = '', amount = ''] = /^\s*([A-Z]{3})\s+(\S+)\s*$/.exec(part) ?? []
    if (!isCurrency(currency) || !DIGITS.test(amount) || currency in amounts) return null
    amounts[currency] = plain(new Big(amount))
  }
  return amounts
}

const amountsText = (amounts: Readonly<Record<string, Decimal>>) =>
  Object.entries(amounts)
    .map(([currency, amount]) => `${currency} ${amount}`)
    .sort()
    .join('; ') || '0'

/** Every setting that a site may change, in the order of the contract. */
export const ERROR_SETTINGS: readonly SettingDefinition[] = [
  { key: 'comparator', label: 'Material from the threshold (>=) or above it (>)', ...oneOf('>=', '>') },
  { key: 'base', label: 'Denominator of the percentage', ...oneOf('corrected', 'published') },
  { key: 'dates', label: 'Dates whose deals count', ...oneOf('material', 'since', 'period') },
  { key: 'netting', label: 'Sums by holder and class, or by deal', ...oneOf('holder', 'deal') },
  { key: 'form', label: 'Compensation in', ...oneOf('money', 'shares') },
  {
    key: 'deMinimis',
    label: 'Smallest amount paid out, by currency',
    takes: 'amounts by currency, such as EUR 25; USD 30, or 0',
    read(given) {
      const amounts = readAmounts(given)
      return amounts && amountsText(amounts)
    },
  },
  { key: 'deMinimisFor', label: 'Smallest amount for', ...oneOf('all', 'exited') },
  { key: 'belowThreshold', label: 'Net loss on dates that do not count', ...oneOf('no', 'net') },
  { key: 'notifyWeeks', label: 'Weeks until the notification', ...weeks },
  { key: 'reportWeeks', label: 'Weeks until the report', ...weeks },
  { key: 'auditorTotal', label: 'Auditor’s report above, in all (EUR)', ...euros },
  { key: 'auditorHolder', label: 'Auditor’s report above, for one holder (EUR)', ...euros },
]

const definitionOf = (key: string) => ERROR_SETTINGS.find((each) => each.key === key)

/** A value that a site sets for all, a regime or a fund, from one day of discovery to another. */
export type SetSetting = LevelValue<SettingLevel> & {
  setting: string
}

const settingName = (key: string): string => definitionOf(key)?.label ?? key

/** "Dates whose deals count, for regime AIF, from 01/12/2026" */
export function settingLabel(of: SetSetting): string {
  return levelLabel(settingName(of.setting), of)
}

/**
 * The faults of a value compared with the others of its setting.
 * @param fundCodes those of the site
 */
export function settingFaults(
  of: SetSetting,
  others: readonly SetSetting[],
  fundCodes: ReadonlySet<string>,
): FieldFault[] {
  const definition = definitionOf(of.setting)
  return levelFaults(of, others, {
    isSame: (one, other) => one.setting === other.setting,
    subjects: { regime: new Set(REGIMES), fund: fundCodes },
    valueFault: definition && definition.read(of.value) === null ? `Enter ${definition.takes}.` : null,
  })
}

/** The value as it is stored: "EUR 25; USD 30". Those with faults stay as they are. */
export const storedValue = ({ setting, value }: Pick<SetSetting, 'setting' | 'value'>): string =>
  definitionOf(setting)?.read(value) ?? value

/** The fund and the day by which settings are chosen. */
export interface SettingScope {
  fund: string
  regime: string
  /** Of discovery. */
  day: Day
}

/** The settings in force for a fund on a day, and the level that set each; the rest counts with its default. */
export function settingsInForce(
  rows: readonly SetSetting[],
  scope: SettingScope,
): { policy: Omit<NavErrorPolicy, 'threshold'>; levels: Record<string, string> } {
  const levels: Record<string, string> = {}
  const set: Record<string, unknown> = {}
  for (const { key } of ERROR_SETTINGS) {
    const row = inForce(rows, key, scope)
    levels[key] = row ? scopeLabel(row) : 'default'
    if (row) set[key] = policyValue(key, row.value)
  }
  return { policy: { ...DEFAULT_POLICY, ...set }, levels }
}

function inForce(
  rows: readonly SetSetting[],
  key: SettingKey,
  { fund, regime, day }: SettingScope,
): SetSetting | undefined {
  const subjects: Record<SettingLevel, string | null> = { fund, regime, all: null }
  for (const level of SETTING_LEVELS) {
    const row = rows.find(
      (each) =>
        each.setting === key &&
        each.level === level &&
        each.subject === subjects[level] &&
        overlap(each, { validFrom: day, validTo: day }),
    )
    if (row) return row
  }
  return undefined
}

function policyValue(key: SettingKey, value: string): unknown {
  if (key === 'deMinimis') return readAmounts(value) ?? {}
  return key === 'notifyWeeks' || key === 'reportWeeks' ? Number(value) : value
}

const value: Column<string> = column<string>('Value', (cell) => {
  const given = cell.code()
  return given.length > 200 ? new CellFault('is longer than 200 characters') : given
})

/** The fields that people enter for a setting. */
export const SETTING_FIELDS = {
  setting: choice(
    'Setting',
    ERROR_SETTINGS.map(({ key }) => key),
  ),
  level: choice('Level', SETTING_LEVELS),
  subject: subjectColumn('Fund or regime'),
  value,
  validFrom: optionalDay('Valid from'),
  validTo: optionalDay('Valid to'),
}
