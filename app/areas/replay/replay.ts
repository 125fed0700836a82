import type { RuleId } from '~/areas/navs/rules/catalogue'
import type { Severity, ToleranceInForce } from '~/areas/navs/rules/contract'
import { TOLERANCE_LEVELS, TOLERANCES, type ToleranceLevel } from '~/areas/navs/rules/tolerances'
import { toleranceName } from '~/areas/navs/tolerances'
import { scopeLabel } from '~/platform/approvals/dated/level-value'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { showExact } from '~/platform/values/show'

/** What a change applies to. */
interface Scope {
  level: ToleranceLevel
  /** Fund code, fund type or provider; null at the level "all". */
  subject: string | null
}

/** A tolerance with another value, or with its own times a factor; or a rule that does not run. */
export type ReplayChange = Scope &
  ({ tolerance: string; value: Decimal } | { tolerance: string; factor: Decimal } | { off: RuleId })

/** The request for a replay. */
export interface ReplayCriteria {
  /** Codes of the funds; empty for all. */
  funds: string[]
  /** NAV dates, both inclusive; null is without limit. */
  from: Day | null
  to: Day | null
  changes: ReplayChange[]
}

/** "N14 Capital and flows: Tolerance against previous FUND TNA (bp) = 2, for fund type EQUITY" */
export function changeLabel(change: ReplayChange): string {
  const scope = scopeLabel(change)
  if ('off' in change) return `${change.off} off, for ${scope}`
  const name = toleranceName(change.tolerance)
  const becomes = 'value' in change ? `= ${showExact(change.value)}` : `× ${showExact(change.factor)}`
  return `${name} ${becomes}, for ${scope}`
}

/** The fund of a control, as levels of tolerances see it. */
export interface ReplayScope {
  fund: string
  fundType: string
  provider: string
}

/** The narrower the level, the higher; "rule table" is the widest. */
function rankOf(level: string): number {
  const at = TOLERANCE_LEVELS.findIndex((each) => level === each || level.startsWith(`${each} `))
  // "fund type X" begins with "fund", too.
  const exact = level.startsWith('fund type') ? TOLERANCE_LEVELS.indexOf('fund type') : at
  return exact === -1 ? 0 : TOLERANCE_LEVELS.length - exact
}

const isFor = ({ level, subject }: Scope, scope: ReplayScope) =>
  level === 'all' ||
  subject === { fund: scope.fund, 'fund type': scope.fundType, provider: scope.provider }[level]

/**
 * The tolerances of a control as they would have been: a value counts where nothing narrower is set, as a stored one of
 * its level would; a factor counts for whatever is in force.
 */
export function changedTolerances(
  stored: Readonly<Record<string, ToleranceInForce>>,
  scope: ReplayScope,
  changes: readonly ReplayChange[],
): Record<string, ToleranceInForce> {
  const changed = { ...stored }
  const widestFirst = changes.toSorted((a, b) => rankOf(a.level) - rankOf(b.level))
  for (const change of widestFirst) {
    const key = 'off' in change ? null : change.tolerance
    const now = key === null ? undefined : changed[key]
    if (key === null || !now || !isFor(change, scope)) continue
    if ('factor' in change) changed[key] = { ...now, value: scaled(key, now.value, change.factor) }
    else if ('value' in change && rankOf(change.level) >= rankOf(now.level))
      changed[key] = { value: change.value, level: scopeLabel(change) }
  }
  return changed
}

/** The changes of a value that do not affect a control: something narrower is stored for it. */
export function changesWithoutEffect(
  stored: Readonly<Record<string, ToleranceInForce>>,
  scope: ReplayScope,
  changes: readonly ReplayChange[],
): ReplayChange[] {
  return changes.filter((change) => {
    const now = 'value' in change ? stored[change.tolerance] : undefined
    return now !== undefined && isFor(change, scope) && rankOf(change.level) < rankOf(now.level)
  })
}

/** A tolerance times a factor; days and decimals stay whole. */
function scaled(key: string, value: Decimal, factor: Decimal): Decimal {
  const unit = TOLERANCES.find((each) => each.key === key)?.unit
  const times = new Big(value).times(factor)
  return plain(unit === 'days' || unit === 'decimals' ? times.round(0, Big.roundHalfUp) : times)
}

/** True where a change switches a rule off for a fund. */
export function isOff(rule: RuleId, scope: ReplayScope, changes: readonly ReplayChange[]): boolean {
  return changes.some((change) => 'off' in change && change.off === rule && isFor(change, scope))
}

/** How an alert ended: `corrected` by files in which the rule is OK, `repeated` by files in which it is not. */
const SETTLEMENTS = ['corrected', 'justified', 'explained', 'repeated', 'open'] as const
export type Settlement = (typeof SETTLEMENTS)[number]

export const SETTLEMENT_LABELS: Readonly<Record<Settlement, string>> = {
  corrected: 'Corrected by new files',
  justified: 'Justified',
  explained: 'Explained',
  repeated: 'Still not OK in the next files',
  open: 'Open',
}

/** A result of a stored control, as it was computed, and how it ended where it was an alert. */
export interface StoredResult {
  rule: RuleId
  nok: boolean
  severity: Severity
  impact: Decimal | null
  settled: Settlement | null
  /** Minutes that it took a person, where that is known. */
  minutes: number | null
}

/** A result that would have come out differently. */
export interface Flip {
  controlId: number
  navId: number
  fund: string
  navDate: Day
  rule: RuleId
  /** `gone`: an alert that would not be one; `new`: one that would be; else what it does to Submit. */
  what: 'gone' | 'new' | 'blocks' | 'warns'
  severity: Severity
  /** As stored, in basis points. */
  impact: Decimal | null
  /** Of the stored alert; null for a new one. */
  settled: Settlement | null
  minutes: number | null
}

export const FLIP_LABELS: Readonly<Record<Flip['what'], string>> = {
  gone: 'Alert goes away',
  new: 'New alert',
  blocks: 'Blocks now',
  warns: 'Only warns now',
}

/** Alerts before and after, of a rule, a fund or a month. */
export interface BeforeAndAfter {
  name: string
  before: number
  after: number
}

/** What a replay found: plain data, the same for the same inputs. */
export interface ReplayResult {
  controls: number
  /** Controls that could not be replayed, by the reason. */
  leftOut: { why: string; controls: number }[]
  /** Changes that a narrower stored value hides, as text; missing in results of before this was counted. */
  withoutEffect?: { change: string; controls: number }[]
  rules: RuleId[]
  byRule: BeforeAndAfter[]
  byFund: BeforeAndAfter[]
  byMonth: BeforeAndAfter[]
  /** Corrected ones that would go away first, then the others that go away, then new ones. */
  flips: Flip[]
  minutesSaved: number
}

/** Corrected alerts that would go away come first: an error would have passed. */
export function flipOrder(a: Flip, b: Flip): number {
  return (
    placeOf(a) - placeOf(b) ||
    a.fund.localeCompare(b.fund, 'en') ||
    a.controlId - b.controlId ||
    (a.rule < b.rule ? -1 : 1)
  )
}

function placeOf({ what, settled }: Flip): number {
  if (what === 'gone') return settled === 'corrected' ? 0 : 1
  return what === 'new' ? 2 : 3
}

/** "12 of 14 alerts that would go away had been justified, 2 led to corrected files. 1 alert would be new." */
export function verdict({ flips }: Pick<ReplayResult, 'flips'>): string {
  if (flips.length === 0) return 'No result would change.'
  const fresh = flips.filter(({ what }) => what === 'new').length
  const added = fresh === 0 ? '' : ` ${fresh} ${fresh === 1 ? 'alert' : 'alerts'} would be new.`
  return describeGone(flips.filter(({ what }) => what === 'gone')) + added
}

function describeGone(gone: readonly Flip[]): string {
  if (gone.length === 0) return 'No alert would go away.'
  const of = (...settled: Settlement[]) =>
    gone.filter((each) => settled.includes(each.settled ?? 'open')).length
  const open = of('repeated', 'open')
  const parts = [
    [of('justified', 'explained'), 'had been justified or explained'],
    [of('corrected'), 'led to corrected files'],
    [open, open === 1 ? 'was not settled' : 'were not settled'],
  ] as const
  const [first, ...others] = parts.filter(([count]) => count > 0)
  const alerts = gone.length === 1 ? 'alert' : 'alerts'
  return `${first?.[0]} of ${gone.length} ${alerts} that would go away ${first?.[1]}${others.map(([count, words]) => `, ${count} ${words}`).join('')}.`
}

/** True for a finished run that tried values of one tolerance: a change can be proposed from it. */
export function isProposable({
  kind,
  status,
  criteria,
}: {
  kind: string
  status: string
  criteria: unknown
}) {
  if (status !== 'DONE') return false
  const { changes = [] } = criteria as Partial<ReplayCriteria>
  const [only] = changes.length === 1 ? changes : []
  return kind === 'curve' || (kind === 'replay' && only !== undefined && 'value' in only)
}
