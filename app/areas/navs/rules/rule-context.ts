import { Big, type Decimal } from '~/platform/values/decimal'
import type { NavLine } from '../workbooks/control-data'
import { type AccountClasses, accountClasses } from './account-class'
import type { RuleInput, RuleShareClass } from './contract'
import type { Finding } from './finding'
import { indexUpload, type UploadIndex } from './upload-index'

/** A tolerance in force, ready for exact arithmetic. */
export interface Tolerance {
  /** In its own unit: percent for "%". */
  value: Big
  /** The value as a fraction: 0.002 for 0.20 %. */
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
  tolerance(key: string): Tolerance
  /** The number of a decimal; each text is read once for all rules. */
  exact(text: Decimal): Big
  shareClass(code: string): RuleShareClass | undefined
  /** The NAV table's FX RATE of a currency; never one for the fund currency, whose rate is always 1. */
  navRateLine(currency: string): NavLine | undefined
  /** Fund currency for one unit: 1 for the fund currency, else the NAV table's, else undefined. */
  navRate(currency: string): Decimal | undefined
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
  return {
    input,
    current,
    previous: input.previous && indexUpload(input.previous, 'previous'),
    accountClass: accountClasses(input.accountPlan),
    fundTna: new Big(fundTnaLine.value),
    fundTnaLine,
    tolerance(key) {
      const known = tolerances.get(key)
      if (known) return known
      const set = input.tolerances[key]
      if (!set) throw new Error(`No tolerance ${key} among those in force`)
      const value = new Big(set.value)
      const tolerance = { value, fraction: value.times('0.01'), level: set.level }
      tolerances.set(key, tolerance)
      return tolerance
    },
    exact: decimalReader(),
    shareClass: (code) => classes.get(code),
    navRateLine,
    navRate: (currency) => (currency === input.fund.currency ? '1' : navRateLine(currency)?.value),
  }
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
