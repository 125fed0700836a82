import type { CaseFacts } from '~/areas/nav-errors/case-facts'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { OversightPeriod } from './period'

/** What an oversight report is computed from: stored facts of a period and of those before it. */

/** Whose a fact is. */
export interface OfFund {
  fund: string
  provider: string
}

/** A NAV that is not cancelled. */
export interface NavFact extends OfFund {
  navId: number
  date: Day
  /** By the KPI "NAV on time". */
  outcome: 'met' | 'missed' | 'open' | 'unmeasured'
  due: Day | null
  done: Day | null
  /** The comment on that KPI, and its free text; null without one. */
  cause: string | null
  said: string | null
  isControlled: boolean
  isSent: boolean
  submits: number
  returns: number
  /** To the first Mark as sent; null before it. */
  hoursFromControl: Decimal | null
  hoursFromSubmit: Decimal | null
}

/** The exceptions of one rule in a month of a fund. */
export interface RuleFact extends OfFund {
  month: string
  rule: string
  severity: string
  found: number
  overridden: number
  justified: number
  explained: number
}

/** The inventory lines in a month of a fund, and how many lines rules found. */
export interface LineFact extends OfFund {
  month: string
  lines: number
  /** Equity, Bond and Fund lines for which no vendor has a price of their price date. */
  unsourced: number
  stale: number
  across: number
  /** Null where no control compared with a vendor. */
  vendor: number | null
}

/** An open break at the end of a period. */
export interface BreakFact extends OfFund {
  /** 0: the period of the report; 1 to 3: those before. */
  period: number
  navId: number
  instrument: string
  kind: string
  firstSeen: Day
  days: number
  basisPoints: Decimal | null
  owner: string | null
}

/** The floor of detection of a fund. */
export interface FloorFact extends OfFund {
  /** In basis points. */
  threshold: string
  computedAt: Date
  /** Errors that pass although they are as large as the threshold. */
  blind: string[]
  /** The largest error in basis points that some rule finds only from there on; null where none is found at all. */
  highest: number | null
  /** Blind spots at the end of the periods before; null where none was computed until then. */
  before: (number | null)[]
}

export type OversightCase = CaseFacts & OfFund & { openedOn: Day; closedOn: Day | null }

/** Site currency for one unit, by currency. */
export type Rates = ReadonlyMap<string, Decimal>

export interface OversightFacts {
  /** The period of the report, and the three before it. */
  periods: OversightPeriod[]
  navs: NavFact[]
  rules: RuleFact[]
  lines: LineFact[]
  breaks: BreakFact[]
  floors: FloorFact[]
  cases: OversightCase[]
  /** At the end of each period. */
  rates: Rates[]
}
