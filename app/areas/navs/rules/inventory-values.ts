import { Big, type Decimal } from '~/platform/values/decimal'
import type { InventoryLine } from '../workbooks/control-data'
import { elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import { inventoryLines, isSecurity, lineFigures, lineRate } from './inventory-lines'
import { dayCountOf, type RuleCheck, type RuleContext } from './rule-context'
import { LINES, percentOf, shown, shownDay, term } from './wording'

/**
 * I01: Quantity × Price × Price factor × FX rate + Accrued interest = Market value, all types but Cash and Derivative,
 * lines with a price; tolerance max(1.00; 0.01 % of |Market value|).
 */
export const lineValue: RuleCheck = (context) => {
  const finding = new Finding(LINES)
  const { current, exact } = context
  const smallest = context.tolerance('I01.amount')
  const share = context.tolerance('I01.share')
  for (const line of inventoryLines(context, finding)) {
    if (!isSecurity(line)) continue
    const rate = lineRate(context, line)
    const { quantity, price } = line
    if (quantity === null || price === null || rate === undefined) {
      if (quantity === null) finding.leaveOut('Quantity', line.instrumentCode)
      if (price === null) finding.leaveOut('Price', line.instrumentCode)
      if (rate === undefined) finding.leaveOut(`FX rate of ${line.quotationCurrency}`, line.instrumentCode)
      continue
    }
    const factor = line.priceFactor ?? '1'
    const accrued = line.accruedInterest ?? '0'
    const value = exact(quantity)
      .times(exact(price))
      .times(exact(factor))
      .times(exact(rate))
      .plus(exact(accrued))
    const marketValue = exact(line.marketValue)
    const difference = marketValue.minus(value)
    const ofValue = share.fraction.times(marketValue.abs())
    const [tolerance, level] = ofValue.gt(smallest.value)
      ? [ofValue, share.level]
      : [smallest.value, smallest.level]
    finding.compare({
      holds: difference.abs().lte(tolerance),
      subject: line.instrumentCode,
      formula: () =>
        `${[quantity, price, factor, rate].map((part) => term(part)).join(' × ')} + ${term(accrued)} = ${shown(value)}, Market value ${shown(marketValue)}`,
      difference: () => difference,
      size: sizeOf(difference),
      tolerance,
      level,
      figures: () => [
        ...lineFigures(
          current,
          line,
          'quantity',
          'price',
          'priceFactor',
          'fxRate',
          'accruedInterest',
          'marketValue',
        ),
        ...(line.fxRate === null ? elementFigure(current, context.navRateLine(line.quotationCurrency)) : []),
      ],
    })
  }
  return finding
}

/** I10: % NAV = Market value / FUND TNA × 100, every line with a value; not applicable without the column. */
export const navPercent: RuleCheck = (context) => {
  const finding = new Finding(LINES)
  const { current, exact, fundTna, fundTnaLine } = context
  const lines = inventoryLines(context, finding, 'navPercent')
  if (fundTna.lte(0)) finding.lacks('FUND TNA above 0')
  if (finding.cannotBeJudged) return finding
  const limit = context.tolerance('I10.points')
  const allowed = limit.value.times(fundTna)
  for (const line of lines) {
    const { navPercent: percent } = line
    if (percent === null) {
      finding.leaveOut('% NAV', line.instrumentCode)
      continue
    }
    // Both sides times FUND TNA: no division, nothing rounded.
    const apart = fundTna.times(exact(percent)).minus(exact(line.marketValue).times(100))
    finding.compare({
      holds: apart.abs().lte(allowed),
      subject: line.instrumentCode,
      formula: () =>
        `${term(line.marketValue)} / ${shown(fundTna)} × 100 = ${shown(percentOf(exact(line.marketValue), fundTna))}, % NAV ${shown(percent)}`,
      difference: () => apart.div(fundTna).round(10),
      size: sizeOf(apart),
      tolerance: limit.value,
      level: limit.level,
      figures: () => [
        ...lineFigures(current, line, 'navPercent', 'marketValue'),
        ...elementFigure(current, fundTnaLine),
      ],
    })
  }
  return finding
}

/**
 * I07: every filled FX rate = the NAV table's FX RATE of its currency (1 for the fund currency) or, where that has
 * none, the rate of the currency's first line that has one; tolerance 0.01 % of the rate.
 */
export const fxConsistency: RuleCheck = (context) => {
  const finding = new Finding(LINES)
  const { current, exact } = context
  const limit = context.tolerance('I07.rate')
  const toleranceOf = (rate: Decimal) => limit.fraction.times(exact(rate)).abs()
  const firstLines = new Map<string, InventoryLine>()
  for (const line of inventoryLines(context, finding, 'fxRate')) {
    const { fxRate, quotationCurrency: currency } = line
    if (fxRate === null) {
      finding.leaveOut('FX rate', line.instrumentCode)
      continue
    }
    const navRate = context.navRate(currency)
    const first = firstLines.get(currency) ?? line
    firstLines.set(currency, first)
    const rate: Decimal = navRate ?? first.fxRate ?? fxRate
    const difference = exact(fxRate).minus(exact(rate))
    const tolerance = toleranceOf(rate)
    finding.compare({
      holds: difference.abs().lte(tolerance),
      subject: line.instrumentCode,
      formula: () =>
        `FX rate ${shown(fxRate)} of ${currency}, ${navRate ? 'NAV table' : 'first line'} ${shown(rate)}`,
      difference: () => difference,
      size: sizeOf(difference),
      tolerance,
      level: limit.level,
      impact: () => {
        const own = exact(fxRate)
        return own.gt(0) ? exact(line.marketValue).times(difference).div(own) : new Big(0)
      },
      figures: () => [
        ...lineFigures(current, line, 'fxRate', 'marketValue'),
        ...(navRate
          ? elementFigure(current, context.navRateLine(currency))
          : lineFigures(current, first, 'fxRate')),
      ],
    })
  }
  return finding
}

/**
 * I16: Bond lines with Coupon, Last coupon date and Day count: Accrued interest = Quantity × Price factor × Coupon ×
 * days / basis × FX rate; tolerance max(1.00; the interest of 4 days). An unknown day count leaves the line out, a last
 * coupon date after the NAV date breaks the rule. Both sides are multiplied by the basis, so that nothing is divided.
 */
export const accruedInterest: RuleCheck = (context) => {
  const finding = new Finding(LINES)
  const { current, exact, input } = context
  const { navDate } = input.data
  const smallest = context.tolerance('I16.amount')
  const allowedDays = context.tolerance('I16.days')
  for (const line of inventoryLines(context, finding, 'coupon', 'lastCouponDate', 'dayCount')) {
    if (line.type !== 'Bond') continue
    const interest = interestOf(context, line, finding)
    if (!interest) continue
    const { yearly, days, basis, lastCouponDate } = interest
    const accrued = exact(line.accruedInterest ?? '0')
    const difference = accrued.times(basis).minus(yearly.times(days))
    const ofDays = yearly.times(allowedDays.value)
    const least = smallest.value.times(basis)
    const [tolerance, level] = ofDays.gt(least) ? [ofDays, allowedDays.level] : [least, smallest.level]
    const late = lastCouponDate > navDate
    finding.compare({
      holds: !late && difference.abs().lte(tolerance),
      subject: line.instrumentCode,
      formula: () =>
        late
          ? `last coupon date ${shownDay(lastCouponDate)} is after the NAV date`
          : `${interest.words()} × ${days} / ${basis} = ${shown(yearly.times(days).div(basis).round(10))}, Accrued interest ${shown(accrued)}`,
      difference: () => difference.div(basis).round(10),
      size: sizeOf(difference),
      // Divided for the few that are shown.
      get tolerance() {
        return tolerance.div(basis).round(10)
      },
      level,
      impact: () => difference.div(basis),
      figures: () => [
        ...lineFigures(
          current,
          line,
          'accruedInterest',
          'quantity',
          'priceFactor',
          'coupon',
          'lastCouponDate',
        ),
        ...lineFigures(current, line, 'dayCount', 'fxRate'),
      ],
    })
  }
  return finding
}

/** The interest of a year of one bond, and the days of it; null, reported to the finding, where something is missing. */
function interestOf(context: RuleContext, line: InventoryLine, finding: Finding) {
  const { exact, input } = context
  const { quantity, coupon, lastCouponDate, dayCount, instrumentCode: code } = line
  const count = dayCount && dayCountOf(dayCount)
  const rate = lineRate(context, line)
  if (dayCount && !count) finding.remark(`unknown day count "${dayCount}"`, code)
  if (quantity === null || coupon === null || lastCouponDate === null || !count || rate === undefined) {
    if (quantity === null) finding.leaveOut('Quantity', code)
    if (coupon === null) finding.leaveOut('Coupon', code)
    if (lastCouponDate === null) finding.leaveOut('Last coupon date', code)
    if (!count) finding.leaveOut(dayCount ? `known day count in place of "${dayCount}"` : 'Day count', code)
    if (rate === undefined) finding.leaveOut(`FX rate of ${line.quotationCurrency}`, code)
    return null
  }
  const factor = line.priceFactor ?? '1'
  const yearly = [factor, coupon, rate].reduce((product, each) => product.times(exact(each)), exact(quantity))
  const words = () => [quantity, factor, coupon, rate].map((part) => term(part)).join(' × ')
  return { yearly, words, lastCouponDate, ...count(lastCouponDate, input.data.navDate) }
}
