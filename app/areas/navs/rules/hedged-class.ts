import { Big } from '~/platform/values/decimal'
import { elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import { type Fraction, fraction, negated, quotient, sumOfTwo } from './fractions'
import { type GrossMovement, grossMovements, grossText, movementFigures } from './nav-movement'
import type { RuleCheck, RuleContext } from './rule-context'
import { CLASSES, shown } from './wording'

/** A class with what it weighed at the previous NAV, in fund currency. */
interface Weighed {
  movement: GrossMovement
  /** Its own movement with its fee, or the same in fund currency. */
  grown: Fraction
  weight: Big
}

const ONE = fraction('1')

/**
 * N16: every hedged class in another currency than the fund's: its movement with its fee differs from the mean of the
 * classes that are not hedged, in fund currency and by their size, by no more than 0.25 % × √(max(1; d / 4)) and half of
 * the error threshold. Without such classes the other hedged ones are the measure.
 */
export const hedgedClass: RuleCheck = (context) => {
  const finding = new Finding(CLASSES)
  const all = grossMovements(context, finding)
  const { currency } = context.input.fund
  const hedged = all.filter(({ hedging }) => hedging === 'yes')
  const judged = hedged.filter(({ line }) => line.currency !== currency)
  if (judged.length === 0 && !finding.cannotBeJudged)
    finding.lacks('hedged class in another currency than the fund’s')
  if (finding.cannotBeJudged) return finding
  const unhedged = all
    .filter(({ hedging }) => hedging === 'no')
    .flatMap((movement) => inFundCurrency(context, movement, finding) ?? [])
  const threshold = context.tolerance('N11.threshold').fraction
  const limit = context.tolerance('N16.limit')
  const most = threshold.times(context.tolerance('N16.part').fraction)
  const blocking = threshold.times(context.tolerance('N16.blocks').fraction)
  for (const movement of judged) {
    const others = hedged.filter(({ code }) => code !== movement.code)
    const measure =
      unhedged.length > 0
        ? unhedged
        : others.flatMap((each) => weighed(context, each, ownGrowth(each), finding) ?? [])
    const mean = meanOf(measure)
    if (!mean) {
      finding.leaveOut('class to compare with', movement.code)
      continue
    }
    const apart = sumOfTwo(ownGrowth(movement), negated(mean))
    const within = (part: Big) => apart.over.abs().lte(part.times(apart.under))
    const holds = context.root.within(apart.over, limit.fraction.times(apart.under)) && within(most)
    if (!holds && apart.over.abs().gte(blocking.times(apart.under))) finding.blocks = true
    const percent = quotient(apart).times(100)
    const grownLimit = limit.value.times(context.root.value)
    const tolerance = grownLimit.lt(most.times(100)) ? grownLimit : most.times(100)
    finding.compare({
      holds,
      subject: movement.code,
      formula: () =>
        `${grossText(movement)}, ${unhedged.length > 0 ? 'not hedged in fund currency' : 'other hedged classes'} ${shown(quotient(mean).times(100).round(10))} %: ${shown(percent.round(10))} % apart, ${shown(yearly(context, percent))} % a year`,
      difference: () => percent.round(10),
      size: sizeOf(percent),
      tolerance: tolerance.round(10),
      level: limit.level,
      impact: () => quotient(apart).times(weightOf(context, movement, null) ?? 0),
      figures: () => [
        ...movementFigures(context, movement),
        ...measure.flatMap((each) => weightFigures(context, each.movement)),
      ],
    })
  }
  return finding
}

const ownGrowth = ({ change, base }: GrossMovement): Fraction => ({ over: change, under: base })

const yearly = ({ days }: RuleContext, percent: Big): Big =>
  days > 0 ? percent.times(365).div(days).round(4) : new Big(0)

/** CLASS TNA p × R p; null, reported to the finding where there is one, without either. */
function weightOf(
  { previous, previousRate }: RuleContext,
  { code }: GrossMovement,
  finding: Finding | null,
): Big | null {
  const line = previous?.element('CLASS TNA', code)
  const rate = line && previousRate(line.currency)
  if (!line || rate === undefined) {
    finding?.leaveOut(line ? `previous FX RATE of ${line.currency}` : 'previous CLASS TNA', code)
    return null
  }
  return new Big(line.value).times(rate)
}

function weighed(
  context: RuleContext,
  movement: GrossMovement,
  grown: Fraction,
  finding: Finding,
): Weighed | null {
  const weight = weightOf(context, movement, finding)
  return weight && { movement, grown, weight }
}

/** (1 + movement + fee × d / 365) × R n / R p - 1 */
function inFundCurrency(context: RuleContext, movement: GrossMovement, finding: Finding): Weighed | null {
  const { currency } = movement.line
  const rate = context.navRate(currency)
  const earlier = context.previousRate(currency)
  if (rate === undefined || earlier === undefined || new Big(earlier).lte(0)) {
    finding.leaveOut(`${rate === undefined ? '' : 'previous '}FX RATE of ${currency}`, movement.code)
    return null
  }
  const whole: Fraction = {
    over: movement.base.plus(movement.change).times(rate),
    under: movement.base.times(earlier),
  }
  return weighed(context, movement, sumOfTwo(whole, negated(ONE)), finding)
}

/** The mean by weight; null without a weight above 0. */
function meanOf(measure: readonly Weighed[]): Fraction | null {
  const total = measure.reduce((sum, { weight }) => sum.plus(weight), new Big(0))
  if (total.lte(0)) return null
  const sum = measure.reduce<Fraction>(
    (sofar, { grown: { over, under }, weight }) => sumOfTwo(sofar, { over: over.times(weight), under }),
    fraction('0'),
  )
  return { over: sum.over, under: sum.under.times(total) }
}

function weightFigures(context: RuleContext, movement: GrossMovement) {
  const { current, previous, navRateLine } = context
  const { currency } = movement.line
  return [
    ...movementFigures(context, movement),
    ...elementFigure(current, navRateLine(currency)),
    ...(previous ? elementFigure(previous, previous.element('CLASS TNA', movement.code)) : []),
    ...(previous && currency !== context.input.fund.currency
      ? elementFigure(previous, previous.element('FX RATE', currency))
      : []),
  ]
}
