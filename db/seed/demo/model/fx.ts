import { Big } from '~/platform/values/decimal'
import { FIRST_DAY } from '../calendar'
import { shareClassesOf } from '../entities'
import { fundRate } from '../market/series'
import type { Books, Forward, LineFigures, Quotes } from './books'
import { PLAIN_LINE } from './cash'

/** Exchange rates: the hedges of classes, and the value of what is in other currencies. */

/** When the forwards of the demo end; nobody closes one before. */
const FORWARDS_END = '2026-12-31'
/** A forward's price, in parts of the rate. */
const POINTS = '1.0021'

/** One forward for each hedged class, agreed on the demo's first day. */
export function startForwards(books: Books, quotes: Quotes): void {
  const { fund, classes } = books
  for (const { code, currency } of shareClassesOf(fund).filter(({ hedged }) => hedged)) {
    const state = classes.get(code)
    if (!state) continue
    books.forwards.push({
      classCode: code,
      currency,
      notional: state.tna.round(-3),
      agreed: fundRate(currency, fund.currency, FIRST_DAY),
      value: new Big(0),
    })
  }
  valueForwards(books, quotes)
}

const worth = ({ notional, agreed, currency }: Forward, { rate }: Quotes): Big =>
  notional.times(new Big(rate(currency)).minus(agreed)).round(2)

/** Values the forwards: a gain is a receivable, a loss a payable. Returns what each class's hedge earned, by its code. */
export function valueForwards(books: Books, quotes: Quotes): Map<string, Big> {
  const earned = new Map<string, Big>()
  for (const forward of books.forwards) {
    const value = worth(forward, quotes)
    earned.set(forward.classCode, value.minus(forward.value))
    forward.value = value
  }
  const total = (positive: boolean) =>
    books.forwards
      .filter(({ value }) => value.gt(0) === positive)
      .reduce((all, { value }) => all.plus(value), new Big(0))
  const { ledger } = books
  ledger.result('forwards', 'forwardGain', total(true).minus(ledger.net('forwardGain')))
  ledger.result('forwards', 'forwardLoss', total(false).minus(ledger.net('forwardLoss')))
  return earned
}

export function forwardLines(books: Books, { day, rate }: Quotes): LineFigures[] {
  const { forwards, fund } = books
  return forwards.map(({ currency, notional, value }) => ({
    ...PLAIN_LINE,
    code: `FWD${currency}${fund.currency}`,
    name: `Forward purchase ${currency} against ${fund.currency} ${FORWARDS_END.split('-').reverse().join('/')}`,
    type: 'Derivative',
    subtype: 'FX forward',
    currency,
    quantity: notional.toFixed(),
    price: new Big(rate(currency)).times(POINTS).round(6).toFixed(),
    priceDate: day,
    rate: rate(currency),
    marketValue: value.toFixed(2),
    maturity: FORWARDS_END,
  }))
}
