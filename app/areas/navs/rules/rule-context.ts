import { daysBetween } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import type { NavLine } from '../workbooks/control-data'
import { type AccountClasses, accountClasses } from './account-class'
import type { RuleInput, RuleShareClass } from './contract'
import type { Finding } from './finding'
import { inOneYear, type Root, rootOf } from './periods'
import { TOLERANCES } from './tolerances'
import { indexUpload, type UploadIndex } from './upload-index'

/** A tolerance in force, ready for exact arithmetic. */
export interface Tolerance {
  /** In its own unit: percent for "%". */
  value: Big
  /** The value as a fraction: 0.002 for 0.20 %, 0.0001 for 1 bp; a factor is one as it is. */
  fraction: Big
  level: string
}

/** The input of every rule, with its look-ups built once. */
export interface RuleContext {
  input: RuleInput
  current: UploadIndex
  previous: UploadIndex | null
  accountClass: AccountClasses
  fundTna: Big
  fundTnaLine: NavLine
  /** FUND TNA of the previous control; null without one. */
  previousTna: Big | null
  /** Calendar days from the previous NAV date to this one, "d"; 0 without a previous control. */
  days: number
  /** The square root by which limits grow with these days. */
  root: Root
  tolerance(key: string): Tolerance
  /** The number of a decimal; each text is read once for all rules. */
  exact(text: Decimal): Big
  shareClass(code: string): RuleShareClass | undefined
  /** The NAV table's FX RATE of a currency; never one for the fund currency, whose rate is always 1. */
  navRateLine(currency: string): NavLine | undefined
  /** Fund currency for one unit: 1 for the fund currency, else the NAV table's, else undefined. */
  navRate(currency: string): Decimal | undefined
  /** The same of the previous NAV table; undefined without one. */
  previousRate(currency: string): Decimal | undefined
}

export type RuleCheck = (context: RuleContext) => Finding

/** Indexes both uploads once for all rules. Throws when FUND TNA is absent, which the reading of workbooks refuses. */
export function ruleContext(input: RuleInput): RuleContext {
  const current = indexUpload(input.data, 'current')
  const fundTnaLine = requiredElement(current, 'FUND TNA')
  const classes = new Map(input.classes.map((shareClass) => [shareClass.code, shareClass]))
  const tolerances = new Map<string, Tolerance>()
  const navRateLine = (currency: string) =>
    currency === input.fund.currency ? undefined : current.element('FX RATE', currency)
  const previous = input.previous && indexUpload(input.previous, 'previous')
  const days = previous ? daysBetween(previous.data.navDate, input.data.navDate) : 0
  return {
    input,
    current,
    previous,
    previousTna: previous && new Big(requiredElement(previous, 'FUND TNA').value),
    days,
    root: rootOf(days),
    accountClass: accountClasses(input.accountPlan),
    fundTna: new Big(fundTnaLine.value),
    fundTnaLine,
    tolerance(key) {
      const known = tolerances.get(key)
      if (known) return known
      const set = input.tolerances[key]
      if (!set) throw new Error(`No tolerance ${key} among those in force`)
      const value = new Big(set.value)
      const tolerance = { value, fraction: value.times(UNIT_FRACTIONS.get(key) ?? '0.01'), level: set.level }
      tolerances.set(key, tolerance)
      return tolerance
    },
    exact: decimalReader(),
    shareClass: (code) => classes.get(code),
    navRateLine,
    navRate: (currency) => (currency === input.fund.currency ? '1' : navRateLine(currency)?.value),
    previousRate(currency) {
      if (!previous) return undefined
      return currency === input.fund.currency ? '1' : previous.element('FX RATE', currency)?.value
    },
  }
}

const FRACTIONS: Readonly<Record<string, Decimal>> = { bp: '0.0001', factor: '1' }
const UNIT_FRACTIONS = new Map(TOLERANCES.map(({ key, unit }) => [key, FRACTIONS[unit] ?? '0.01']))

/** What a rule lacks that looks back at the previous control; it may go on with the previous upload. */
export function previousOf(context: RuleContext, finding: Finding): UploadIndex | null {
  if (!context.previous) finding.lacks('previous control')
  return context.previous
}

/** The same for a rule that only holds within one financial year. */
export function previousOfYear(context: RuleContext, finding: Finding): UploadIndex | null {
  const { input, previous } = context
  if (previous && !inOneYear(previous.data.navDate, input.data.navDate, input.fund.yearEnd))
    finding.lacks('previous control in this financial year')
  return finding.cannotBeJudged ? null : previousOf(context, finding)
}

function decimalReader(): (text: Decimal) => Big {
  const known = new Map<Decimal, Big>()
  return (text) => {
    let value = known.get(text)
    if (value === undefined) {
      value = new Big(text)
      known.set(text, value)
    }
    return value
  }
}

/** An element under the fund's code that every upload has. */
export function requiredElement(
  index: UploadIndex,
  type: 'FUND TNA' | 'TOTAL ASSETS' | 'TOTAL LIABILITIES',
): NavLine {
  const line = index.element(type, index.data.fundCode)
  if (!line) throw new Error(`The NAV table of ${index.data.fundCode} has no ${type}`)
  return line
}

/** Decimals of a class's NAV per share; an unknown class counts those that a tolerance says. */
export function decimalsOf(context: RuleContext, classCode: string): number {
  return context.shareClass(classCode)?.decimals ?? Number(context.tolerance('N03.unknownDecimals').value)
}

/** A limit grown with the days between the NAV dates, rounded for people. */
export function rooted({ root }: RuleContext, limit: Big): Big {
  return limit.times(root.value).round(10)
}
