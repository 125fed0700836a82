import { Big } from '~/platform/values/decimal'
import type { InstrumentType, InventoryLine } from '../workbooks/control-data'
import { elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import { inventoryLines, lineFigures, lineRate } from './inventory-lines'
import { type Pair, pairFigures, pairsFor } from './pairs'
import { type RuleCheck, type RuleContext, requiredElement, rooted } from './rule-context'
import { LINES, percentOf, shown, shownDay } from './wording'

const QUOTED = ['Equity', 'Bond', 'Fund'] as const
type Quoted = (typeof QUOTED)[number]
const PAIRS = { one: 'pair', many: 'pairs' }

const isQuoted = (type: InstrumentType): type is Quoted => QUOTED.some((quoted) => quoted === type)
const keyOf = (rule: string, type: Quoted) => `${rule}.${type.toLowerCase()}`

/**
 * I13: Equity, Bond and Fund each: not (|sum of price effects / sum of q × factor × Price p × FX p| > limit ×
 * √(max(1; d / 4)) and |sum of price effects| >= 10 bp of FUND TNA p). The impact is what lies beyond the limit.
 */
export const typeMovement: RuleCheck = (context) => {
  const finding = new Finding({ one: 'type', many: 'types' })
  const { previous, previousTna, root } = context
  const pairs = pairsFor(context, finding, QUOTED)
  if (!previous || !previousTna) return finding
  const least = context.tolerance('I13.tna').fraction.times(previousTna)
  for (const type of QUOTED) {
    const those = pairs.filter((pair) => pair.type === type)
    if (those.length === 0) continue
    const effect = sumOf(those, ({ priceEffect }) => priceEffect)
    const worth = sumOf(those, ({ worthBefore }) => worthBefore)
    if (worth.lte(0)) {
      finding.leaveOut('value above 0 at previous prices', type)
      continue
    }
    const limit = context.tolerance(keyOf('I13', type))
    const bare = limit.fraction.times(worth)
    finding.compare({
      holds: root.within(effect, bare) || effect.abs().lt(least),
      subject: type,
      formula: () =>
        `price effects of ${those.length} ${type} pairs ${shown(effect)} / ${shown(worth)} = ${shown(percentOf(effect, worth))} %, of weight from ${shown(least)}`,
      difference: () => percentOf(effect, worth),
      size: sizeOf(effect) / sizeOf(worth),
      tolerance: rooted(context, limit.value),
      level: limit.level,
      impact: () => effect.abs().minus(bare.times(root.value)),
      figures: () => [
        ...elementFigure(previous, requiredElement(previous, 'FUND TNA')),
        ...largestFirst(those).flatMap((pair) => pairFigures(context, pair)),
      ],
    })
  }
  return finding
}

// A type may have thousands of pairs: the evidence keeps the cells of those that matter most.
const SHOWN_PAIRS = 20

function largestFirst(pairs: readonly Pair[]): Pair[] {
  return pairs
    .toSorted((one, other) => other.priceEffect.abs().cmp(one.priceEffect.abs()))
    .slice(0, SHOWN_PAIRS)
}

function sumOf(pairs: readonly Pair[], of: (pair: Pair) => Big): Big {
  return pairs.reduce((total, pair) => total.plus(of(pair)), new Big(0))
}

/** True where the price is the same though its date is newer. */
function isFrozen({ change, priceDate, earlierPriceDate }: Pair): boolean {
  return change.eq(0) && priceDate !== null && earlierPriceDate !== null && priceDate > earlierPriceDate
}

/**
 * I14: pairs of Equity, Bond and Fund with Quantity n not 0: Market value of the frozen <= 25 % of that of all (beyond,
 * every frozen pair is a breach), and each frozen Equity < 50 bp of FUND TNA. The impact is what its market value may
 * have moved in the meantime.
 */
export const frozenPrices: RuleCheck = (context) => {
  const finding = new Finding(PAIRS)
  const { fundTna, fundTnaLine, current, root } = context
  const pairs = pairsFor(context, finding, QUOTED).filter(({ quantity }) => !quantity.eq(0))
  const share = context.tolerance('I14.share')
  const single = context.tolerance('I14.equity')
  const limit = context.tolerance('N07.limit')
  const worth = sumOf(pairs, ({ marketValue }) => marketValue)
  const frozenWorth = sumOf(pairs.filter(isFrozen), ({ marketValue }) => marketValue)
  const allowed = share.fraction.times(worth)
  const many = frozenWorth.gt(allowed)
  const allowedAlone = single.fraction.times(fundTna)
  for (const pair of pairs) {
    const frozen = isFrozen(pair)
    const alone = frozen && pair.type === 'Equity' && pair.marketValue.gte(allowedAlone)
    finding.compare({
      holds: !frozen || (!many && !alone),
      subject: pair.code,
      formula: () =>
        frozen
          ? `price ${shown(pair.price)} of ${shownDay(pair.priceDate ?? '')} is that of ${shownDay(pair.earlierPriceDate ?? '')}, Market value ${shown(pair.marketValue)}; frozen ${shown(frozenWorth)} of ${shown(worth)}`
          : `price ${shown(pair.price)} was ${shown(pair.earlierPrice)}`,
      difference: () => pair.marketValue,
      size: frozen ? sizeOf(pair.marketValue.abs()) : 0,
      tolerance: many ? allowed : allowedAlone,
      level: many ? share.level : single.level,
      impact: () => pair.marketValue.times(limit.fraction).times(root.value),
      figures: () => [
        ...pairFigures(context, pair),
        ...lineFigures(current, pair.line, 'priceDate', 'marketValue'),
        ...(context.previous ? lineFigures(context.previous, pair.earlier, 'priceDate') : []),
        ...elementFigure(current, fundTnaLine),
      ],
    })
  }
  return finding
}

/**
 * I15: Equity, Bond and Fund lines with an ISIN: Price against the median of what other funds have for the same ISIN,
 * quotation currency and price date.
 */
export const priceAcrossFunds: RuleCheck = (context) => {
  const finding = new Finding(LINES)
  const { exact, input } = context
  const medians = new Map(
    input.pricesElsewhere.map((each) => [keyOfPrice(each.isin, each.currency, each.priceDate), each]),
  )
  for (const line of inventoryLines(context, finding, 'isin')) {
    const { type, price } = line
    if (!isQuoted(type)) continue
    const elsewhere = medianFor(context, line, medians, finding)
    if (!elsewhere || price === null) continue
    const median = exact(elsewhere.median)
    const limit = context.tolerance(keyOf('I15', type))
    const apart = exact(price).minus(median)
    finding.compare({
      holds: apart.abs().lte(limit.fraction.times(median)),
      subject: line.instrumentCode,
      formula: () =>
        `price ${shown(price)}, median ${shown(median)} of ${elsewhere.funds} other ${elsewhere.funds === 1 ? 'fund' : 'funds'}: ${shown(percentOf(apart, median))} %`,
      difference: () => percentOf(apart, median),
      size: sizeOf(apart) / sizeOf(median),
      tolerance: limit.value,
      level: limit.level,
      impact: () => {
        const factors = [line.quantity ?? '0', line.priceFactor ?? '1', lineRate(context, line) ?? '0']
        return factors.reduce((product, factor) => product.times(exact(factor)), apart)
      },
      figures: () => lineFigures(context.current, line, 'isin', 'price', 'priceDate', 'quantity'),
    })
  }
  return finding
}

const keyOfPrice = (...parts: string[]) => parts.join('\n')

type Elsewhere = RuleContext['input']['pricesElsewhere'][number]

function medianFor(
  context: RuleContext,
  line: InventoryLine,
  medians: ReadonlyMap<string, Elsewhere>,
  finding: Finding,
): Elsewhere | null {
  const lacking = !line.isin ? 'ISIN' : line.price === null ? 'Price' : !line.priceDate ? 'Price date' : null
  if (lacking) {
    finding.leaveOut(lacking, line.instrumentCode)
    return null
  }
  const found = medians.get(keyOfPrice(line.isin ?? '', line.quotationCurrency, line.priceDate ?? ''))
  if (!found) finding.leaveOut('price of another fund', line.instrumentCode)
  else if (context.exact(found.median).lte(0)) finding.leaveOut('median above 0', line.instrumentCode)
  else return found
  return null
}
