import { Big, type Decimal } from '~/platform/values/decimal'
import type { NavLine } from '../workbooks/control-data'
import { elementFigure } from './evidence'
import { type Comparison, Finding, sizeOf } from './finding'
import { type Fraction, fraction, quotient, sumOfTwo } from './fractions'
import type { RuleCheck, RuleContext } from './rule-context'
import { type SiteRate, siteRate } from './stored-rates'
import { shown, term } from './wording'

/** A rate of both NAV tables, and what the stored rates say of it. */
interface JudgedRate {
  line: NavLine
  earlier: NavLine
  stands: boolean
  /** s n / s p - 1 of the stored rates. */
  moved: Fraction
  /** By how much the stored rates may have moved without a new rate. */
  limit: Fraction
  words: string
}

/**
 * N17: no FX RATE is exactly the previous one while the stored rates of the two NAV dates moved by more than 0.02 %, and
 * by more than the rounding of the rates explains. Where every rate stands still, they are one breach.
 */
export const staleRate: RuleCheck = (context) => {
  const finding = new Finding({ one: 'rate', many: 'rates' })
  const { current, previous, input } = context
  if (!previous) {
    finding.lacks('previous control')
    return finding
  }
  const pairs = current
    .rows('FX RATE')
    .filter(({ code }) => code !== input.fund.currency)
    .flatMap((line) => {
      const earlier = previous.element('FX RATE', line.code)
      if (!earlier) finding.leaveOut('previous FX RATE', line.code)
      return earlier ? [{ line, earlier, stands: new Big(line.value).eq(earlier.value) }] : []
    })
  const judged = pairs.flatMap((pair) => judgedRate(context, pair, finding) ?? [])
  const beyond = judged.filter((each) => each.stands && isBeyond(each))
  const isWhole = pairs.every(({ stands }) => stands)
  for (const rate of judged)
    if (!isWhole || !beyond.includes(rate))
      finding.compare(comparisonOf(context, rate, beyond.includes(rate)))
  if (isWhole && beyond.length > 0) finding.compare(noNewRates(context, beyond))
  return finding
}

const isBeyond = ({ moved, limit }: JudgedRate): boolean =>
  moved.over.abs().times(limit.under).gt(limit.over.times(moved.under))

function judgedRate(
  context: RuleContext,
  pair: Pick<JudgedRate, 'line' | 'earlier' | 'stands'>,
  finding: Finding,
): JudgedRate | null {
  const { code } = pair.line
  const { currency } = context.input.fund
  const [now, before] = [siteRate(context, code), siteRate(context, code, 'previous')]
  const [ofFund, ofFundBefore] = [siteRate(context, currency), siteRate(context, currency, 'previous')]
  const value = new Big(pair.line.value)
  if (!now || !before || !ofFund || !ofFundBefore || value.lte(0)) {
    finding.leaveOut(value.lte(0) ? 'FX RATE above 0' : 'stored rates of both NAV dates', code)
    return null
  }
  const isOld = (one: SiteRate, other: SiteRate) => one.date !== null && one.date === other.date
  if (isOld(now, before) || isOld(ofFund, ofFundBefore)) {
    finding.leaveOut('newer stored rate', code)
    return null
  }
  const above = now.rate.times(ofFundBefore.rate)
  const below = before.rate.times(ofFund.rate)
  return {
    ...pair,
    moved: { over: above.minus(below), under: below },
    limit: limitOf(context, value, [now, before, ofFund, ofFundBefore]),
    words: `stored ${now.words} / ${ofFund.words}, before ${before.words} / ${ofFundBefore.words}`,
  }
}

/** The larger of 0.02 % and what one unit of the last decimals shown comes to. */
function limitOf(context: RuleContext, value: Big, used: readonly SiteRate[]): Fraction {
  const own = context.tolerance('N17.rate').fraction
  const shownOf = unitOf(context.current.rows('FX RATE').map((line) => line.value))
  const rounding = used.reduce(
    (sum, { rate, date }) => (date === null ? sum : sumOfTwo(sum, fraction(storedUnit(context, date), rate))),
    fraction(shownOf, value),
  )
  return rounding.over.gt(own.times(rounding.under)) ? rounding : fraction(own)
}

/** One unit of the last decimal place that the stored rates of a day show. */
function storedUnit({ input }: RuleContext, date: string): Big {
  const all = [...input.exchangeRates, ...(input.previousRates ?? [])]
  return unitOf(all.filter((each) => each.date === date).map(({ rate }) => rate))
}

/** One unit of the last decimal place that any of these numbers has. */
function unitOf(values: readonly Decimal[]): Big {
  const places = values.map((value) => new Big(value).toFixed().split('.')[1]?.length ?? 0)
  return new Big(`1e-${Math.max(0, ...places)}`)
}

/** What the fund has in a currency: its lines, or its classes if they weigh more; the whole fund without an inventory. */
function exposureTo({ current, fundTna, navRate, exact }: RuleContext, currency: string): Big {
  const lines = current.data.inventory?.lines
  const ofLines = lines
    ? lines
        .filter((line) => line.quotationCurrency === currency)
        .reduce((sum, { marketValue }) => sum.plus(exact(marketValue)), new Big(0))
    : fundTna
  const ofClasses = current
    .rows('CLASS TNA')
    .filter((line) => line.currency === currency)
    .reduce((sum, { value }) => sum.plus(exact(value).times(navRate(currency) ?? 0)), new Big(0))
  return ofClasses.abs().gt(ofLines.abs()) ? ofClasses : ofLines
}

function impactOf(context: RuleContext, { line, moved }: JudgedRate): Big {
  return quotient(moved).times(exposureTo(context, line.code))
}

const percentOfRate = (rate: Fraction): Big => quotient(rate).times(100).round(10)

function formulaOf({ line, earlier, moved, limit, words }: JudgedRate): string {
  return `FX RATE ${line.code} ${shown(line.value)}, before ${term(earlier.value)}; ${words}: moved ${shown(percentOfRate(moved))} %, ${shown(percentOfRate(limit))} % allowed for a rate that stands still`
}

function figuresOf(context: RuleContext, { line, earlier }: JudgedRate) {
  const { current, previous } = context
  return [...elementFigure(current, line), ...(previous ? elementFigure(previous, earlier) : [])]
}

function comparisonOf(context: RuleContext, rate: JudgedRate, isBroken: boolean): Comparison {
  return {
    holds: !isBroken,
    subject: rate.line.code,
    formula: () => formulaOf(rate),
    difference: () => percentOfRate(rate.moved),
    size: rate.stands ? sizeOf(quotient(rate.moved).abs()) : 0,
    tolerance: percentOfRate(rate.limit),
    level: context.tolerance('N17.rate').level,
    impact: () => impactOf(context, rate),
    figures: () => figuresOf(context, rate),
  }
}

function noNewRates(context: RuleContext, rates: readonly JudgedRate[]): Comparison {
  const [first] = rates
  return {
    holds: false,
    subject: 'no new rates',
    formula: () => rates.map(formulaOf).join('; '),
    difference: () => (first ? percentOfRate(first.moved) : null),
    size: first ? sizeOf(quotient(first.moved).abs()) : 0,
    tolerance: context.tolerance('N17.rate').value,
    level: context.tolerance('N17.rate').level,
    impact: () => rates.reduce((sum, rate) => sum.plus(impactOf(context, rate).abs()), new Big(0)),
    figures: () => rates.flatMap((rate) => figuresOf(context, rate)),
  }
}
