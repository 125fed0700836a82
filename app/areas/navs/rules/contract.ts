import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { ControlData, InstrumentType } from '../workbooks/control-data'

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
  | 'results'
  | 'suspense'

/** The usual side of accounts; `both` says nothing about a wrong one. */
export type AccountSide = 'debit' | 'credit' | 'both'

interface RuleFund {
  code: string
  currency: string
  type: FundType
  regime: 'UCITS' | 'AIF'
  benchmark: string | null
  provider: 'FIA' | 'MFFA'
  /** The files that the administrator sends; null where the reference data says nothing. */
  set: 'FIA 2' | 'FIA 3' | 'MFFA' | null
  /** "MM-DD", the last day of the financial year. */
  yearEnd: string
  /** Whether announcements of its income and distributions are recorded, so that none means 0. */
  announcementsKept?: boolean
  /** Instrument codes of Cash lines, and account numbers, that no second source of cash shows. */
  cashElsewhere?: string[]
}

export interface RuleShareClass {
  code: string
  currency: string
  decimals: number
  /** Inclusive; null is without limit. */
  activeFrom: Day | null
  activeTo: Day | null
  reference: boolean
  /** To the fund currency. */
  hedged: boolean
  /** The currencies of the portfolio are hedged instead; `hedged` is false then. */
  portfolioHedged?: boolean
  /** In percent a year; "0" where none is stored. */
  managementFee: Decimal
}

/** A fee of the fund's schedule, with its time in force: a rate, an amount, or the classes' management fees. */
export interface ScheduledFee {
  /** Of the expense accounts that the fee is booked on. */
  accountPrefix: string
  from: Day
  /** Inclusive; null is without limit. */
  to: Day | null
  /** In percent of FUND TNA a year. */
  rate: Decimal | null
  /** In fund currency a year. */
  amount: Decimal | null
  days: '365' | '360' | 'ACT'
}

/** The latest stored rate of a currency on or before the NAV date: site currency for one unit. */
interface StoredRate {
  currency: string
  date: Day
  rate: Decimal
}

/** The median of what other funds' current controls have as price of one ISIN, currency and price date. */
export interface PriceElsewhere {
  isin: string
  currency: string
  priceDate: Day
  median: Decimal
  /** How many funds the median covers. */
  funds: number
}

/** The level that set a tolerance: "fund LUX001", "fund type EQUITY", "provider FIA" or "all". */
export interface ToleranceInForce {
  value: Decimal
  level: string
}

/** All that the rules read. Plain data: it is passed to the worker. */
export interface RuleInput {
  data: ControlData
  /** The latest run control of the fund's latest earlier NAV date that has one. */
  previous: ControlData | null
  fund: RuleFund
  /** All share classes of the fund, also inactive ones. */
  classes: RuleShareClass[]
  /** Longest prefix wins. */
  accountPlan: {
    prefix: string
    accountClass: AccountClass
    side: AccountSide | null
    /** Dividends, and withholding tax on them, are booked on these accounts. */
    dividends?: boolean
  }[]
  /** The fund's fees, also those that are not in force. */
  feeSchedule: ScheduledFee[]
  exchangeRates: StoredRate[]
  /** The same on or before the previous NAV date. Controls from before there were second sources have none. */
  previousRates?: StoredRate[]
  siteCurrency: string
  pricesElsewhere: PriceElsewhere[]
  /** Levels of the fund's benchmark at the two NAV dates. */
  benchmarkLevels: { current: Decimal | null; previous: Decimal | null }
  /**
   * Corrected files of an NAV error whose books hold the money that really came: what holders paid too much since the
   * previous NAV, less what they were paid too much, in fund currency. Absent in other controls.
   */
  paidByError?: Decimal
  /** NAV per share of the first round of this NAV that was sent, when one was. */
  sent: { classCode: string; navPerShare: Decimal }[] | null
  /** Key of tolerances.ts → value in force on the NAV date. */
  tolerances: Readonly<Record<string, ToleranceInForce>>
  /** What other parties say of the fund; missing where there is nothing. */
  sources?: SecondSources
}

/** A row of another party's file, with the cell of each value by the name of its column: "Cash!D4". */
interface SourceRow {
  file: string
  cells: Readonly<Record<string, string>>
}

/** A class in a register of shareholders. What is blank may be absent. */
export interface RegisterRow extends SourceRow {
  classCode: string
  /** Missing in a row of an earlier day, of which only the deals count. */
  outstanding?: Decimal | null
  issued?: Decimal | null
  redeemed?: Decimal | null
}

/** An account at a depositary or broker, in its own currency. What is blank may be absent. */
export interface CashRow extends SourceRow {
  account: string
  currency: string
  balance: Decimal
  /** Still to come, signed. */
  pending?: Decimal | null
}

/** An instrument at a depositary or broker; it has an instrument code, an ISIN or both. What is blank may be absent. */
export interface PositionRow extends SourceRow {
  instrumentCode?: string | null
  isin?: string | null
  quantity: Decimal
  /** Still to come, signed. */
  pending?: Decimal | null
  /** In the currency of the line. */
  marketValue?: Decimal | null
}

/** A price of a vendor. What is blank may be absent. */
export interface VendorPrice extends SourceRow {
  sender: string
  isin: string
  currency: string
  price: Decimal
  priceDate: Day
  exchange?: string | null
  priceFactor?: Decimal | null
}

/** Income of an instrument, or a distribution of a class, that was announced. */
export interface Announcement extends SourceRow {
  sender: string
  isin: string | null
  classCode: string | null
  exDate: Day
  currency: string
  /** Gross, for one unit or share. */
  rate: Decimal
  netRate: Decimal | null
  fundCode: string | null
}

/** What one sender says of the fund at the NAV date. */
export interface SourceTable<Row> {
  sender: string
  /** Of the table: the last weekday before a NAV date at a weekend, or the last day of the deals in a register. */
  date: Day
  /** A register whose file has the columns of the deals. */
  hasFlows: boolean
  rows: Row[]
}

export interface SourceOfKind<Row> {
  tables: SourceTable<Row>[]
  /** Expected senders that sent nothing. */
  missing: string[]
}

/** The rules of which a difference may be explained for some days. */
export const EXPLAINABLE_RULES = ['S03', 'S04', 'S06'] as const
export type ExplainableRule = (typeof EXPLAINABLE_RULES)[number]

export const isExplainable = (rule: string): rule is ExplainableRule =>
  EXPLAINABLE_RULES.some((each) => each === rule)

/** What a person said of a difference, while it counts for a NAV. */
export interface ExplainedDifference {
  id: number
  rule: ExplainableRule
  /** Of S03. */
  currency: string | null
  /** Of S04, one or both. */
  instrumentCode: string | null
  /** Of S04 and S06. */
  isin: string | null
  /** Of S06. */
  exDate: Day | null
  /** On the source's side: of S03 in the currency, of S04 a quantity, of S06 in fund currency. */
  amount: Decimal
  /** "settlement pending" */
  reason: string
  /** The last NAV date for which it counts; null until it is ended. */
  until: Day | null
  /** It was given at the control of an earlier NAV. */
  isLater: boolean
}

/** The second sources that count for a NAV. */
export interface SecondSources {
  register: SourceOfKind<RegisterRow>
  cash: SourceOfKind<CashRow>
  positions: SourceOfKind<PositionRow>
  /** Of the instruments of the fund; the first sender in the site's order comes first. */
  prices: VendorPrice[]
  /** Expected vendors without a price of these; absent where none is missing. */
  missingVendors?: string[]
  /** Of the fund's instruments and classes, after the previous NAV date and up to this one. */
  announcements: Announcement[]
  /** Absent where nothing is explained. */
  explained?: ExplainedDifference[]
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
  /** Of this upload, of the previous control, or of another party's file. */
  upload: 'current' | 'previous' | 'source'
  file: string
  sheet: string
  cell: string
}

/** What would explain a difference. */
export interface ToExplain {
  /** On the source's side, as in `ExplainedDifference`. */
  amount: Decimal
  instrumentCode: string | null
  isin: string | null
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
  /** What it may be wrong by, in fund currency; null where the rule has no impact. Absent in controls of version 1. */
  impact?: Decimal | null
  /** Of a rule whose differences may be explained. */
  toExplain?: ToExplain
  figures: EvidenceFigure[]
}

/** An explanation without which a difference would be larger than its tolerance. */
export interface CountedExplanation {
  id: number
  /** What it stands for in fund currency; null where that is unknown. */
  value: Decimal | null
}

export interface RuleOutcome {
  /** "N03" */
  id: string
  /** Place in the table of rules, 1 to 50. */
  sortingOrder: number
  /** "N03 Class TNA" */
  name: string
  /** The severity after the rule ran: a W becomes B once its impact reaches the rule's limit. */
  severity: Severity
  result: RuleResultText
  /** Of all breaches, in basis points of the previous FUND TNA; null unless NOK, and where the rule has none. */
  impact: Decimal | null
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
  /** Explanations that the result needs; absent without any. */
  explained?: CountedExplanation[]
}

/** The parts of the way from the previous FUND TNA to this one, in this order; prices has one row a type. */
export const DRIVERS = [
  'flows',
  'distributions',
  'prices',
  'currencies',
  'derivatives',
  'income',
  'expenses',
] as const
export type DriverName = (typeof DRIVERS)[number]

/** One class, account or instrument that contributes to a driver. */
export interface BridgeLine {
  subject: string
  name: string
  amount: Decimal
  /** How the amount is computed, with its numbers. */
  formula: string
  figures: EvidenceFigure[]
}

/** One bar of the bridge; amounts are in fund currency, `bp` in basis points of the previous FUND TNA. */
export interface BridgeDriver {
  driver: DriverName
  /** The type of instrument for prices, null for all others. */
  type: InstrumentType | null
  amount: Decimal
  /** Null where the previous FUND TNA is not above 0. */
  bp: Decimal | null
  /** The largest contributors; all are counted. */
  parts: BridgeLine[]
  partCount: number
}

/** An instrument with a large effect of price and currency together. */
export interface BridgeContributor {
  code: string
  name: string
  price: Decimal
  fx: Decimal
  bp: Decimal | null
}

/** The NAV bridge: what explains FUND TNA - previous FUND TNA. */
export interface Bridge {
  previousTna: Decimal
  tna: Decimal
  drivers: BridgeDriver[]
  /** The ten pairs with the largest effect, largest first. */
  contributors: BridgeContributor[]
  residual: Decimal
  residualBp: Decimal | null
  /** What could not be counted, and of which lines, accounts or classes: "Price: E00001". */
  leftOut: string[]
}

/** The result of one run. */
export interface Evaluation {
  outcomes: RuleOutcome[]
  /** Null where it is not applicable; N15 says why. */
  bridge: Bridge | null
}
