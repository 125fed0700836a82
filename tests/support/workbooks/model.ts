import { addDays, type Day } from '~/platform/values/day'
import { Big, plain, sum } from '~/platform/values/decimal'
import { balanceOf } from './balance'
import type { ClassModel, FundModel, ModelOptions, Settings } from './fund-model'
import { inventoryOf } from './inventory'
import { drift, steady } from './steady'

const FX = { USD: 0.9215, GBP: 1.1842, CHF: 1.0357, EUR: 1.0 }

const CLASSES = [
  { suffix: 'A', name: 'A Capitalisation', currency: '', nav: 112.34, shares: 250_000, decimals: 2 },
  { suffix: 'B', name: 'B Distribution', currency: '', nav: 98.76, shares: 120_000.5, decimals: 2 },
  { suffix: 'I', name: 'I Institutional', currency: '', nav: 1043.5678, shares: 15_250.125, decimals: 4 },
  { suffix: 'U', name: 'U US dollar', currency: 'USD', nav: 105.41, shares: 90_000, decimals: 2 },
  { suffix: 'H', name: 'H US dollar hedged', currency: 'USD', nav: 101.02, shares: 40_000, decimals: 2 },
]

function settingsOf(options: ModelOptions): Settings {
  return {
    fundCode: 'LUX001',
    fundName: 'Alpine Growth Fund',
    fundCurrency: 'EUR',
    regime: 'UCITS',
    navDate: '2026-10-30',
    lines: 20,
    ...options,
  }
}

function classesAt(settings: Settings, month: number): ClassModel[] {
  // One common movement for all classes keeps their dispersion far below its limit.
  const common = Number(drift(`${settings.fundCode}/common`, 1, 0.006, month, 12))
  const commonBefore = Number(drift(`${settings.fundCode}/common`, 1, 0.006, Math.max(0, month - 1), 12))
  let paid = 0
  return CLASSES.map((definition) => {
    let shares = new Big(definition.shares)
    let subscriptions = new Big(0)
    let redemptions = new Big(0)
    for (let at = 1; at <= month; at++) {
      subscriptions = new Big(Math.round(steady(`${definition.suffix}/in/${at}`) * 900))
      redemptions = new Big(Math.round(steady(`${definition.suffix}/out/${at}`) * 600))
      shares = shares.plus(subscriptions).minus(redemptions)
    }
    const distributes = definition.suffix === 'B' && month > 0
    // Earlier distributions have left the NAV; each was half a unit.
    paid = definition.suffix === 'B' ? 0.5 * month : 0
    const before = definition.nav * commonBefore - Math.max(0, paid - 0.5)
    const exact = distributes ? (before * common) / commonBefore - 0.5 : definition.nav * common
    const navPerShare = new Big(exact).round(definition.decimals)
    return {
      code: `${settings.fundCode}-${definition.suffix}`,
      name: `${settings.fundName} ${definition.name}`,
      currency: definition.currency || settings.fundCurrency,
      decimals: definition.decimals,
      hedged: definition.suffix === 'H',
      reference: definition.suffix === 'A',
      shares: plain(shares),
      subscriptions: plain(subscriptions),
      redemptions: plain(redemptions),
      navPerShare: navPerShare.toFixed(definition.decimals),
      distribution: distributes ? '0.5' : null,
      tna: navPerShare.times(shares).round(2).toFixed(2),
    }
  })
}

function modelAt(settings: Settings, navDate: Day, month: number): FundModel {
  const base = FX[settings.fundCurrency as keyof typeof FX] ?? 1
  const fxRates = Object.entries(FX)
    .filter(([currency]) => currency !== settings.fundCurrency)
    .map(([currency, rate]) => ({ currency, rate: drift(`fx/${currency}`, rate / base, 0.004, month, 6) }))
  const rateOf = (currency: string) =>
    currency === settings.fundCurrency ? '1' : (fxRates.find((fx) => fx.currency === currency)?.rate ?? '1')
  const classes = classesAt(settings, month)
  const tna = sum(classes.map((each) => plain(new Big(each.tna).times(rateOf(each.currency))))).round(2)
  const inventory = inventoryOf(settings, navDate, month, tna, rateOf)
  const { balance, totalAssets, totalLiabilities } = balanceOf(settings, month, tna, inventory, rateOf)
  return {
    fundCode: settings.fundCode,
    fundName: settings.fundName,
    fundCurrency: settings.fundCurrency,
    fundType: 'MIXED',
    regime: settings.regime,
    navDate,
    benchmarkLevel: new Big(1500)
      .times(drift(`${settings.fundCode}/common`, 1, 0.006, month, 12))
      .round(4)
      .toFixed(),
    classes,
    fxRates,
    totalAssets,
    totalLiabilities,
    tna: tna.toFixed(2),
    balance,
    inventory,
  }
}

/** The same fund on `months` + 1 NAV dates, oldest first: movements and roll-forwards agree from each to the next. */
export function fundHistory(options: ModelOptions = {}, months = 1): FundModel[] {
  const { navDate } = settingsOf(options)
  const dates = Array.from({ length: months + 1 }, (_, month) => addDays(navDate, -30 * (months - month)))
  return fundOn(options, dates)
}

/** The same fund on these NAV dates, oldest first. */
export function fundOn(options: ModelOptions, navDates: readonly Day[]): FundModel[] {
  const settings = settingsOf(options)
  return navDates.map((navDate, at) => modelAt(settings, navDate, at))
}

/** The fund on its NAV date. `previousModel` with the same options is its previous date. */
export function fundModel(options: ModelOptions = {}): FundModel {
  return fundHistory(options)[1] as FundModel
}

/** The same fund 30 days before. */
export function previousModel(options: ModelOptions = {}): FundModel {
  return fundHistory(options)[0] as FundModel
}
