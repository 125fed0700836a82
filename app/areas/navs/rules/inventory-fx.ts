import type { Decimal } from '~/platform/values/decimal'
import type { InventoryLine } from '../workbooks/control-data'
import { elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import { inventoryLines, lineFigures } from './inventory-lines'
import type { RuleCheck } from './rule-context'
import { LINES, shown } from './wording'

/**
 * I07: every filled FX rate = the NAV table's FX RATE of its currency (1 for the fund currency) or, where that has none,
 * the rate of the currency's first line that has one; tolerance 0.01 % of the rate.
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
      figures: () => [
        ...lineFigures(current, line, 'fxRate'),
        ...(navRate
          ? elementFigure(current, context.navRateLine(currency))
          : lineFigures(current, first, 'fxRate')),
      ],
    })
  }
  return finding
}
