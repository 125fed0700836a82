import { type Day, daysBetween } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import type { DemoFund } from '../funds'
import {
  CORPORATE_BONDS,
  commercialPaper,
  EQUITIES,
  FUND_UNITS,
  GOVERNMENT_BONDS,
  type Instrument,
  UNLISTED,
} from '../market/instruments'
import { fundRate, steady } from '../market/series'
import type { LineFigures } from './classes'

/** A security that the fund holds, and its target part of the total net assets. */
export interface Holding {
  instrument: Instrument
  target: number
}

/** Steady choice of some instruments for a fund. */
function some(fund: DemoFund, of: readonly Instrument[], count: number): Instrument[] {
  return [...of]
    .sort((a, b) => steady(`${fund.code} ${a.code}`) - steady(`${fund.code} ${b.code}`))
    .slice(0, count)
    .sort((a, b) => (a.code < b.code ? -1 : 1))
}

function shared(fund: DemoFund, instruments: Instrument[], part: number): Holding[] {
  const weights = instruments.map(({ code }) => 0.85 + 0.3 * steady(`${fund.code} weight ${code}`))
  const total = weights.reduce((a, b) => a + b, 0)
  return instruments.map((instrument, i) => ({ instrument, target: (part * (weights[i] ?? 0)) / total }))
}

/** The holdings of a fund of each type: 92 to 95 % of its total net assets, spread as the UCITS limits require. */
export function holdingsOf(fund: DemoFund): Holding[] {
  const own = (instruments: Instrument[]) =>
    instruments.filter(({ currency }) => currency === fund.currency || fund.currency !== 'SEK')
  switch (fund.type) {
    case 'EQUITY':
      return shared(fund, some(fund, EQUITIES, 21), 0.94)
    case 'BOND':
      return [
        ...shared(fund, some(fund, own(GOVERNMENT_BONDS), 7), fund.currency === 'SEK' ? 0.3 : 0.42),
        ...shared(fund, some(fund, CORPORATE_BONDS, 15), fund.currency === 'SEK' ? 0.62 : 0.5),
      ]
    case 'MIXED':
      return [
        ...shared(fund, some(fund, EQUITIES, 14), 0.44),
        ...shared(fund, some(fund, GOVERNMENT_BONDS, 5), 0.22),
        ...shared(fund, some(fund, CORPORATE_BONDS, 6), 0.17),
        ...shared(fund, some(fund, FUND_UNITS, 3), 0.1),
      ]
    case 'MONEY MARKET':
      return shared(fund, some(fund, commercialPaper(fund.currency), 22), 0.95)
    case 'ALTERNATIVE':
      return fund.benchmark === null
        ? [...shared(fund, UNLISTED, 0.7), ...shared(fund, some(fund, FUND_UNITS, 2), 0.22)]
        : [
            ...shared(fund, some(fund, FUND_UNITS, 6), 0.6),
            ...shared(fund, some(fund, EQUITIES, 6), 0.22),
            ...shared(fund, some(fund, GOVERNMENT_BONDS, 3), 0.11),
          ]
  }
}

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

/** The earnings of the holdings between two days, in fund currency: prices, currencies and interest. */
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
