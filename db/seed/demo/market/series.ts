import { type Day, daysBetween } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { businessDays } from '../calendar'

/**
 * A number in [0, 1) that is always the same for a name. Only integer arithmetic, so that every machine generates the
 * same demo data and the same bytes of the sample workbooks.
 */
export function steady(name: string): number {
  let hash = 2166136261
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296
}

/** The same as a number in [-1, 1). */
function swing(name: string): number {
  return steady(name) * 2 - 1
}

/** Rates, factors and index levels of every business day of the demo: invented, the same on every machine. */

const DAYS = businessDays()
const places = new Map(DAYS.map((day, index) => [day, index]))
const series = new Map<string, number[]>()

/** A random walk that starts at 1 and moves by at most ± `daily` (0.01 = 1 %) plus `drift` per business day. */
export function walk(name: string, day: Day, daily: number, drift = 0): number {
  let values = series.get(name)
  if (!values) {
    let value = 1
    values = DAYS.map((each, index) => {
      if (index > 0) value *= 1 + drift + swing(`${name}/${each}`) * daily
      return value
    })
    series.set(name, values)
  }
  const value = values[places.get(day) ?? -1]
  if (value === undefined) throw new Error(`${day} is no business day of the demo`)
  return value
}

/** How shares and bonds have moved overall since the first day. */
export const equityMarket = (day: Day) => walk('equity market', day, 0.007, 0.0003)
export const bondMarket = (day: Day) => walk('bond market', day, 0.0014, 0.00008)

const STARTS = { EUR: 1, USD: 0.8621, GBP: 1.1534, CHF: 1.0684, SEK: 0.0902, JPY: 0.00584 }
export type DemoCurrency = keyof typeof STARTS
export const DEMO_CURRENCIES = Object.keys(STARTS) as DemoCurrency[]

/** EUR for one unit, as published on that day. */
export function euroRate(currency: DemoCurrency, day: Day): Decimal {
  if (currency === 'EUR') return '1'
  return new Big(STARTS[currency] * walk(`rate ${currency}`, day, 0.0016)).round(6).toFixed()
}

/** Fund currency for one unit, eight decimals: cross rates go through the euro. */
export function fundRate(currency: DemoCurrency, fundCurrency: DemoCurrency, day: Day): Decimal {
  if (currency === fundCurrency) return '1'
  return new Big(euroRate(currency, day)).div(euroRate(fundCurrency, day)).round(8).toFixed()
}

/** Overnight interest, as a yearly rate. */
export const OVERNIGHT: Record<DemoCurrency, number> = {
  EUR: 0.0193,
  USD: 0.0371,
  GBP: 0.0382,
  CHF: 0.0012,
  SEK: 0.0178,
  JPY: 0.0074,
}

const sinceStart = (day: Day) => daysBetween(DAYS[0] ?? day, day) / 365
const overnight = (currency: DemoCurrency) => (day: Day) => 1 + OVERNIGHT[currency] * sinceStart(day)

const INDICES: Record<string, { start: number; path: (day: Day) => number }> = {
  'World Equity Index': { start: 3421.55, path: equityMarket },
  'European Dividend Index': {
    start: 1287.4,
    path: (day) => equityMarket(day) * walk('dividend index', day, 0.0012),
  },
  'Euro Aggregate Bond Index': { start: 241.883, path: bondMarket },
  'Global Corporate Bond Index': {
    start: 318.027,
    path: (day) => bondMarket(day) * walk('corporate index', day, 0.0003),
  },
  'Balanced 50/50 Index': {
    start: 187.66,
    path: (day) => 0.5 * equityMarket(day) + 0.5 * bondMarket(day),
  },
  'Hedge Strategies Index': {
    start: 1502.13,
    path: (day) => 0.7 + 0.3 * equityMarket(day) + 0.02 * sinceStart(day),
  },
  'Euro Overnight Index': { start: 103.4417, path: overnight('EUR') },
  'Dollar Overnight Index': { start: 118.2093, path: overnight('USD') },
  'Krona Overnight Index': { start: 101.7754, path: overnight('SEK') },
}

export const BENCHMARKS = Object.keys(INDICES)

/** Level of a benchmark, four decimals. */
export function benchmarkOn(name: string, day: Day): Decimal {
  const index = INDICES[name]
  if (!index) throw new Error(`There is no benchmark "${name}"`)
  return new Big(index.start * index.path(day)).round(4).toFixed()
}
