import { addDays, type Day, daysBetween } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import type { NavLine } from '../workbooks/control-data'
import { type AccountClasses, accountClasses } from './account-class'
import type { RuleInput, RuleShareClass } from './contract'
import type { Finding } from './finding'
import { TOLERANCES } from './tolerances'
import { indexUpload, type UploadIndex } from './upload-index'

/** Limits that grow with the square root of the time between two NAV dates, for exact comparisons. */
interface Root {
  /** √(max(1; d / 4)), to forty places: for texts and impacts, never to compare with. */
  value: Big
  /** |value| <= limit × root */
  within(value: Big, limit: Big): boolean
  /** |value| < limit × root */
  below(value: Big, limit: Big): boolean
}

/**
 * The root of so many calendar days. Compared by squares, which are exact: value² × 4 <= limit² × max(4; d). A value
 * within the bare limit is within any root of it, so that most comparisons need no square.
 */
function rootOf(days: number): Root {
  const most = new Big(Math.max(4, days))
  const squares = (value: Big, limit: Big) => value.times(value).times(4).cmp(limit.times(limit).times(most))
  return {
    value: most.div(4).sqrt(),
    within(value, limit) {
      const size = value.abs()
      return limit.gte(0) && (size.lte(limit) || squares(size, limit) <= 0)
    },
    below(value, limit) {
      const size = value.abs()
      return limit.gt(0) && (size.lt(limit) || squares(size, limit) < 0)
    },
  }
}

/** True when both days lie in one financial year. @param yearEnd its last day, "MM-DD" */
export function inOneYear(one: Day, other: Day, yearEnd: string): boolean {
  const yearOf = (day: Day) => Number(day.slice(0, 4)) + (day.slice(5) > yearEnd ? 1 : 0)
  return yearOf(one) === yearOf(other)
}

/** Monday to Friday after `from`, up to and with `to`; negative when `to` is earlier. */
export function weekdaysBetween(from: Day, to: Day): number {
  const days = daysBetween(from, to)
  if (days < 0) return -weekdaysBetween(to, from)
  const weeks = Math.floor(days / 7)
  const last = new Date(`${to}T00:00:00Z`).getUTCDay()
  let count = weeks * 5
  for (let back = 0; back < days % 7; back += 1) {
    const weekday = (last - back + 7) % 7
    if (weekday !== 0 && weekday !== 6) count += 1
  }
  return count
}

/** The last weekday before a Saturday or Sunday; null for other days. */
export function lastWeekday(day: Day): Day | null {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday === 6) return addDays(day, -1)
  return weekday === 0 ? addDays(day, -2) : null
}

/** 365, or 366 in a leap year. */
export function daysOfYear(day: Day): number {
  const year = Number(day.slice(0, 4))
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 366 : 365
}

/** How days of interest are counted, by the name in the inventory. */
type DayCount = (lastCoupon: Day, navDate: Day) => { days: number; basis: number }

const DAY_COUNTS: Readonly<Record<string, DayCount>> = {
  '30/360': (from, to) => ({ days: daysOfThirty(from, to), basis: 360 }),
  'ACT/360': (from, to) => ({ days: daysBetween(from, to), basis: 360 }),
  'ACT/365': (from, to) => ({ days: daysBetween(from, to), basis: 365 }),
  'ACT/ACT': (from, to) => ({ days: daysBetween(from, to), basis: daysOfYear(to) }),
}

/** The day count of a name, in any case; null for an unknown one. */
export function dayCountOf(name: string): DayCount | null {
  return DAY_COUNTS[name.toUpperCase()] ?? null
}

/** ISDA 30/360: a day 31 counts 30, on the later date only where the earlier one counts 30. */
function daysOfThirty(from: Day, to: Day): number {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number)
  const first = Math.min(fromDay, 30)
  const second = toDay === 31 && first === 30 ? 30 : toDay
  return (toYear - fromYear) * 360 + (toMonth - fromMonth) * 30 + second - first
}

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
  /** The key under which what the rules derive from both uploads is cached. */
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

/**
 * Indexes both uploads once for all rules. Throws when FUND TNA is absent, which the reading of workbooks refuses.
 * @param like of an input that differs in figures or tolerances only: what both have in common is taken from it
 */
export function ruleContext(input: RuleInput, like?: RuleContext): RuleContext {
  const current = like && like.input.data === input.data ? like.current : indexUpload(input.data, 'current')
  const fundTnaLine = requiredElement(current, 'FUND TNA')
  const classes = new Map(input.classes.map((shareClass) => [shareClass.code, shareClass]))
  const tolerances = new Map<string, Tolerance>()
  const navRateLine = (currency: string) =>
    currency === input.fund.currency ? undefined : current.element('FX RATE', currency)
  const previous = like ? like.previous : input.previous && indexUpload(input.previous, 'previous')
  const days = previous ? daysBetween(previous.data.navDate, input.data.navDate) : 0
  return {
    input,
    current,
    previous,
    previousTna: previous && new Big(requiredElement(previous, 'FUND TNA').value),
    days,
    root: like?.root ?? rootOf(days),
    accountClass: like?.accountClass ?? accountClasses(input.accountPlan),
    fundTna: new Big(fundTnaLine.value),
    fundTnaLine,
    tolerance(key) {
      const cached = tolerances.get(key)
      if (cached) return cached
      const set = input.tolerances[key]
      if (!set) throw new Error(`No tolerance ${key} among those in force`)
      const value = new Big(set.value)
      const tolerance = { value, fraction: value.times(UNIT_FRACTIONS.get(key) ?? '0.01'), level: set.level }
      tolerances.set(key, tolerance)
      return tolerance
    },
    exact: like?.exact ?? decimalReader(),
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

/** The previous upload, for rules that look back; null, reported to the finding, without a previous control. */
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
  const cache = new Map<Decimal, Big>()
  return (text) => {
    let value = cache.get(text)
    if (value === undefined) {
      value = new Big(text)
      cache.set(text, value)
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

/** A limit grown with the days between the NAV dates, rounded for display. */
export function rooted({ root }: RuleContext, limit: Big): Big {
  return limit.times(root.value).round(10)
}
