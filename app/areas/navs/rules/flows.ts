import { Big } from '~/platform/values/decimal'
import type { NavLine, NavType } from '../workbooks/control-data'
import type { EvidenceFigure } from './contract'
import { elementFigure } from './evidence'
import type { RuleContext } from './rule-context'
import type { UploadIndex } from './upload-index'
import { shown, term } from './wording'

/** One class, account or instrument of a driver of the bridge, with its amount in fund currency. */
export interface BridgePart {
  subject: string
  name: string
  amount: Big
  formula: () => string
  figures: () => EvidenceFigure[]
}

/** What holders brought in and took out since the previous NAV, by class, in fund currency. */
export interface Flows {
  flows: BridgePart[]
  /** Distributions leave the fund: their amounts are negative. */
  distributions: BridgePart[]
  /** Rates without which flows cannot be computed at all. */
  lacking: string[]
  /** What single classes lack: they count as nothing. */
  leftOut: ReadonlyMap<string, string[]>
}

const cache = new WeakMap<UploadIndex, Flows>()

/**
 * Flows: (SUBSCRIPTIONS - REDEMPTIONS) × NAV PER SHARE p × R p of every class, R n where R p is missing; a class
 * without a previous NAV PER SHARE counts with its own, and one that is gone counts as redeemed. Distributions:
 * DISTRIBUTION PER SHARE n × SHARES p × R n.
 */
export function flowsOf(context: RuleContext, previous: UploadIndex): Flows {
  const cached = cache.get(context.current)
  if (cached) return cached
  const flows: BridgePart[] = []
  const distributions: BridgePart[] = []
  const lacking = new Set<string>()
  const leftOut = new Map<string, string[]>()
  const leaveOut = (what: string, code: string) => leftOut.set(what, [...(leftOut.get(what) ?? []), code])
  const { current } = context

  for (const code of current.classCodes) {
    const earlier = previous.element('NAV PER SHARE', code)
    const perShare = earlier ?? current.element('NAV PER SHARE', code)
    const rate = perShare && rateOf(context, perShare.currency)
    if (!perShare) leaveOut('NAV PER SHARE', code)
    else if (rate === undefined) lacking.add(`FX RATE of ${perShare.currency} on either date`)
    else {
      const [issued, redeemed] = (['SUBSCRIPTIONS', 'REDEMPTIONS'] as const).map((type) =>
        current.element(type, code),
      )
      const shares = new Big(issued?.value ?? 0).minus(redeemed?.value ?? 0)
      flows.push({
        subject: code,
        name: perShare.name ?? code,
        amount: shares.times(perShare.value).times(rate),
        formula: () =>
          `(${shown(issued?.value ?? '0')} - ${term(redeemed?.value ?? '0')}) × ${shown(perShare.value)} × ${shown(rate)}`,
        figures: () => [
          ...elementFigure(current, issued),
          ...elementFigure(current, redeemed),
          ...elementFigure(earlier ? previous : current, perShare),
        ],
      })
    }
    const distribution = distributionOf(context, previous, code, leaveOut)
    if (distribution) distributions.push(distribution)
  }
  for (const code of previous.classCodes) {
    if (current.classCodes.includes(code)) continue
    const gone = goneClass(context, previous, code, leaveOut, lacking)
    if (gone) flows.push(gone)
  }
  const { paidByError } = context.input
  if (paidByError !== undefined)
    flows.push({
      subject: 'NAV error',
      name: 'Deals at wrong NAVs',
      amount: new Big(paidByError),
      formula: () => `debts less claims since the previous NAV ${shown(paidByError)}`,
      figures: () => [],
    })
  const result = { flows, distributions, lacking: [...lacking], leftOut }
  cache.set(context.current, result)
  return result
}

const rateOf = (context: RuleContext, currency: string) =>
  context.previousRate(currency) ?? context.navRate(currency)

function distributionOf(
  context: RuleContext,
  previous: UploadIndex,
  code: string,
  leaveOut: (what: string, code: string) => void,
): BridgePart | null {
  const { current } = context
  const line = current.element('DISTRIBUTION PER SHARE', code)
  if (!line || new Big(line.value).eq(0)) return null
  const shares = previous.element('SHARES', code)
  const rate = context.navRate(line.currency)
  if (!shares) leaveOut('previous SHARES', code)
  if (rate === undefined) leaveOut(`FX RATE of ${line.currency}`, code)
  if (!shares || rate === undefined) return null
  return {
    subject: code,
    name: line.name ?? code,
    amount: new Big(line.value).times(shares.value).times(rate).times(-1),
    formula: () => `-${term(line.value)} × ${term(shares.value)} × ${shown(rate)}`,
    figures: () => [...elementFigure(current, line), ...elementFigure(previous, shares)],
  }
}

/** A class of the previous NAV table without any row in this one: its shares count as redeemed. */
function goneClass(
  context: RuleContext,
  previous: UploadIndex,
  code: string,
  leaveOut: (what: string, code: string) => void,
  lacking: Set<string>,
): BridgePart | null {
  const of = (type: NavType): NavLine | undefined => {
    const line = previous.element(type, code)
    if (!line) leaveOut(`previous ${type}`, code)
    return line
  }
  const perShare = of('NAV PER SHARE')
  const shares = of('SHARES')
  if (!perShare || !shares) return null
  const rate = rateOf(context, perShare.currency)
  if (rate === undefined) {
    lacking.add(`FX RATE of ${perShare.currency} on either date`)
    return null
  }
  return {
    subject: code,
    name: perShare.name ?? code,
    amount: new Big(shares.value).times(perShare.value).times(rate).times(-1),
    formula: () => `class gone: -${term(shares.value)} × ${shown(perShare.value)} × ${shown(rate)}`,
    figures: () => [...elementFigure(previous, shares), ...elementFigure(previous, perShare)],
  }
}

/** The sum of the parts of a driver. */
export function totalOf(parts: readonly BridgePart[]): Big {
  return parts.reduce((total, { amount }) => total.plus(amount), new Big(0))
}
