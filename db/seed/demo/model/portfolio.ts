import type { InstrumentType } from '~/areas/navs/workbooks/control-data'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { businessDaysAfter, FIRST_DAY } from '../calendar'
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
import { accruedOn, couponOf, lastCouponOn } from './accruals'
import type { Books, LineFigures, Position, Quotes } from './books'
import { cashPart } from './cash'
import type { AccountKey } from './ledger'

/** A security held by the fund, and its target part of the total net assets. */
export interface Holding {
  instrument: Instrument
  target: number
}

/** A reproducible selection of instruments for a fund. */
function some(fund: DemoFund, of: readonly Instrument[], count: number): Instrument[] {
  return [...of]
    .sort((a, b) => steady(`${fund.code} ${a.code}`) - steady(`${fund.code} ${b.code}`))
    .slice(0, count)
    .sort((a, b) => (a.code < b.code ? -1 : 1))
}

function shared(fund: DemoFund, instruments: Instrument[], part: number): Holding[] {
  const weights = instruments.map(({ code }) => 0.87 + 0.26 * steady(`${fund.code} weight ${code}`))
  const total = weights.reduce((a, b) => a + b, 0)
  return instruments.map((instrument, i) => ({ instrument, target: (part * (weights[i] ?? 0)) / total }))
}

/** The holdings of each type of fund: 92 to 95 % of its total net assets, diversified as the UCITS limits require. */
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

/** The accounts for each type. */
const SECURITIES: Partial<Record<InstrumentType, AccountKey>> = {
  Equity: 'equities',
  Bond: 'bonds',
  Fund: 'funds',
}
const accountOf = ({ type }: Instrument): AccountKey => SECURITIES[type] ?? 'others'

const NOTHING = new Big(0)

/** Fund currency for one unit of quantity. */
function unitValue(
  { priceFactor, currency }: Instrument,
  price: Decimal,
  rate: (of: typeof currency) => Decimal,
) {
  return new Big(price).times(priceFactor ?? 1).times(rate(currency))
}

/** A quantity worth `value`, in the trading units of the instrument; never more. */
const quantityOf = ({ priceFactor, type }: Instrument, value: Big, unit: Big): Big =>
  value.div(unit).round(priceFactor ? -3 : type === 'Fund' ? 3 : 0, 0)

/** The securities that a fund of this size starts with, bought on the demo's first day. */
export function startPositions(books: Books, { day, rate }: Quotes): void {
  const { fund, ledger, tna } = books
  for (const { instrument, target } of holdingsOf(fund)) {
    const price = instrument.priceOn(day)
    const unit = unitValue(instrument, price, rate)
    const quantity = quantityOf(instrument, tna.times(target.toFixed(8)), unit)
    const paid = (of: Instrument['currency']) => fundRate(of, fund.currency, FIRST_DAY)
    const clean = quantity.times(unit).round(2)
    const accruedUnits = quantity.times(accruedOn(instrument, day))
    const accrued = accruedUnits.times(rate(instrument.currency)).round(2)
    const cost = quantity.times(unitValue(instrument, instrument.priceOn(FIRST_DAY), paid)).round(2)
    ledger.post(accountOf(instrument), 'capital', cost)
    ledger.result('unrealised', accountOf(instrument), clean.minus(cost))
    if (accrued.gt(0)) ledger.post('accruedInterest', 'interestIncome', accrued)
    books.positions.set(instrument.code, {
      instrument,
      target,
      quantity,
      cost,
      clean,
      accrued,
      accruedUnits,
      price,
    })
  }
}

/** Fractions of the total net assets: no order is larger than the first or smaller than the second. */
const LARGEST = 0.002
const SMALLEST = 0.0004
const TRADED = 0.14
const MAX_OFF_TARGET = 0.12
const COST_OF_EQUITIES = 0.0005
/** Business days from a trade to its settlement. */
const SETTLED_AFTER = 2

/** Buys or sells some lines towards their targets, and those too far from them. */
export function trade(books: Books, day: Day): void {
  const { fund, tna } = books
  const positions = [...books.positions.values()]
  const goal = 0.992 - positions.reduce((total, { target }) => total + target, 0)
  // Too much cash makes every order slightly larger, too little slightly smaller.
  const lean = Math.max(-0.0006, Math.min(0.0006, (cashPart(books) - goal) / 8))
  for (const position of positions) {
    const { instrument, target, quantity } = position
    if (instrument.type === 'Other') continue
    const unit = unitValue(instrument, instrument.priceOn(day), (of) => fundRate(of, fund.currency, day))
    const held = Number(quantity.times(unit).div(tna))
    const chosen = steady(`deal ${fund.code} ${instrument.code} ${day}`) < TRADED
    if (!chosen && Math.abs(held / target - 1) < MAX_OFF_TARGET) continue
    const order = Math.max(-LARGEST, Math.min(LARGEST, target - held + lean))
    if (Math.abs(order) < SMALLEST) continue
    const traded = quantityOf(instrument, tna.times(order.toFixed(8)), unit)
    if (traded.gt(0)) buy(books, position, traded, unit, day)
    if (traded.lt(0)) sell(books, position, traded.abs(), unit, day)
  }
}

/** The terms of an order: value, interest and costs, in fund currency. */
function termsOf(books: Books, { instrument }: Position, quantity: Big, unit: Big, day: Day) {
  const { fund } = books
  const amount = quantity.times(unit).round(2)
  const units = quantity.times(accruedOn(instrument, day))
  return {
    amount,
    units,
    interest: units.times(fundRate(instrument.currency, fund.currency, day)).round(2),
    costs: instrument.type === 'Equity' ? amount.times(COST_OF_EQUITIES).round(2) : NOTHING,
    due: businessDaysAfter(day, SETTLED_AFTER),
  }
}

function buy(books: Books, position: Position, quantity: Big, unit: Big, day: Day): void {
  const { amount, units, interest, costs, due } = termsOf(books, position, quantity, unit, day)
  const { ledger, fund, items } = books
  ledger.post(accountOf(position.instrument), 'bought', amount)
  ledger.post('accruedInterest', 'bought', interest)
  ledger.post('tradingCosts', 'bought', costs)
  items.push({
    account: 'bought',
    currency: fund.currency,
    units: amount.plus(interest).plus(costs).neg(),
    due,
  })
  position.quantity = position.quantity.plus(quantity)
  position.cost = position.cost.plus(amount)
  position.clean = position.clean.plus(amount)
  position.accrued = position.accrued.plus(interest)
  position.accruedUnits = position.accruedUnits.plus(units)
}

function sell(books: Books, position: Position, quantity: Big, unit: Big, day: Day): void {
  const { amount, units, interest, costs, due } = termsOf(books, position, quantity, unit, day)
  const { ledger, fund, items } = books
  const part = quantity.div(position.quantity)
  const cost = position.cost.times(part).round(2)
  const valued = position.clean.times(part).round(2)
  ledger.post('sold', accountOf(position.instrument), valued)
  // The result so far unrealised becomes realised.
  ledger.result('realised', 'sold', amount.minus(cost))
  ledger.result('unrealised', 'sold', cost.minus(valued))
  ledger.post('sold', 'accruedInterest', interest)
  ledger.post('tradingCosts', 'sold', costs)
  items.push({
    account: 'sold',
    currency: fund.currency,
    units: amount.plus(interest).minus(costs),
    due,
  })
  position.quantity = position.quantity.minus(quantity)
  position.cost = position.cost.minus(cost)
  position.clean = position.clean.minus(valued)
  position.accrued = position.accrued.minus(interest)
  position.accruedUnits = position.accruedUnits.minus(units)
}

/** Values the securities; the difference is an unrealised result. */
export function valueSecurities(books: Books, quotes: Quotes): void {
  for (const position of books.positions.values()) {
    const { instrument, quantity } = position
    const price = quotes.price(position)
    const clean = quantity.times(unitValue(instrument, price, quotes.rate)).round(2)
    books.ledger.result('unrealised', accountOf(instrument), clean.minus(position.clean))
    position.clean = clean
    position.price = price
  }
}

/** The inventory lines of the securities. */
export function securityLines({ positions }: Books, { day, rate }: Quotes): LineFigures[] {
  return [...positions.values()].map(({ instrument, quantity, price, clean, accrued }): LineFigures => {
    const interest = instrument.coupon === 0 ? null : accrued
    return {
      code: instrument.code,
      isin: instrument.isin,
      name: instrument.name,
      type: instrument.type,
      subtype: instrument.subtype,
      currency: instrument.currency,
      quantity: quantity.toFixed(),
      price,
      priceDate: instrument.pricedOn(day),
      priceFactor: instrument.priceFactor,
      rate: rate(instrument.currency),
      accrued: interest?.toFixed(2) ?? null,
      marketValue: clean.plus(interest ?? 0).toFixed(2),
      navPercent: '0',
      maturity: instrument.maturity,
      issuer: instrument.issuer,
      issuerKind: instrument.government ? 'GOVERNMENT' : 'CORPORATE',
      coupon: interest && couponOf(instrument).toFixed(),
      lastCoupon: interest && lastCouponOn(instrument, day),
      dayCount: interest && instrument.dayCount,
    }
  })
}
