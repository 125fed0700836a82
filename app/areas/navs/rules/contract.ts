import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { ControlData } from '../workbooks/control-data'

export type FundType = 'MONEY MARKET' | 'BOND' | 'MIXED' | 'EQUITY' | 'ALTERNATIVE'
export type AccountClass =
  | 'capital'
  | 'securities'
  | 'accrued interest'
  | 'receivables'
  | 'payables'
  | 'accrued expenses'
  | 'cash'
  | 'expenses'
  | 'income'
  | 'suspense'

export interface RuleFund {
  code: string
  currency: string
  type: FundType
  regime: 'UCITS' | 'AIF'
  benchmark: string | null
}

export interface RuleShareClass {
  code: string
  currency: string
  decimals: number
  /** Inclusive; null is without limit. */
  activeFrom: Day | null
  activeTo: Day | null
  reference: boolean
  hedged: boolean
}

/** The level that set a tolerance: "fund LUX001", "fund type EQUITY", "provider FIA" or "all". */
export interface ToleranceInForce {
  value: Decimal
  level: string
}

/** All that the 32 rules read. Plain data: it is passed to the worker. */
export interface RuleInput {
  data: ControlData
  /** The latest run control of the fund's latest earlier NAV date that has one. */
  previous: ControlData | null
  fund: RuleFund
  /** All share classes of the fund, also inactive ones. */
  classes: RuleShareClass[]
  /** Longest prefix wins. */
  accountPlan: { prefix: string; accountClass: AccountClass }[]
  /** Levels of the fund's benchmark at the two NAV dates. */
  benchmarkLevels: { current: Decimal | null; previous: Decimal | null }
  /** NAV per share as sent, when this NAV was sent before. */
  sent: { classCode: string; navPerShare: Decimal }[] | null
  /** Key of tolerances.ts → value in force on the NAV date. */
  tolerances: Readonly<Record<string, ToleranceInForce>>
}

export type Severity = 'B' | 'W'
export type RuleResultText = 'OK' | 'OK - not applicable' | 'NOK'

/** One figure that a breach was computed from, with its cell. */
export interface EvidenceFigure {
  label: string
  /** The value as read; empty where the cell should have one and is blank. */
  value: string
  /** How `value` is to be read: a decimal, a day (yyyy-MM-dd) or a text. */
  kind: 'number' | 'day' | 'text'
  /** Of this upload, or of the previous control. */
  upload: 'current' | 'previous'
  file: string
  sheet: string
  cell: string
}

export interface Breach {
  /** The subject of the breach: a class, an account, an instrument, or the fund. */
  subject: string
  /** The rule's formula with its numbers: "101.25 x 1000 = 101250.00, not 101300.00". */
  formula: string
  difference: Decimal | null
  tolerance: Decimal | null
  /** The level that set the tolerance, null when the rule is exact. */
  level: string | null
  figures: EvidenceFigure[]
}

export interface RuleOutcome {
  /** "N03" */
  id: string
  /** Place in the table of rules, 1 to 32. */
  sortingOrder: number
  /** "N03 Class TNA" */
  name: string
  severity: Severity
  result: RuleResultText
  /** Empty, or what is missing or fails, in a few words. */
  comment: string
  /** The rule's formula in words and symbols. */
  formula: string
  /**
   * The computation, also when OK: the formula with its numbers, or how many were compared and the largest difference.
   */
  computation: string
  /** The tolerances used, with the level that set each. */
  tolerances: ({ key: string; label: string; unit: string } & ToleranceInForce)[]
  /** The first 50. */
  breaches: Breach[]
  breachCount: number
}
