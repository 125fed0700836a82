import type { Day } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { counted } from '~/platform/values/show'
import type { InstrumentType, InventoryLine } from '../workbooks/control-data'
import { elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import { expectedFigure, inventoryLines, lineFigures, lineRate } from './inventory-lines'
import { changeText, effectText, type Pair, pairFigures, pairsFor, pairsOf } from './pairs'
import { type RuleCheck, type RuleContext, rooted, type Tolerance, weekdaysBetween } from './rule-context'
import { LINES, percentOf, shown, shownDay, term } from './wording'

/** I02: Quantity not 0 (not Cash): price present, and > 0 unless Derivative. */
export const missingPrice: RuleCheck = (context) => {
  const { exact } = context
  const finding = new Finding(LINES)
  for (const line of inventoryLines(context, finding)) {
    const { type, quantity, price } = line
    if (type === 'Cash') continue
    if (quantity === null) {
      finding.leaveOut('Quantity', line.instrumentCode)
      continue
    }
    if (exact(quantity).eq(0)) continue
    const present = price !== null
    const holds = present && (type === 'Derivative' || exact(price).gt(0))
    finding.compare({
      holds,
      subject: line.instrumentCode,
      formula: () =>
        `${type}, quantity ${shown(quantity)}, ${present ? `price ${shown(price)}${holds ? '' : ' not above 0'}` : 'no price'}`,
      figures: () => [
        ...lineFigures(context.current, line, 'quantity'),
        ...expectedFigure(context.current, line, 'price'),
      ],
    })
  }
  return finding
}

const AGE_TOLERANCES: Record<Exclude<InstrumentType, 'Cash'>, string> = {
  Equity: 'I03.equity',
  Bond: 'I03.bond',
  Fund: 'I03.fund',
  Derivative: 'I03.derivative',
  Other: 'I03.other',
}

/**
 * I03: not Cash: price date present, not after the NAV date, and at most a number of weekdays before it (the NAV date
 * counted, the price date not), by type.
 */
export const stalePrice: RuleCheck = (context) => {
  const finding = new Finding(LINES)
  const { navDate } = context.input.data
  const ages = new Map<Day, number>()
  const ageOf = (priceDate: Day) => {
    const age = ages.get(priceDate) ?? weekdaysBetween(priceDate, navDate)
    ages.set(priceDate, age)
    return age
  }
  for (const line of inventoryLines(context, finding)) {
    const { type, priceDate } = line
    if (type === 'Cash') continue
    const limit = context.tolerance(AGE_TOLERANCES[type])
    const age = priceDate === null ? null : ageOf(priceDate)
    finding.compare({
      holds: priceDate !== null && age !== null && priceDate <= navDate && age <= Number(limit.value),
      subject: line.instrumentCode,
      formula: () => ageInWords(type, priceDate, age, limit.value, navDate),
      difference: () => (age === null ? null : new Big(age)),
      size: Math.abs(age ?? 0),
      tolerance: limit.value,
      level: limit.level,
      figures: () => expectedFigure(context.current, line, 'priceDate'),
    })
  }
  return finding
}

function ageInWords(
  type: InstrumentType,
  priceDate: Day | null,
  age: number | null,
  limit: Big,
  navDate: Day,
): string {
  if (priceDate === null || age === null) return `${type} without a price date`
  if (priceDate > navDate) return `price date ${shownDay(priceDate)} is after the NAV date`
  return `price date ${shownDay(priceDate)} is ${counted(age, 'weekday')} before the NAV date, ${shown(limit)} allowed for ${type}`
}

const LIMITS: Partial<Record<InstrumentType, string>> = {
  Equity: 'I04.equity',
  Bond: 'I04.bond',
  Fund: 'I04.fund',
}

/**
 * I04: same instrument code in the previous upload, both priced: not (|n / p - 1| > limit of the type × √(max(1; d / 4))
 * and |Quantity × (n - p) × Price factor × FX rate| >= 0.05 % of FUND TNA). And for every pair, whatever its limit:
 * |price effect| < a quarter of the error threshold × the same root × FUND TNA, and so the sum of those of the pairs
 * above 3/4 of their limit, or each of these is a breach.
 */
export const priceMovement: RuleCheck = (context) => {
  const finding = new Finding(LINES)
  const { current, previous, fundTna, root } = context
  const pairs = pairsFor(context, finding, ['Equity', 'Bond', 'Fund', 'Other'])
  if (!previous || finding.cannotBeJudged) return finding
  for (const { split, code } of pairs) if (split) finding.remark('split?', code)
  const { byCode } = pairsOf(context)
  const threshold = context.tolerance('N11.threshold')
  const most = context.tolerance('I04.effect').fraction.times(threshold.fraction).times(fundTna)
  const near = nearLimits(context, pairs, most)
  const reported = new Set<string>()
  const weighed = new Set<string>()
  for (const line of current.data.inventory?.lines ?? []) {
    const pair = byCode.get(line.instrumentCode)
    const moved = movementOfLine(context, line, pair, finding)
    // A pair's effect is reported once, however many lines it has.
    const whole = pair && !reported.has(pair.code) ? pair : undefined
    if (whole) reported.add(whole.code)
    if (!moved && !whole) continue
    const large = whole !== undefined && (!root.below(whole.priceEffect, most) || near.has(whole.code))
    const byEffect = large && !moved?.beyond
    const percent = (): Big | null => (moved ? percentOf(moved.change, moved.base) : null)
    finding.compare({
      holds: !moved?.beyond && !large,
      subject: line.instrumentCode,
      formula: () =>
        [
          moved && `${moved.text()} = ${shown(percent() ?? '0')} %`,
          moved?.effectText(),
          whole && `${effectText(whole)}, below ${shown(most.times(root.value).round(2))} expected`,
          whole && near.has(whole.code) && 'with others near their limit',
        ]
          .filter(Boolean)
          .join('; '),
      difference: () => (byEffect ? (whole?.priceEffect.round(10) ?? null) : percent()),
      size: moved ? sizeOf(moved.change.abs()) / sizeOf(moved.base) : 0,
      tolerance: byEffect || !moved ? most.times(root.value).round(10) : rooted(context, moved.limit.value),
      level: byEffect || !moved ? threshold.level : moved.limit.level,
      impact: () => {
        if (!pair || weighed.has(pair.code)) return new Big(0)
        weighed.add(pair.code)
        return movedByFar(context, pair) ? pair.priceEffect : new Big(0)
      },
      figures: () => [
        ...(pair ? pairFigures(context, pair) : lineFigures(current, line, 'price', 'quantity', 'fxRate')),
        ...(pair ? [] : lineFigures(previous, previous.instruments.get(line.instrumentCode), 'price')),
        ...elementFigure(current, context.fundTnaLine),
      ],
    })
  }
  return finding
}

/** n / p - 1 of one line as change / base, exact, and whether it is too much. */
interface LineMovement {
  change: Big
  base: Big
  limit: Tolerance
  beyond: boolean
  text: () => string
  effectText: () => string
}

/** Null for a type without a limit, and where price, previous price or rate is missing. */
function movementOfLine(
  context: RuleContext,
  line: InventoryLine,
  pair: Pair | undefined,
  finding: Finding,
): LineMovement | null {
  const key = LIMITS[line.type]
  const { price } = line
  const earlier = context.previous?.instruments.get(line.instrumentCode)?.price ?? null
  const rate = lineRate(context, line)
  if (!key || price === null || earlier === null || rate === undefined) return null
  const { exact, root } = context
  const split = pair?.split ? pair : null
  // Price p counts × Quantity p / Quantity n after a split: both sides are then × Quantity n.
  const base = split ? exact(earlier).times(split.earlierQuantity) : exact(earlier)
  const change = (split ? exact(price).times(split.quantity) : exact(price)).minus(base)
  if (base.lte(0)) {
    finding.leaveOut('previous Price above 0', line.instrumentCode)
    return null
  }
  const limit = context.tolerance(key)
  const least = context.tolerance('I04.tna')
  const effect = () => {
    const whole = exact(line.quantity ?? '0')
      .times(change)
      .times(exact(line.priceFactor ?? '1'))
      .times(exact(rate))
    return split ? whole.div(split.quantity) : whole
  }
  const moved = !root.within(change, limit.fraction.times(base))
  return {
    change,
    base,
    limit,
    // Only a price that moved too far needs its effect on the fund.
    beyond: moved && effect().abs().gte(least.fraction.times(context.fundTna)),
    text: () => (split ? changeText(split) : `${shown(price)} / ${term(earlier)} - 1`),
    effectText: () =>
      `effect ${term(line.quantity ?? '0')} × change × ${term(line.priceFactor ?? '1')} × ${term(rate)} = ${shown(effect().round(10))}, ${shown(least.value)} % of FUND TNA is ${shown(least.fraction.times(context.fundTna))}`,
  }
}

/** The pairs above 3/4 of their limit, when their price effects together reach what one alone must stay below. */
function nearLimits(context: RuleContext, pairs: readonly Pair[], most: Big): ReadonlySet<string> {
  const near = context.tolerance('I04.near').fraction
  const those = pairs.filter(({ type, change, base }) => {
    const key = LIMITS[type]
    if (!key || base.lte(0)) return false
    return !context.root.within(change, near.times(context.tolerance(key).fraction).times(base))
  })
  const total = those.reduce((sofar, { priceEffect }) => sofar.plus(priceEffect.abs()), new Big(0))
  return new Set(context.root.below(total, most) ? [] : those.map(({ code }) => code))
}

/** True above the smaller of 4 × the limit × the root and 30 %: so much that a wrong price is likelier than a market. */
function movedByFar(context: RuleContext, { type, change, base }: Pair): boolean {
  if (base.lte(0)) return false
  const key = LIMITS[type]
  if (change.abs().gt(context.tolerance('I04.most').fraction.times(base))) return true
  if (!key) return false
  const limit = context.tolerance('I04.times').fraction.times(context.tolerance(key).fraction)
  return !context.root.within(change, limit.times(base))
}
