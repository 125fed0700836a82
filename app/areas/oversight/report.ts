import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { counted, showAmount, showDay, showFixed, showInstant } from '~/platform/values/show'
import { DEFINITIONS, type FigureDefinition, type FigureKey } from './definitions'
import type { BreakFact } from './facts'
import type { Measured } from './measures'
import type { OversightPeriod } from './period'

/** What an oversight report is about. */
export interface OversightScope extends OversightPeriod {
  /** Null for all. */
  provider: string | null
  fund: string | null
}

/** A figure of the period, and those of the three periods before it, the nearest first. */
export interface Figure extends Measured {
  before: (Decimal | null)[]
}

/** The figures of all funds of the report, of one administrator, or of one fund. */
export interface ScopeFigures {
  kind: 'all' | 'administrator' | 'fund'
  /** FIA, LUX001; empty for all. */
  code: string
  name: string
  figures: Record<FigureKey, Figure>
}

/** Exceptions of one rule. */
export interface RuleLine {
  rule: string
  title: string
  severity: string
  found: number
  overridden: number
  justified: number
  explained: number
}

export interface PersonLine {
  name: string
  overridden: number
  justified: number
  explained: number
}

export interface LateNav {
  navId: number
  fund: string
  date: Day
  due: Day | null
  done: Day | null
  cause: string | null
  said: string | null
}

export interface CaseLine {
  id: number
  fund: string
  kind: string
  causes: string
  magnitude: Decimal | null
  /** Wrong NAVs of the period. */
  wrongNavs: number
  discoveredOn: Day
  notifyBy: Day
  notifiedOn: Day | null
  daysToNotify: number | null
  compensatedOn: Day | null
  toHolders: Decimal | null
  toFund: Decimal | null
  currency: string
  status: string
}

export interface FloorLine {
  fund: string
  threshold: string
  highest: number | null
  blind: string[]
  blindBefore: number | null
  computedOn: Day
}

export interface ChangeLine {
  at: string
  what: string
  requestedBy: string
  approvedBy: string
  comment: string
}

interface EvidenceHead {
  checkpoint: number
  at: string
  hash: string
}

export interface Proof {
  /** The newest checkpoint before the first day, and until the end of the last; null without one. */
  first: EvidenceHead | null
  last: EvidenceHead | null
  verification: { at: string; isIntact: boolean; findings: readonly string[] } | null
}

/** Kept as it was computed, and never computed again. */
export interface OversightReport extends OversightScope {
  madeAt: string
  timeZone: string
  /** The period of the report, and the three before it. */
  periods: OversightPeriod[]
  scopes: ScopeFigures[]
  late: LateNav[]
  rules: RuleLine[]
  people: PersonLine[]
  breaks: Omit<BreakFact, 'period' | 'provider'>[]
  /** So many more breaks are open. */
  otherBreaks: number
  floors: FloorLine[]
  cases: CaseLine[]
  changes: ChangeLine[]
  proof: Proof
}

export const NO_FIGURE = '–'

/** A figure with its unit: "94.87 %", "2.1 h". */
export function shownFigure(value: Decimal | null, unit: FigureDefinition['unit']): string {
  if (value === null) return NO_FIGURE
  switch (unit) {
    case '%':
      return `${showFixed(value, 2)} %`
    case 'signed %':
      return `${showFixed(value, 4)} %`
    case 'hours':
      return `${showFixed(value, 1)} h`
    case 'days':
      return `${showFixed(value, 1)} days`
    case 'EUR':
      return `${showAmount(value)} EUR`
    case 'per 100':
    case 'per 1,000':
      return showFixed(value, 2)
    case 'count':
      return showFixed(value, 0)
  }
}

/** The figures of all funds of a report. */
export const allFigures = ({ scopes }: Pick<OversightReport, 'scopes'>) =>
  scopes.find(({ kind }) => kind === 'all')?.figures

/** What a board has to know, in a few sentences. */
export function findingsOf(report: OversightReport): string[] {
  const figures = allFigures(report)
  if (!figures) return []
  const { late, cases, floors, proof } = report
  const { timeliness, accuracy, exceptions, overridden, breaksOver60, materialNavs } = figures
  const uncaused = late.filter(({ cause }) => cause === null).length
  const wrong = (accuracy.whole ?? 0) - (accuracy.part ?? 0)
  const overdue = cases.filter(
    ({ notifiedOn, notifyBy, status }) =>
      notifiedOn === null && status !== 'CLOSED' && notifyBy < report.madeAt.slice(0, 10),
  )
  const blind = floors.filter((floor) => floor.blind.length > 0)
  return [
    timeliness.whole === 0
      ? 'On time: no NAV was due.'
      : `On time: ${timeliness.part} of ${counted(timeliness.whole ?? 0, 'NAV')} due${late.length === 0 ? '' : `; ${uncaused === 0 ? 'each delay has its cause' : `${counted(uncaused, 'delay')} without a cause`}`}.`,
    accuracy.whole === 0
      ? 'Found wrong: no NAV was sent.'
      : wrong === 0
        ? `Found wrong: none of ${counted(accuracy.whole ?? 0, 'NAV')} sent.`
        : figures.magnitude.value === null
          ? `Found wrong: ${wrong} of ${counted(accuracy.whole ?? 0, 'NAV')} sent; by how much is not known yet.`
          : `Found wrong: ${wrong} of ${counted(accuracy.whole ?? 0, 'NAV')} sent, ${materialNavs.value} materially; the largest error is ${shownFigure(figures.magnitude.value, 'signed %')}.`,
    overdue.length === 0
      ? 'Notifications: none is late.'
      : `Notifications: late for ${overdue.map(({ id, fund }) => `case ${id} (${fund})`).join(', ')}.`,
    `Exceptions: ${exceptions.part ?? 0} in ${counted(exceptions.whole ?? 0, 'control')}, ${overridden.part ?? 0} overridden by people.`,
    `Breaks: ${breaksOver60.value ?? 0} open for more than 60 days.`,
    floors.length === 0
      ? 'Detection: no floor is computed.'
      : blind.length === 0
        ? 'Detection: no fund has a blind spot.'
        : `Detection: blind spots of ${blind.map(({ fund }) => fund).join(', ')}.`,
    proof.verification === null
      ? 'Evidence: not verified yet.'
      : `Evidence: ${proof.verification.isIntact ? 'intact' : 'not intact'}, verified on ${showInstant(proof.verification.at, report.timeZone)}.`,
  ]
}

/** Figures of a kept report that are others today. */
export interface Difference {
  scope: string
  label: string
  kept: string
  today: string
}

/** What a report computed today would say otherwise, of all funds and of each administrator and fund. */
export function differencesOf(kept: OversightReport, today: OversightReport): Difference[] {
  return kept.scopes.flatMap((scope) => {
    const now = today.scopes.find(({ kind, code }) => kind === scope.kind && code === scope.code)
    return DEFINITIONS.flatMap(({ key, label, unit }): Difference[] => {
      const [was, is] = [scope.figures[key].value, now?.figures[key].value ?? null]
      const isSame = was === is || (was !== null && is !== null && new Big(was).eq(is))
      if (isSame) return []
      return [{ scope: scope.name, label, kept: shownFigure(was, unit), today: shownFigure(is, unit) }]
    })
  })
}

/** "All funds", "FIA", "QUE03". */
export const scopeLabel = ({ provider, fund }: Pick<OversightScope, 'provider' | 'fund'>): string =>
  fund ?? (provider === null ? 'All funds' : `Administrator ${provider}`)

/** "30/10/2026 to …" for the cell of a late NAV. */
export const lateLabel = ({ due, done }: Pick<LateNav, 'due' | 'done'>): string =>
  done === null ? `due ${showDay(due)}, not sent` : `due ${showDay(due)}, sent ${showDay(done)}`
