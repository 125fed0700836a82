import { addDays, daysFrom, q, sumOf, weekdayAtOrBefore, zero } from '../rule-oracle/exact'
import { type Fee, FUND_TYPES, type Provider } from './control-set'
import type { FundType, LineType } from './fund-model'
import type { Random } from './random'
import { type Holding, isinOf, NO_BOND, rateOf, type World, type WorldClass } from './world'

/** A fund of any kind, and its site’s reference data. */
export interface DrawnWorld extends World {
  provider: Provider
  siteCurrency: string
  /** Euro per unit, on both dates. */
  euro: Record<string, [before: number, now: number]>
}

const EURO: Record<string, number> = { EUR: 1, USD: 0.92, GBP: 1.17, CHF: 1.04, JPY: 0.0061 }

/** The composition of the fund: each type with its frequency. */
const times = (count: number, type: LineType) => Array.from({ length: count }, () => type)
const MIX: Record<FundType, LineType[]> = {
  'MONEY MARKET': [...times(9, 'Bond'), 'Fund'],
  BOND: [...times(9, 'Bond'), 'Fund'],
  MIXED: [...times(4, 'Equity'), ...times(4, 'Bond'), 'Fund'],
  EQUITY: [...times(9, 'Equity'), 'Fund'],
  ALTERNATIVE: [...times(3, 'Equity'), ...times(2, 'Bond'), ...times(3, 'Fund'), ...times(2, 'Other')],
}
/** How far prices move, in %. */
const MOVES: Partial<Record<LineType, number>> = { Equity: 1.4, Bond: 0.2, Fund: 0.8, Other: 0.5 }

export const near = (value: number, places: number) => q(value.toFixed(places))

/** A fund on normal days, without any error. */
export function drawWorld(random: Random, type = random.pick(FUND_TYPES)): DrawnWorld {
  const date = addDays('2026-01-08', random.whole(0, 700))
  const dateBefore = addDays(date, -random.pick([1, 1, 1, 3, 4, 5, 7, 7, 7, 14, 31]))
  const currency = random.pick(['EUR', 'EUR', 'EUR', 'USD', 'CHF', 'GBP'])
  const foreign = random.some(
    ['EUR', 'USD', 'GBP', 'CHF', 'JPY'].filter((each) => each !== currency),
    random.whole(1, 3),
  )
  const fxMove = type === 'MONEY MARKET' ? 0.0004 : 0.003
  const euro: DrawnWorld['euro'] = {}
  for (const [each, value] of Object.entries(EURO)) {
    const before = each === 'EUR' ? 1 : value * random.between(0.97, 1.03)
    euro[each] = [before, each === 'EUR' ? 1 : before * (1 + random.between(-fxMove, fxMove))]
  }
  const rates: World['rates'] = {}
  for (const each of foreign) {
    const own = euro[each] ?? [1, 1]
    const home = euro[currency] ?? [1, 1]
    rates[each] = [near(own[0] / home[0], 6), near(own[1] / home[1], 6)]
  }
  const size = random.between(2, 90) * 1_000_000
  const code = `F${random.whole(1000, 9999)}`
  const [abroad = currency] = foreign
  const item = (account: string, of: string, before: string, now = before) => ({
    account,
    name: `Account ${account}`,
    currency: of,
    amounts: [q(before), q(now)],
  })
  const world: DrawnWorld = {
    code,
    name: `Fund ${code}`,
    currency,
    type,
    regime: random.chance(0.7) ? 'UCITS' : 'AIF',
    provider: random.chance(0.75) ? 'FIA' : 'MFFA',
    dates: [dateBefore, date],
    siteCurrency: random.pick(['EUR', 'EUR', 'USD']),
    euro,
    rates,
    holdings: [],
    bank: random.chance(0.5) ? 'Custody Bank' : null,
    accounts: random.some(foreign, 2).map((each) => ({
      currency: each,
      units: near((0.01 * size) / (rates[each]?.[0]?.number() ?? 1), 2),
      bank: random.chance(0.5) ? 'Custody Bank' : null,
    })),
    classes: [],
    fees: drawFees(random),
    income: q('51000.5'),
    dividends: [zero, near(size * random.between(0, 0.0002), 2)],
    items: [
      item('3010', currency, '1234.56'),
      item('3020', abroad, '2500.10'),
      item('4010', currency, '-987.65'),
      item('4690', currency, '-640.25', '-643.35'),
    ],
    unbooked: false,
    accruedTimes: '1',
  }
  const drawn = Array.from({ length: random.whole(23, 28) }, () => random.between(0.88, 1.12))
  const all = drawn.reduce((total, share) => total + share, 0)
  const shares = drawn.map((share) => (share / all) * 0.93)
  world.holdings = shares.map((share, i) => drawHolding(random, world, i, share * size))
  world.classes = drawClasses(random, world, size)
  if (world.classes.some(({ of }) => of.hedged)) world.holdings.push(forward(random, world))
  return world
}

function drawHolding(random: Random, world: DrawnWorld, index: number, worth: number): Holding {
  const type = random.pick(MIX[world.type])
  const currency = random.chance(0.55) ? world.currency : random.pick(Object.keys(world.rates))
  const isBond = type === 'Bond'
  const before = isBond ? random.between(92, 108) : random.between(15, 600)
  const move = ((MOVES[type] ?? 0) * (world.type === 'MONEY MARKET' ? 0.1 : 1)) / 100
  let now = before * (1 + (random.chance(0.5) ? 1 : -1) * random.between(move / 10, move))
  const factor = isBond ? 0.01 : 1
  const rate = world.rates[currency]?.[0]?.number() ?? 1
  const held = worth / rate / factor / before
  const quantity = isBond ? near(held, 0) : near(held, type === 'Fund' ? 3 : 0)
  const fate = random.next()
  const split = fate > 0.98 && type === 'Equity'
  const ratio = split ? random.pick(['2', '3', '0.5']) : '1'
  if (split) now /= Number(ratio)
  const traded = quantity.times(near(random.between(0.88, 1.14), 3)).round(isBond ? 0 : 3)
  const quantities: Holding['quantities'] =
    fate < 0.04
      ? [null, quantity]
      : fate < 0.07
        ? [quantity, null]
        : [quantity, fate < 0.3 ? traded : quantity.times(ratio)]
  const government = isBond && random.chance(0.3)
  const country = random.pick(['LU', 'DE', 'FR', 'US', 'CH'])
  const number = `${String(random.whole(0, 999_999)).padStart(6, '0')}${String(index).padStart(3, '0')}`
  return {
    code: random.chance(0.2) ? String(100_000 + index) : `${type.slice(0, 2).toUpperCase()}${index}`,
    name: `${type} ${index}`,
    type,
    subtype: null,
    currency,
    quantities,
    prices: [near(before, 4), near(now, 4)],
    priceDates: world.dates.map(weekdayAtOrBefore),
    values: null,
    isin: type === 'Other' ? null : isinOf(country, number),
    issuer:
      type === 'Fund' && random.chance(0.5) ? null : government ? `State of ${country}` : `Issuer ${index}`,
    issuerKind: government ? random.pick(['GOVERNMENT', 'Government']) : random.pick([null, 'CORPORATE']),
    ...NO_BOND,
    factor: isBond ? '0.01' : random.pick([null, '1']),
    lastCoupons: [],
    ...(isBond ? drawCoupon(random, world) : {}),
    split,
  }
}

function drawCoupon(random: Random, { dates: [dateBefore = '', date = ''] }: World) {
  const last = addDays(dateBefore, -random.whole(0, 330))
  const paid = random.chance(0.04)
  const between = addDays(dateBefore, random.whole(1, daysFrom(dateBefore, date)))
  return {
    coupon: near(random.between(0, 6), random.pick([2, 3])).text(),
    lastCoupons: [last, paid ? between : last],
    dayCount: random.pick(['30/360', 'ACT/360', 'ACT/365', 'ACT/ACT']),
    maturity: addDays(date, random.whole(0, 3000)),
  }
}

/** A forward that earns what the hedged classes’ currencies gained. */
function forward(random: Random, world: World): Holding {
  const start = near(random.between(-1000, 1000), 2)
  const gains = world.classes
    .filter(({ of }) => of.hedged)
    .map(({ of, shares, price }) => {
      const [before, now] = [rateOf(world, of.currency, 0), rateOf(world, of.currency, 1)]
      return shares.times(price).times(now.minus(before))
    })
  return {
    ...NO_BOND,
    code: 'FWD1',
    name: 'Currency forward',
    type: 'Derivative',
    subtype: null,
    currency: world.currency,
    quantities: [q(1), q(1)],
    prices: [near(random.between(-1, 1), 4), near(random.between(-1, 1), 4)],
    priceDates: world.dates.map(weekdayAtOrBefore),
    values: [start, start.plus(sumOf(gains)).round(2)],
    isin: null,
    issuer: null,
    issuerKind: null,
    lastCoupons: [],
    split: false,
  }
}

function drawFees(random: Random): Fee[] {
  const fees: Fee[] = []
  const days = () => random.pick(['365', '360', 'ACT'] as const)
  const fee = (prefix: string, rate: string | null, amount: string | null) =>
    fees.push({ prefix, from: '2020-01-01', to: null, rate, amount, days: days() })
  if (random.chance(0.8)) fee('6010', random.chance(0.5) ? null : '1.25', null)
  if (random.chance(0.6)) fee('6020', '0.045', null)
  if (random.chance(0.6)) fee('6030', null, '36500')
  return fees
}

function drawClasses(random: Random, world: World, size: number): WorldClass[] {
  const count = random.whole(1, 4)
  const weights = Array.from({ length: count }, () => random.between(0.2, 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const foreign = world.type === 'MONEY MARKET' ? [] : Object.keys(world.rates)
  return weights.map((weight, i) => {
    const own = i === 0 || foreign.length === 0 || random.chance(0.5)
    const currency = own ? world.currency : random.pick(foreign)
    const price = near(random.between(90, 1500), 2)
    const held = ((weight / total) * size) / rateOf(world, currency, 0).number() / price.number()
    const opens = i > 0 && random.chance(0.05)
    const some = () => (random.chance(0.4) ? near(held * random.between(0, 0.01), 3) : zero)
    const paid = !opens && random.chance(0.1) ? near(price.number() * 0.004, 2) : zero
    return {
      of: {
        code: `${world.code}-${'ABCD'[i]}`,
        currency,
        decimals: random.pick([2, 2, 3, 4]),
        from: opens ? (world.dates[1] ?? null) : random.pick([null, '2020-05-04']),
        to: null,
        reference: i === 0,
        hedged: !own && random.chance(0.5),
        fee: near(random.between(0.1, 2), 2).text(),
      },
      name: `Class ${'ABCD'[i]}`,
      shares: opens ? zero : near(held, 3),
      price: opens ? q(100) : price,
      bought: [zero, opens ? near(random.between(100, 1000), 3) : some()],
      sold: [zero, opens ? zero : some()],
      distributions: [zero, paid],
      opens,
    }
  })
}
