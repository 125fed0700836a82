import { Big, plain } from '~/platform/values/decimal'
import {
  accountChange,
  balanceAndNav,
  doubleEntry,
  duplicateAccounts,
  frozenAccrual,
  overdraft,
  suspenseAccounts,
  unmappedAccounts,
  wrongSide,
} from './balance'
import { bridgeOf } from './bridge'
import { RULES, type RuleId } from './catalogue'
import type { Evaluation, RuleInput, RuleOutcome, Severity } from './contract'
import type { Finding } from './finding'
import { hedgedClass } from './hedged-class'
import {
  cashAndBalance,
  concentration,
  duplicateLines,
  isin,
  matured,
  portfolioAndBalance,
} from './inventory'
import { frozenPrices, priceAcrossFunds, typeMovement } from './inventory-pairs'
import { missingPrice, priceMovement, stalePrice } from './inventory-prices'
import { accruedInterest, fxConsistency, lineValue, navPercent } from './inventory-values'
import { filesComplete, fundCurrency, navError, positiveFigures } from './nav-figures'
import { bridge, capitalAndFlows, feeSchedule } from './nav-flows'
import { benchmark, classDispersion, navMovement } from './nav-movement'
import {
  assetsAndLiabilities,
  classTna,
  fundTna,
  fxAndSource,
  shareClasses,
  shareRollForward,
} from './nav-tna'
import { type RuleCheck, type RuleContext, ruleContext } from './rule-context'
import { depositaryCash } from './source-cash'
import { announcedIncome } from './source-income'
import { depositaryPositions } from './source-positions'
import { vendorPrice } from './source-prices'
import { announcedDistribution, register, registerFlows } from './source-register'
import { staleRate } from './stale-rate'
import { TOLERANCES } from './tolerances'

const CHECKS: Record<RuleId, RuleCheck> = {
  N01: fundCurrency,
  N02: shareClasses,
  N03: classTna,
  N04: fundTna,
  N05: assetsAndLiabilities,
  N06: positiveFigures,
  N07: navMovement,
  N08: shareRollForward,
  N09: classDispersion,
  N10: benchmark,
  N11: navError,
  N12: filesComplete,
  N13: fxAndSource,
  N14: capitalAndFlows,
  N15: bridge,
  B01: doubleEntry,
  B02: balanceAndNav,
  B03: unmappedAccounts,
  B04: suspenseAccounts,
  B05: wrongSide,
  B06: overdraft,
  B07: accountChange,
  B08: frozenAccrual,
  B09: duplicateAccounts,
  B10: feeSchedule,
  I01: lineValue,
  I02: missingPrice,
  I03: stalePrice,
  I04: priceMovement,
  I05: isin,
  I06: duplicateLines,
  I07: fxConsistency,
  I08: portfolioAndBalance,
  I09: cashAndBalance,
  I10: navPercent,
  I11: matured,
  I12: concentration,
  I13: typeMovement,
  I14: frozenPrices,
  I15: priceAcrossFunds,
  I16: accruedInterest,
  N16: hedgedClass,
  N17: staleRate,
  S01: register,
  S02: registerFlows,
  S03: depositaryCash,
  S04: depositaryPositions,
  S05: vendorPrice,
  S06: announcedIncome,
  S07: announcedDistribution,
}

/**
 * Runs every rule over one upload, in the order of the rule table, and the NAV bridge. Exact decimals throughout.
 * Throws when a tolerance or FUND TNA is missing, which only a fault of the program can cause.
 */
export function evaluate(input: RuleInput, onRule: (place: number) => void = () => {}): Evaluation {
  const context = ruleContext(input)
  const outcomes = RULES.map(({ id }, place) => {
    onRule(place + 1)
    return outcomeOf(context, id)
  })
  return { outcomes, bridge: bridgeOf(context) }
}

/** A rule's outcome for an upload, without the texts and cells of its evidence. */
export type Verdict = Pick<RuleOutcome, 'result' | 'severity' | 'impact' | 'breachCount'>

/** The rules over one upload, each run when it is needed: what is computed from the upload serves all of them. */
export interface RulesOver {
  verdict(id: RuleId): Verdict
  outcome(id: RuleId): RuleOutcome
  /** The same upload under other tolerances. */
  under(tolerances: RuleInput['tolerances']): RulesOver
  /** Other figures of the same NAV; everything else is as it was. */
  over(data: RuleInput['data']): RulesOver
}

/** The rules over one upload, to be run one by one. */
export const rulesOver = (input: RuleInput): RulesOver => rulesIn(ruleContext(input))

function rulesIn(context: RuleContext): RulesOver {
  return {
    verdict: (id) => verdictOf(context, id, CHECKS[id](context)),
    outcome: (id) => outcomeOf(context, id),
    under: (tolerances) => rulesIn(ruleContext({ ...context.input, tolerances }, context)),
    over: (data) => rulesIn(ruleContext({ ...context.input, data }, context)),
  }
}

function verdictOf(context: RuleContext, id: RuleId, finding: Finding): Verdict {
  const impact = impactOf(context, finding)
  return {
    severity: finding.blocks ? 'B' : severityOf(context, id, OF_RULE[id].severity, impact),
    result: finding.result,
    impact: impact && plain(impact),
    breachCount: finding.breachCount,
  }
}

const OF_RULE = Object.fromEntries(RULES.map((rule, at) => [rule.id, { ...rule, place: at + 1 }])) as Record<
  RuleId,
  (typeof RULES)[number] & { place: number }
>

function outcomeOf(context: RuleContext, id: RuleId): RuleOutcome {
  const { title, formula, place } = OF_RULE[id]
  const finding = CHECKS[id](context)
  const { severity, result, impact, breachCount } = verdictOf(context, id, finding)
  return {
    id,
    sortingOrder: place,
    name: `${id} ${title}`,
    severity,
    result,
    impact,
    comment: finding.comment,
    formula,
    computation: finding.computation,
    tolerances: MEASURES[id].flatMap(({ key, label, unit }) => {
      const set = context.input.tolerances[key]
      return set ? [{ key, label, unit, ...set }] : []
    }),
    breaches: finding.breaches,
    breachCount,
    ...(finding.explained.length > 0 ? { explained: finding.explained } : {}),
  }
}

/** True for a rule that reads lines of the inventory; the others only see whether there is one. */
export const readsLines = (id: RuleId) =>
  id.startsWith('I') || ['N13', 'N15', 'N17', 'S03', 'S04', 'S05', 'S06'].includes(id)

/** The tolerances that a rule uses, its own and those of others. */
const MEASURES = Object.fromEntries(
  RULES.map(({ id }) => [id, TOLERANCES.filter(({ key, rule }) => rule === id || isOfOthers(id, key))]),
) as Record<RuleId, (typeof TOLERANCES)[number][]>

/** True for a tolerance that a rule uses, its own or that of another rule. */
export function isMeasuredBy(id: RuleId, key: string): boolean {
  return MEASURES[id].some((each) => each.key === key)
}

/** True for a tolerance of another rule that this one is measured by: the error threshold, or the movement limit. */
function isOfOthers(id: RuleId, key: string): boolean {
  if (key === 'N07.limit') return id === 'I14'
  if (key === 'N13.days') return ['N17', 'S03', 'S04', 'S06'].includes(id)
  const byThreshold =
    id === 'B07' || TOLERANCES.some((each) => each.key === `${id}.blocks` && each.unit === 'factor')
  return key === 'N11.threshold' && byThreshold
}

/** The outcomes of `evaluate` alone. */
export function evaluateRules(input: RuleInput): RuleOutcome[] {
  return evaluate(input).outcomes
}

const IMPACT_PLACES = 4

/**
 * The impact of all breaches in basis points of the previous FUND TNA, or of FUND TNA where that is missing or not
 * positive, rounded half up to four places. Null unless NOK, where the rule has none, and where neither is positive.
 */
function impactOf({ previousTna, fundTna }: RuleContext, { result, impact }: Finding): Big | null {
  const tna = previousTna?.gt(0) ? previousTna : fundTna
  if (result !== 'NOK' || impact === null || tna.lte(0)) return null
  return impact.times(10_000).div(tna).round(IMPACT_PLACES, Big.roundHalfUp)
}

/** A rule that only warns blocks from the impact that its tolerance "blocks" says: in bp, or in parts of the threshold. */
function severityOf(context: RuleContext, id: RuleId, severity: Severity, impact: Big | null): Severity {
  const key = `${id}.blocks`
  if (impact === null || !context.input.tolerances[key]) return severity
  const { value, unit } = {
    ...context.tolerance(key),
    unit: TOLERANCES.find((each) => each.key === key)?.unit,
  }
  // A threshold of 0.5 % is 50 bp.
  const limit = unit === 'bp' ? value : value.times(context.tolerance('N11.threshold').value).times(100)
  return impact.gte(limit) ? 'B' : severity
}
