import { Big } from '~/platform/values/decimal'
import { isinOf } from '../market/isin'
import type { FundFigures, LineFigures } from '../model/figures'

/** The positions as a management company would have them with one difference of each kind; the rest agrees. */
export function differingPositions(figures: FundFigures): FundFigures {
  const copy = structuredClone(figures)
  const [first, second, third, fourth] = copy.inventory.filter(
    ({ type }) => type === 'Equity' || type === 'Bond',
  )
  if (!first || !second || !third || !fourth) throw new Error('There are too few lines to differ in')
  first.quantity = new Big(first.quantity).plus(500).toFixed()
  second.price = new Big(second.price ?? 1).times('1.03').round(4).toFixed()
  third.marketValue = new Big(third.marketValue).plus(new Big(copy.tna).times('0.0004')).round(2).toFixed(2)
  const extra: LineFigures = {
    ...fourth,
    code: 'EQ9001',
    name: 'Cedarbrook Data Centres Inc.',
    isin: isinOf('US', 'DM9001'),
  }
  copy.inventory.splice(copy.inventory.indexOf(fourth), 1, extra)
  return copy
}
