import { RULES, type RuleId } from '~/areas/navs/rules/catalogue'
import type { RuleInput } from '~/areas/navs/rules/contract'
import { isMeasuredBy, type RulesOver, rulesOver } from '~/areas/navs/rules/evaluate'
import type { Day } from '~/platform/values/day'
import {
  changedTolerances,
  changeLabel,
  changesWithoutEffect,
  type Flip,
  flipOrder,
  isOff,
  type ReplayChange,
  type ReplayResult,
  type ReplayScope,
  type StoredResult,
} from './replay'

/** A stored control with all that its rules read. */
export interface StoredControl {
  id: number
  navId: number
  navDate: Day
  input: RuleInput
  /** False where its inputs were not stored: today's data may differ from what it read. */
  kept: boolean
  results: StoredResult[]
}

/** Of one control: a result for each rule that changes can move, and what moved. */
export interface ReplayedControl {
  fund: string
  month: string
  /** Rules that gave another result without any change: they are left out. */
  differing: RuleId[]
  /** Changes that do not affect it, as text: a narrower value is stored for its fund. */
  withoutEffect: string[]
  alerts: { rule: RuleId; before: boolean; after: boolean }[]
  flips: Flip[]
}

export const scopeOf = ({ fund }: Pick<RuleInput, 'fund'>): ReplayScope => ({
  fund: fund.code,
  fundType: fund.type,
  provider: fund.provider,
})

export const ALL_RULES: readonly RuleId[] = RULES.map(({ id }) => id)

/** The rules that changes can move; all of them where nothing is changed, which proves that a replay is exact. */
export function rulesTouched(changes: readonly ReplayChange[], all: readonly RuleId[]): RuleId[] {
  if (changes.length === 0) return [...all]
  return all.filter((rule) =>
    changes.some((change) => ('off' in change ? change.off === rule : reads(rule, change.tolerance))),
  )
}

const reads = (rule: RuleId, tolerance: string) =>
  isMeasuredBy(rule, tolerance) || (rule === 'N07' && tolerance === 'N03.unknownDecimals')

/**
 * Runs the rules that changes can move over a stored control, with the tolerances as they would have been.
 * @param over the rules over its input: one for all sets of changes
 */
export function replayControl(
  control: StoredControl,
  changes: readonly ReplayChange[],
  over: RulesOver = rulesOver(control.input),
): ReplayedControl {
  const { input, results, kept, id, navId, navDate } = control
  const scope = scopeOf(input)
  const rules = rulesTouched(changes, ALL_RULES)
  const stored = new Map(results.map((each) => [each.rule, each]))
  const tolerances = changedTolerances(input.tolerances, scope, changes)
  const then = over.under(tolerances)
  // Over the inputs that it read, a rule gives its stored result again, unless a change affects this fund.
  const feels = (rule: RuleId) =>
    changes.length === 0 ||
    Object.keys(tolerances).some((key) => tolerances[key] !== input.tolerances[key] && reads(rule, key))
  const replayed: ReplayedControl = {
    fund: scope.fund,
    month: navDate.slice(0, 7),
    differing: [],
    alerts: [],
    flips: [],
    withoutEffect: changesWithoutEffect(input.tolerances, scope, changes).map(changeLabel),
  }
  for (const rule of rules) {
    const before = stored.get(rule)
    if (!before) continue
    if (!kept && !isSame(over.verdict(rule), before)) {
      replayed.differing.push(rule)
      continue
    }
    const off = isOff(rule, scope, changes)
    const outcome = off || (kept && !feels(rule)) ? null : then.verdict(rule)
    const after = off ? false : outcome ? outcome.result === 'NOK' : before.nok
    const severity = outcome?.severity ?? before.severity
    replayed.alerts.push({ rule, before: before.nok, after })
    const what = whatFlips(before, { nok: after, severity })
    if (what === null) continue
    const { settled, minutes } = before
    const impact = before.nok ? before.impact : (outcome?.impact ?? null)
    const fund = scope.fund
    replayed.flips.push({
      controlId: id,
      navId,
      fund,
      navDate,
      rule,
      what,
      severity,
      impact,
      settled,
      minutes,
    })
  }
  return replayed
}

function isSame(
  { result, severity, impact }: { result: string; severity: string; impact: string | null },
  stored: StoredResult,
): boolean {
  return (
    (result === 'NOK') === stored.nok &&
    severity === stored.severity &&
    Number(impact ?? -1) === Number(stored.impact ?? -1)
  )
}

function whatFlips(
  before: Pick<StoredResult, 'nok' | 'severity'>,
  after: Pick<StoredResult, 'nok' | 'severity'>,
): Flip['what'] | null {
  if (before.nok !== after.nok) return after.nok ? 'new' : 'gone'
  if (!after.nok || before.severity === after.severity) return null
  return after.severity === 'B' ? 'blocks' : 'warns'
}

/** The result of a run, from its controls in any order. */
export function summed(
  replayed: readonly ReplayedControl[],
  changes: readonly ReplayChange[],
  without: ReplayResult['leftOut'],
): ReplayResult {
  const rules = rulesTouched(changes, ALL_RULES)
  const count = (nameOf: (each: ReplayedControl, rule: RuleId) => string) => {
    const counted = new Map<string, { name: string; before: number; after: number }>()
    for (const each of replayed)
      for (const { rule, before, after } of each.alerts) {
        const name = nameOf(each, rule)
        const row = counted.get(name) ?? { name, before: 0, after: 0 }
        counted.set(name, row)
        row.before += before ? 1 : 0
        row.after += after ? 1 : 0
      }
    return [...counted.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }
  const flips = replayed.flatMap((each) => each.flips).sort(flipOrder)
  const places = new Map<string, number>(RULES.map(({ id }, place) => [id, place]))
  const differing = replayed.filter((each) => each.differing.length > 0).length
  return {
    controls: replayed.length,
    leftOut: [
      ...without,
      ...(differing > 0
        ? [{ why: 'Reference data has changed since they ran (some of their rules)', controls: differing }]
        : []),
    ],
    withoutEffect: changes.map(changeLabel).flatMap((change) => {
      const controls = replayed.filter((each) => each.withoutEffect.includes(change)).length
      return controls > 0 ? [{ change, controls }] : []
    }),
    rules,
    byRule: count((_, rule) => rule).sort((a, b) => (places.get(a.name) ?? 0) - (places.get(b.name) ?? 0)),
    byFund: count(({ fund }) => fund),
    byMonth: count(({ month }) => month),
    flips,
    minutesSaved: flips.reduce((sum, { what, settled, minutes }) => {
      const saves = what === 'gone' && (settled === 'justified' || settled === 'explained')
      return sum + (saves ? (minutes ?? 0) : 0)
    }, 0),
  }
}
