import { addDays, daysFrom, type Q, q, weekdayAtOrBefore } from './exact'
import { isinCheck } from './inventory-rules'
import { type Fee, FUND_TYPES, type FundType, type LineType, type Provider, type ShareClass } from './model'
import type { Random } from './random'

/** What happened to a fund between two dates, before anybody books it. */
export interface World {
  code: string
  currency: string
  type: FundType
  regime: 'UCITS' | 'AIF'
  provider: Provider
  dateBefore: string
  date: string
  siteCurrency: string
  /** Euro of one unit, on both dates. */
  euro: Record<string, [before: number, now: number]>
  /** Fund currency of one unit, as the administrator has it. */
  rates: Record<string, [before: Q, now: Q]>
  holdings: Holding[]
  cash: { currency: string; before: Q; issuer: string | null }[]
  classes: { of: ShareClass; share: number; price: Q; bought: Q; sold: Q; distribution: Q; opens: boolean }[]
  fees: (Fee & { name: string })[]
  dividends: Q
  /** Redemptions whose amount the administrator forgot to take out of the capital and the cash. */
  unbooked: boolean
  accruedTimes: string
}

export interface Holding {
  code: string
  name: string
  type: LineType
  currency: string
  /** Null where it is not held on the date. */
  quantities: [before: Q | null, now: Q | null]
  prices: [before: Q, now: Q]
  factor: string | null
  isin: string | null
  issuer: string | null
  kind: string | null
  coupon: string | null
  lastCoupons: [before: string | null, now: string | null]
  dayCount: string | null
  maturity: string | null
  split: boolean
}

const EURO: Record<string, number> = { EUR: 1, USD: 0.92, GBP: 1.17, CHF: 1.04, JPY: 0.0061 }

/** The mix of a fund: each type as often as it comes. */
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

/** A fund of ordinary days: nothing is wrong with it yet. */
export function drawWorld(random: Random, type = random.pick(FUND_TYPES)): World {
  const date = addDays('2026-01-08', random.whole(0, 700))
  const dateBefore = addDays(date, -random.pick([1, 1, 1, 3, 4, 5, 7, 7, 7, 14, 31]))
  const currency = random.pick(['EUR', 'EUR', 'EUR', 'USD', 'CHF', 'GBP'])
  const foreign = random.some(
    ['EUR', 'USD', 'GBP', 'CHF', 'JPY'].filter((each) => each !== currency),
    random.whole(1, 3),
  )
  const fxMove = type === 'MONEY MARKET' ? 0.0004 : 0.003
  const euro: World['euro'] = {}
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
  const world: World = {
    code: `F${random.whole(1000, 9999)}`,
    currency,
    type,
    regime: random.chance(0.7) ? 'UCITS' : 'AIF',
    provider: random.chance(0.75) ? 'FIA' : 'MFFA',
    dateBefore,
    date,
    siteCurrency: random.pick(['EUR', 'EUR', 'USD']),
    euro,
    rates,
    holdings: [],
    cash: [],
    classes: [],
    fees: drawFees(random),
    dividends: near(size * random.between(0, 0.0002), 2),
    unbooked: false,
    accruedTimes: '1',
  }
  const drawn = Array.from({ length: random.whole(23, 28) }, () => random.between(0.88, 1.12))
  const all = drawn.reduce((total, share) => total + share, 0)
  const shares = drawn.map((share) => (share / all) * 0.93)
  world.holdings = shares.map((share, i) => drawHolding(random, world, i, share * size))
  world.cash = [currency, ...random.some(foreign, 2)].map((each, i) => ({
    currency: each,
    before: near(((i === 0 ? 0.05 : 0.01) * size) / (rates[each]?.[0].number() ?? 1), 2).times(
      rates[each]?.[0] ?? 1,
    ),
    issuer: random.chance(0.5) ? 'Custody Bank' : null,
  }))
  for (const each of world.cash) each.before = each.before.round(2)
  world.classes = drawClasses(random, world, size)
  if (world.classes.some(({ of }) => of.hedged)) world.holdings.push({ ...forward(random), currency })
  return world
}

function drawHolding(random: Random, world: World, index: number, worth: number): Holding {
  const type = random.pick(MIX[world.type])
  const currency = random.chance(0.55) ? world.currency : random.pick(Object.keys(world.rates))
  const isBond = type === 'Bond'
  const before = isBond ? random.between(92, 108) : random.between(15, 600)
  const move = ((MOVES[type] ?? 0) * (world.type === 'MONEY MARKET' ? 0.1 : 1)) / 100
  let now = before * (1 + (random.chance(0.5) ? 1 : -1) * random.between(move / 10, move))
  const factor = isBond ? 0.01 : 1
  const rate = world.rates[currency]?.[0].number() ?? 1
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
  const eleven = `${country}${String(random.whole(0, 999_999)).padStart(6, '0')}${String(index).padStart(3, '0')}`
  return {
    code: random.chance(0.2) ? String(100_000 + index) : `${type.slice(0, 2).toUpperCase()}${index}`,
    name: `${type} ${index}`,
    type,
    currency,
    quantities,
    prices: [near(before, 4), near(now, 4)],
    factor: isBond ? '0.01' : random.pick([null, '1']),
    isin: type === 'Other' ? null : `${eleven}${isinCheck(eleven)}`,
    issuer:
      type === 'Fund' && random.chance(0.5) ? null : government ? `State of ${country}` : `Issuer ${index}`,
    kind: government ? random.pick(['GOVERNMENT', 'Government']) : random.pick([null, 'CORPORATE']),
    ...(isBond ? drawCoupon(random, world) : NO_COUPON),
    split,
  }
}

const NO_COUPON = {
  coupon: null,
  lastCoupons: [null, null] as Holding['lastCoupons'],
  dayCount: null,
  maturity: null,
}

function drawCoupon(random: Random, world: World) {
  const last = addDays(world.dateBefore, -random.whole(0, 330))
  const paid = random.chance(0.04)
  const between = addDays(world.dateBefore, random.whole(1, daysFrom(world.dateBefore, world.date)))
  return {
    coupon: near(random.between(0, 6), random.pick([2, 3])).text(),
    lastCoupons: [last, paid ? between : last] as Holding['lastCoupons'],
    dayCount: random.pick(['30/360', 'ACT/360', 'ACT/365', 'ACT/ACT']),
    maturity: addDays(world.date, random.whole(0, 3000)),
  }
}

function forward(random: Random): Holding {
  return {
    ...NO_COUPON,
    code: 'FWD1',
    name: 'Currency forward',
    type: 'Derivative',
    currency: '',
    quantities: [q(1), q(1)],
    prices: [near(random.between(-1, 1), 4), near(random.between(-1, 1), 4)],
    factor: null,
    isin: null,
    issuer: null,
    kind: null,
    split: false,
  }
}

function drawFees(random: Random): World['fees'] {
  const fees: World['fees'] = []
  const days = () => random.pick(['365', '360', 'ACT'] as const)
  const fee = (prefix: string, name: string, rate: string | null, amount: string | null) =>
    fees.push({ prefix, name, from: '2020-01-01', to: null, rate, amount, days: days() })
  if (random.chance(0.8)) fee('6101', 'Management fee', random.chance(0.5) ? null : '1.25', null)
  if (random.chance(0.6)) fee('6102', 'Depositary fee', '0.045', null)
  if (random.chance(0.6)) fee('6103', 'Administration fee', null, '36500')
  return fees
}

function drawClasses(random: Random, world: World, size: number): World['classes'] {
  const count = random.whole(1, 4)
  const weights = Array.from({ length: count }, () => random.between(0.2, 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const foreign = world.type === 'MONEY MARKET' ? [] : Object.keys(world.rates)
  return weights.map((weight, i) => {
    const own = i === 0 || foreign.length === 0 || random.chance(0.5)
    const currency = own ? world.currency : random.pick(foreign)
    const price = near(random.between(90, 1500), 2)
    const rate = world.rates[currency]?.[0].number() ?? 1
    const held = ((weight / total) * size) / rate / price.number()
    const opens = i > 0 && random.chance(0.05)
    const some = () => (random.chance(0.4) ? near(held * random.between(0, 0.01), 3) : q(0))
    return {
      of: {
        code: `${world.code}-${'ABCD'[i]}`,
        currency,
        decimals: random.pick([2, 2, 3, 4]),
        from: opens ? world.date : random.pick([null, '2020-05-04']),
        to: null,
        reference: i === 0,
        hedged: !own && random.chance(0.5),
        fee: near(random.between(0.1, 2), 2).text(),
      },
      share: opens ? 0 : weight / total,
      price: opens ? q(100) : price,
      bought: opens ? near(random.between(100, 1000), 3) : some(),
      sold: opens ? q(0) : some(),
      distribution: !opens && random.chance(0.1) ? near(price.number() * 0.004, 2) : q(0),
      opens,
    }
  })
}

/** The price date of ordinary lines. */
export const priceDay = (date: string) => weekdayAtOrBefore(date)
