import type { InstrumentType } from '../workbooks/control-data'
import { elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import { inventoryLines, lineFigures, lineRate } from './inventory-lines'
import type { RuleCheck } from './rule-context'
import { LINES, percentOf, shown, term } from './wording'

const LIMITS: Partial<Record<InstrumentType, string>> = {
  Equity: 'I04.equity',
  Bond: 'I04.bond',
  Fund: 'I04.fund',
}

/**
 * I04: same instrument code in the previous upload, both priced: not (|n / p - 1| > limit of the type and
 * |Quantity × (n - p) × Price factor × FX rate| >= 0.05 % of FUND TNA).
 */
export const priceMovement: RuleCheck = (context) => {
  const finding = new Finding(LINES)
  const { current, previous, exact, fundTna, fundTnaLine } = context
  if (!previous) finding.lacks('previous control')
  else if (!previous.data.inventory) finding.lacks('inventory of the previous control')
  const tna = context.tolerance('I04.tna')
  const tnaLimit = tna.fraction.times(fundTna)
  for (const line of inventoryLines(context, finding)) {
    const key = LIMITS[line.type]
    if (!key || !previous) continue
    const limit = context.tolerance(key)
    const earlier = previous.instruments.get(line.instrumentCode)
    const rate = lineRate(context, line)
    const { quantity, price } = line
    if (!earlier || earlier.price === null || price === null || quantity === null || rate === undefined) {
      if (quantity === null) finding.leaveOut('Quantity', line.instrumentCode)
      if (price === null) finding.leaveOut('Price', line.instrumentCode)
      if (!earlier) finding.leaveOut('line in the previous inventory', line.instrumentCode)
      else if (earlier.price === null) finding.leaveOut('previous Price', line.instrumentCode)
      if (rate === undefined) finding.leaveOut(`FX rate of ${line.quotationCurrency}`, line.instrumentCode)
      continue
    }
    const before = exact(earlier.price)
    if (before.lte(0)) {
      finding.leaveOut('previous Price above 0', line.instrumentCode)
      continue
    }
    const change = exact(price).minus(before)
    const moved = change.abs().gt(limit.fraction.times(before))
    // Only a price that moved too far needs its effect on the fund.
    const effect = () =>
      exact(quantity)
        .times(change)
        .times(line.priceFactor ?? '1')
        .times(rate)
    finding.compare({
      holds: !moved || effect().abs().lt(tnaLimit),
      subject: line.instrumentCode,
      formula: () =>
        `${shown(price)} / ${shown(before)} - 1 = ${shown(percentOf(change, before))} %, ` +
        `effect ${term(quantity)} × ${term(change)} × ${term(line.priceFactor ?? '1')} × ${term(rate)} = ${shown(effect())}, ` +
        `${shown(tna.value)} % of FUND TNA is ${shown(tnaLimit)}`,
      difference: () => percentOf(change, before),
      size: sizeOf(change) / sizeOf(before),
      tolerance: limit.value,
      level: limit.level,
      figures: () => [
        ...lineFigures(current, line, 'price', 'quantity', 'priceFactor', 'fxRate'),
        ...lineFigures(previous, earlier, 'price'),
        ...elementFigure(current, fundTnaLine),
      ],
    })
  }
  return finding
}
