import type { Day } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import type { InstrumentType, InventoryLine } from '../workbooks/control-data'
import type { EvidenceFigure } from './contract'
import type { Finding } from './finding'
import { inventoryLines, lineFigures, lineRate } from './inventory-lines'
import type { RuleContext } from './rule-context'
import type { UploadIndex } from './upload-index'
import { shown, term } from './wording'

/** An instrument of the previous inventory and of this one, with price and rate on both dates; not Cash or Derivative. */
export interface Pair {
  code: string
  /** Type, factor and currency are those of this upload. */
  type: InstrumentType
  /** The first line of each upload; quantities, accrued interest and market values are of all its lines. */
  line: InventoryLine
  earlier: InventoryLine
  quantity: Big
  earlierQuantity: Big
  price: Big
  earlierPrice: Big
  priceDate: Day | null
  earlierPriceDate: Day | null
  marketValue: Big
  /** True where the price seems to be that of other units: Price p counts × Quantity p / Quantity n. */
  split: boolean
  /** Price n / Price p - 1 is change / base: of the prices, or of price × quantity for a split, so that both are exact. */
  change: Big
  base: Big
  /** q × factor × Price p × FX p */
  worthBefore: Big
  /** q × factor × (Price n - Price p) × FX p */
  priceEffect: Big
  /**
   * q × factor × Price n × (FX n - FX p) + Accrued interest p × (FX n / FX p - 1), the quotient to forty places: a sum of
   * them is `currencyEffect`, which divides once a currency.
   */
  fxEffect: Big
}

export interface PairBook {
  /** In the order of this inventory. */
  pairs: readonly Pair[]
  byCode: ReadonlyMap<string, Pair>
  /** Instruments of this inventory that are no pair, and what they lack. */
  unpaired: readonly { code: string; type: InstrumentType; what: string; isNew: boolean }[]
  /** The sum of all FX effects. */
  currencyEffect: Big
}

/** Accrued interest of all pairs whose rates changed in the same way. */
interface Revaluation {
  accrued: Big
  rateChange: Big
  earlierRate: Big
  /** rateChange / earlierRate, to forty places. */
  quotient: Big
}

/** What the pairs of one book share while it is built. */
interface Totals {
  revaluations: Map<string, Revaluation>
  ofPrices: Big
}

const SPLIT_QUANTITY = new Big('0.2')
const SPLIT_VALUE = { Bond: new Big('0.01'), others: new Big('0.05') }
const ONE = '1'

const books = new WeakMap<UploadIndex, PairBook>()

/** The pairs of both inventories, made once for all rules; none without a previous inventory. */
export function pairsOf(context: RuleContext): PairBook {
  const cached = books.get(context.current)
  if (cached) return cached
  const pairs: Pair[] = []
  const unpaired: PairBook['unpaired'][number][] = []
  const totals: Totals = { revaluations: new Map(), ofPrices: new Big(0) }
  const before = linesByCode(context.previous)
  for (const [code, lines] of linesByCode(context.current)) {
    const [first] = lines
    if (!first || first.type === 'Cash' || first.type === 'Derivative') continue
    const lacking = (what: string, isNew = false) => unpaired.push({ code, type: first.type, what, isNew })
    const earlier = before.get(code)
    if (!earlier) lacking('line in the previous inventory', true)
    else {
      const made = pairOf(context, code, lines, earlier, totals)
      if (typeof made === 'string') lacking(made)
      else pairs.push(made)
    }
  }
  const currencyEffect = [...totals.revaluations.values()].reduce(
    (total, { accrued, rateChange, earlierRate }) => total.plus(accrued.times(rateChange).div(earlierRate)),
    totals.ofPrices,
  )
  const byCode = new Map(pairs.map((pair) => [pair.code, pair]))
  const book = { pairs, unpaired, byCode, currencyEffect }
  books.set(context.current, book)
  return book
}

function linesByCode(index: UploadIndex | null): Map<string, InventoryLine[]> {
  const groups = new Map<string, InventoryLine[]>()
  for (const line of index?.data.inventory?.lines ?? []) {
    const group = groups.get(line.instrumentCode)
    if (group) group.push(line)
    else groups.set(line.instrumentCode, [line])
  }
  return groups
}

/** The pair of an instrument's lines, or what it lacks. */
function pairOf(
  context: RuleContext,
  code: string,
  now: readonly InventoryLine[],
  before: readonly InventoryLine[],
  totals: Totals,
): Pair | string {
  const { exact, root } = context
  const [line] = now
  const [earlier] = before
  if (!line || !earlier) return 'line in the previous inventory'
  const priced = now.find(({ price }) => price !== null)
  const earlierPriced = before.find(({ price }) => price !== null)
  const currency = line.quotationCurrency
  const rateText = lineRate(context, line)
  const earlierRateText = earlier.fxRate ?? context.previousRate(currency)
  if (!priced?.price) return 'Price'
  if (!earlierPriced?.price) return 'previous Price'
  if (rateText === undefined) return `FX rate of ${currency}`
  if (earlierRateText === undefined) return `previous FX rate of ${currency}`

  const total = (lines: readonly InventoryLine[], field: 'quantity' | 'marketValue' | 'accruedInterest') =>
    lines.length === 1 && lines[0]
      ? exact(lines[0][field] ?? '0')
      : lines.reduce((sofar, each) => sofar.plus(exact(each[field] ?? '0')), new Big(0))
  const quantity = total(now, 'quantity')
  const earlierQuantity = total(before, 'quantity')
  const price = exact(priced.price)
  const earlierPrice = exact(earlierPriced.price)
  const factor = exact(line.priceFactor ?? ONE)
  const rate = exact(rateText)
  const earlierRate = exact(earlierRateText)

  const worth = quantity.times(price)
  const earlierWorth = earlierQuantity.times(earlierPrice)
  const split =
    quantity.gt(0) &&
    earlierQuantity.gt(0) &&
    earlierPrice.gt(0) &&
    quantity.minus(earlierQuantity).abs().gt(SPLIT_QUANTITY.times(earlierQuantity)) &&
    root.within(
      worth.minus(earlierWorth),
      SPLIT_VALUE[line.type === 'Bond' ? 'Bond' : 'others'].times(earlierWorth),
    )
  const change = split ? worth.minus(earlierWorth) : price.minus(earlierPrice)
  const base = split ? earlierWorth : earlierPrice
  const q = split ? quantity : quantity.plus(earlierQuantity).times('0.5')
  // A split's change and base are of price × quantity already.
  const scale = (split ? factor : q.times(factor)).times(earlierRate)
  const fxEffect = fxEffectOf(
    {
      rate,
      earlierRate,
      accrued: total(before, 'accruedInterest'),
      worth: () => q.times(factor).times(price),
    },
    totals,
  )
  return {
    code,
    type: line.type,
    line,
    earlier,
    quantity,
    earlierQuantity,
    price,
    earlierPrice,
    priceDate: priced.priceDate,
    earlierPriceDate: earlierPriced.priceDate,
    marketValue: total(now, 'marketValue'),
    split,
    change,
    base,
    worthBefore: scale.times(base),
    priceEffect: change.eq(0) ? change : scale.times(change),
    fxEffect,
  }
}

const ZERO = new Big(0)

/** The FX effect of one pair; what it adds to the sum of all is noted. */
function fxEffectOf(
  of: { rate: Big; earlierRate: Big; accrued: Big; worth: () => Big },
  totals: Totals,
): Big {
  const { rate, earlierRate, accrued } = of
  const rateChange = rate.minus(earlierRate)
  if (rateChange.eq(0)) return ZERO
  const ofPrice = of.worth().times(rateChange)
  totals.ofPrices = totals.ofPrices.plus(ofPrice)
  if (accrued.eq(0) || earlierRate.lte(0)) return ofPrice
  const key = `${rate.toFixed()} ${earlierRate.toFixed()}`
  const existing = totals.revaluations.get(key)
  const quotient = existing?.quotient ?? rateChange.div(earlierRate)
  const sum = (existing?.accrued ?? ZERO).plus(accrued)
  totals.revaluations.set(key, { accrued: sum, rateChange, earlierRate, quotient })
  return ofPrice.plus(accrued.times(quotient))
}

/**
 * The pairs of some types for a rule; what is missing, and each instrument of these types that is no pair, is reported
 * to the finding.
 */
export function pairsFor(
  context: RuleContext,
  finding: Finding,
  types: readonly InstrumentType[],
): readonly Pair[] {
  if (!context.previous) finding.lacks('previous control')
  else if (!context.previous.data.inventory) finding.lacks('inventory of the previous control')
  inventoryLines(context, finding)
  if (finding.cannotBeJudged) return []
  const { pairs, unpaired } = pairsOf(context)
  for (const { code, type, what } of unpaired) if (types.includes(type)) finding.leaveOut(what, code)
  return pairs.filter(({ type }) => types.includes(type))
}

/** "101 / 100 - 1", with both quantities for a split. */
export function changeText(pair: Pair): string {
  if (!pair.split) return `${shown(pair.price)} / ${term(pair.earlierPrice)} - 1`
  return `${term(pair.quantity)} × ${shown(pair.price)} / (${term(pair.earlierQuantity)} × ${shown(pair.earlierPrice)}) - 1`
}

/** "price effect 5,000 at (100 + 120) / 2 units" */
export function effectText(pair: Pair): string {
  const units = pair.split
    ? shown(pair.quantity)
    : `(${term(pair.earlierQuantity)} + ${term(pair.quantity)}) / 2`
  return `price effect ${shown(pair.priceEffect)} on ${units} units`
}

/** The cells of a pair's prices, quantities and rates on both dates. */
export function pairFigures({ current, previous }: RuleContext, pair: Pair): EvidenceFigure[] {
  return [
    ...lineFigures(current, pair.line, 'price', 'quantity', 'priceFactor', 'fxRate'),
    ...(previous ? lineFigures(previous, pair.earlier, 'price', 'quantity', 'fxRate') : []),
  ]
}
