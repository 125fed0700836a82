import { type Day, daysBetween } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import type { DemoFund } from '../funds'
import { fundRate } from '../market/series'
import { steady } from '../market/steady'
import type { LineFigures } from './figures'
import type { Holding } from './holdings'

/** Quantities held, by instrument code. */
export type Quantities = Map<string, Big>

const TRADED = 0.18
const MOST_OFF_TARGET = 0.12

/** Fund currency for one unit of quantity, and the interest that has accrued on it. */
export function unitOn({ instrument }: Holding, fund: DemoFund, day: Day): { price: Big; accrued: Big } {
  const rate = fundRate(instrument.currency, fund.currency, day)
  const factor = instrument.priceFactor ?? '1'
  const held = (daysBetween('2026-01-01', day) + Math.floor(steady(`coupon ${instrument.code}`) * 365)) % 365
  return {
    price: new Big(instrument.priceOn(day)).times(factor).times(rate),
    accrued: new Big(((instrument.coupon * held) / 365).toFixed(8)).times(rate),
  }
}

/** What the holdings earned between two days, in fund currency: prices, currencies and interest. */
export function earnings(
  holdings: readonly Holding[],
  quantities: Quantities,
  fund: DemoFund,
  from: Day,
  to: Day,
): number {
  let total = 0
  for (const holding of holdings) {
    const { instrument } = holding
    const quantity = Number(quantities.get(instrument.code) ?? 0)
    const before = Number(unitOn(holding, fund, from).price)
    const after = Number(unitOn(holding, fund, to).price)
    const interest = instrument.coupon * (daysBetween(from, to) / 365)
    const rate = Number(fundRate(instrument.currency, fund.currency, to))
    total += quantity * (after - before + interest * rate)
  }
  return total
}

/** The quantities after the trades of a period: some lines are traded, and all when too far from their targets. */
export function traded(
  holdings: readonly Holding[],
  quantities: Quantities,
  fund: DemoFund,
  day: Day,
  tna: Big,
): Quantities {
  const worth = (holding: Holding, quantity: Big) => {
    const { price, accrued } = unitOn(holding, fund, day)
    return Number(price.plus(accrued).times(quantity))
  }
  const wanted = (holding: Holding) => tna.times(holding.target.toFixed(8))
  const held = holdings.reduce(
    (all, holding) => all + worth(holding, quantities.get(holding.instrument.code) ?? new Big(0)),
    0,
  )
  const targets = holdings.reduce((all, { target }) => all + target, 0)
  const everything = Math.abs(held / Number(tna) - targets) > 0.03
  return new Map(
    holdings.map((holding) => {
      const { code, priceFactor, type } = holding.instrument
      const now = quantities.get(code) ?? new Big(0)
      const off = Math.abs(worth(holding, now) / Number(wanted(holding)) - 1)
      const trades = type !== 'Other' && steady(`trade ${fund.code} ${code} ${day}`) < TRADED
      if (!everything && !trades && off < MOST_OFF_TARGET) return [code, now]
      const exact = wanted(holding).div(unitOn(holding, fund, day).price)
      return [code, exact.round(priceFactor ? -3 : type === 'Fund' ? 3 : 0, 0)]
    }),
  )
}

/** The inventory lines of the securities. */
export function securityLines(
  holdings: readonly Holding[],
  quantities: Quantities,
  fund: DemoFund,
  day: Day,
): LineFigures[] {
  return holdings.map((holding): LineFigures => {
    const { instrument } = holding
    const quantity = quantities.get(instrument.code) ?? new Big(0)
    const { price, accrued } = unitOn(holding, fund, day)
    const interest = instrument.coupon === 0 ? null : accrued.times(quantity).round(2)
    return {
      code: instrument.code,
      isin: instrument.isin,
      name: instrument.name,
      type: instrument.type,
      subtype: instrument.subtype,
      currency: instrument.currency,
      quantity: quantity.toFixed(),
      price: instrument.priceOn(day),
      priceDate: instrument.pricedOn(day),
      priceFactor: instrument.priceFactor,
      rate: fundRate(instrument.currency, fund.currency, day),
      accrued: interest?.toFixed(2) ?? null,
      marketValue: price
        .times(quantity)
        .plus(interest ?? 0)
        .round(2)
        .toFixed(2),
      navPercent: '0',
      maturity: instrument.maturity,
      issuer: instrument.issuer,
      issuerKind: instrument.government ? 'GOVERNMENT' : 'CORPORATE',
    }
  })
}

/** Percent of the total net assets, four decimals. */
export function navPercent(marketValue: Decimal, tna: Big): Decimal {
  return new Big(marketValue).times(100).div(tna).round(4).toFixed()
}
