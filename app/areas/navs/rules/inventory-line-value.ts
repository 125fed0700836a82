import { elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import { inventoryLines, isSecurity, lineFigures, lineRate } from './inventory-lines'
import type { RuleCheck } from './rule-context'
import { LINES, shown, term } from './wording'

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
