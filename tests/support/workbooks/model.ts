import { addDays, type Q, q, sumOf, zero } from '../rule-oracle/exact'
import type { Fee } from './control-set'
import { figuresOf } from './figures'
import type { FundModel, LineType, ModelOptions, Settings } from './fund-model'
import { drift, steady } from './steady'
import { type Holding, isinOf, NO_BOND, type World, type WorldClass } from './world'

const FX = { USD: 0.9215, GBP: 1.1842, CHF: 1.0357, EUR: 1.0 }

const CLASSES = [
  { suffix: 'A', name: 'A Capitalisation', currency: '', nav: '112.34', shares: '250000', decimals: 2 },
  { suffix: 'B', name: 'B Distribution', currency: '', nav: '98.76', shares: '120000.5', decimals: 2 },
  { suffix: 'I', name: 'I Institutional', currency: '', nav: '1043.5678', shares: '15250.125', decimals: 4 },
  { suffix: 'U', name: 'U US dollar', currency: 'USD', nav: '105.41', shares: '90000', decimals: 2 },
  { suffix: 'H', name: 'H US dollar hedged', currency: 'USD', nav: '101.02', shares: '40000', decimals: 2 },
]

const MANAGEMENT_FEE = '0.9'
const DISTRIBUTION = '0.5'
const DIVIDENDS = '21400.55'

/** The accrued fees of the fund, each on an expense account and an account of class 46. */
export const FEES: readonly Fee[] = [
  { prefix: '6010', from: '2020-01-01', to: null, rate: '0.9', amount: null, days: '365' },
  { prefix: '6020', from: '2020-01-01', to: null, rate: '0.05', amount: null, days: 'ACT' },
  { prefix: '6030', from: '2020-01-01', to: null, rate: null, amount: '36000', days: '360' },
]

const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF']
// Per twenty lines: ten equities, two government and four company bonds, three funds, one other.
const PATTERN = 'EEGEBEFEBEBEFEGEBFEO'
const WEIGHTS = { E: 4, G: 7, B: 4, F: 5, O: 1 }
const DAY_COUNTS = ['30/360', 'ACT/360', 'ACT/365', 'ACT/ACT']
const KINDS: Record<keyof typeof WEIGHTS, [type: LineType, subtype: string | null, name: string]> = {
  E: ['Equity', 'Ordinary share', 'Company'],
  G: ['Bond', 'Government bond', 'Treasury'],
  B: ['Bond', 'Corporate bond', 'Corporate'],
  F: ['Fund', 'UCITS', 'Target fund'],
  O: ['Other', null, 'Certificate'],
}

function settingsOf(options: ModelOptions): Settings {
  return {
    fundCode: 'LUX001',
    fundName: 'Alpine Growth Fund',
    fundCurrency: 'EUR',
    regime: 'UCITS',
    navDate: '2026-10-30',
    lines: 20,
    rates: () => undefined,
    ...options,
  }
}

/** A fund that bought its securities once and kept them, on dates a month apart: every rule of a control is OK. */
function steadyWorld(settings: Settings, dates: readonly string[]): World {
  const { fundCode, fundName, fundCurrency } = settings
  const each = <T>(of: (month: number, date: string) => T) => dates.map((date, month) => of(month, date))
  const home = FX[fundCurrency as keyof typeof FX] ?? 1
  const rates = Object.fromEntries(
    Object.entries(FX)
      .filter(([currency]) => currency !== fundCurrency)
      .map(([currency, rate]) => [
        currency,
        each((month, date) =>
          q(settings.rates(currency, date) ?? drift(`fx/${currency}`, rate / home, 0.004, month, 6)),
        ),
      ]),
  )
  const classes = CLASSES.map((of) => steadyClass(settings, of, dates.length))
  const firstTna = sumOf(
    classes.map(({ of, shares, price }) =>
      price
        .times(shares)
        .round(2)
        .times(rates[of.currency]?.[0] ?? 1),
    ),
  ).round(2)
  // Shares of the first TNA.
  const item = (account: string, name: string, drifting: string, start: number) => ({
    account,
    name,
    currency: fundCurrency,
    amounts: each((month) => firstTna.times(drift(drifting, start, 0.02, month, 8)).round(2)),
  })
  return {
    code: fundCode,
    name: fundName,
    currency: fundCurrency,
    type: 'MIXED',
    regime: settings.regime,
    dates: [...dates],
    rates,
    holdings: [
      ...Array.from({ length: settings.lines }, (_, i) => security(settings, i, dates, rates, firstTna)),
      forward('FWD-USD', 'Forward sale USD', 'USD', 41_250.75, dates),
      forward('FWD-GBP', 'Forward sale GBP', 'GBP', -18_300.1, dates),
    ],
    bank: null,
    accounts: ['USD', 'GBP']
      .filter((currency) => currency !== fundCurrency)
      .map((currency) => ({ currency, units: q(350_000), bank: null })),
    classes,
    fees: [...FEES],
    income: q(640_000),
    dividends: each(() => q(DIVIDENDS)),
    items: [
      item('3010', 'Dividends receivable', 'dividends', 0.004),
      item('3020', 'Subscriptions receivable', 'subscriptions', 0.003),
      item('4010', 'Redemptions payable', 'redemptions', -0.0025),
    ],
    unbooked: false,
    accruedTimes: '1',
  }
}

function steadyClass(
  settings: Settings,
  { suffix, name, currency, nav, shares, decimals }: (typeof CLASSES)[number],
  dates: number,
): WorldClass {
  const traded = (way: string, most: number) =>
    Array.from({ length: dates }, (_, month) =>
      month === 0 ? zero : q(Math.round(steady(`${suffix}/${way}/${month}`) * most)),
    )
  return {
    of: {
      code: `${settings.fundCode}-${suffix}`,
      currency: currency || settings.fundCurrency,
      decimals,
      from: null,
      to: null,
      reference: suffix === 'A',
      hedged: suffix === 'H',
      fee: MANAGEMENT_FEE,
    },
    name: `${settings.fundName} ${name}`,
    shares: q(shares),
    price: q(nav),
    bought: traded('in', 900),
    sold: traded('out', 600),
    distributions: Array.from({ length: dates }, (_, month) =>
      month > 0 && suffix === 'B' ? q(DISTRIBUTION) : zero,
    ),
    opens: false,
  }
}

/** A security bought for its share of the first TNA; all together are about 88 % of it. */
function security(
  settings: Settings,
  i: number,
  dates: readonly string[],
  rates: World['rates'],
  tna: Q,
): Holding {
  const letter = PATTERN[i % PATTERN.length] as keyof typeof WEIGHTS
  const bond = letter === 'G' || letter === 'B'
  const currency = CURRENCIES[Math.floor(steady(`ccy/${i}`) * CURRENCIES.length)] as string
  const start = steady(`start/${i}`)
  const prices = dates.map((_, month) =>
    bond
      ? drift(`price/${i}`, 96 + start * 8, 0.004, month, 4)
      : drift(`price/${i}`, 20 + start * 400, 0.02, month, 4),
  )
  const weight = q(WEIGHTS[letter] * (PATTERN.length / Math.max(settings.lines, PATTERN.length)))
  const units = tna
    .times(weight)
    .over(100)
    .over((prices[0] ?? zero).times(bond ? '0.01' : 1).times(rates[currency]?.[0] ?? 1))
  const quantity = bond ? units.over(10).round(0).times(10) : units.round(0)
  const number = String(i + 1).padStart(5, '0')
  const country = letter === 'F' ? 'LU' : currency === 'EUR' ? 'FR' : currency.slice(0, 2)
  const [type, subtype, name] = KINDS[letter]
  const lastCoupon = bond ? addDays(dates[0] ?? '', -(20 + (i % 9) * 5)) : null
  return {
    code: letter === 'O' ? `OTH${number}` : `${bond ? 'B' : letter}${number}`,
    name: `${name} ${number}`,
    type,
    subtype,
    currency,
    quantities: dates.map(() => quantity),
    prices,
    priceDates: dates.map((date) => addDays(date, -(i % 3))),
    values: null,
    // Each fund has its own: prices shared by funds are for tests that need them.
    isin: letter === 'O' ? null : isinOf(country, `${ownLetters(settings.fundCode)}${letter}${number}`),
    issuer: letter === 'G' ? `Republic ${(i % PATTERN.length) % 3}` : `Issuer ${number}`,
    issuerKind: letter === 'G' ? 'GOVERNMENT' : 'COMPANY',
    factor: bond ? '0.01' : null,
    coupon: bond ? String(2 + (i % 4)) : null,
    lastCoupons: dates.map(() => lastCoupon),
    dayCount: bond ? (DAY_COUNTS[i % DAY_COUNTS.length] ?? null) : null,
    maturity: bond ? addDays(settings.navDate, 400 + 30 * (i % 50)) : null,
    split: false,
  }
}

const ownLetters = (fundCode: string) =>
  Math.floor(steady(fundCode) * 36 ** 3)
    .toString(36)
    .toUpperCase()
    .padStart(3, '0')

function forward(
  code: string,
  name: string,
  currency: string,
  start: number,
  dates: readonly string[],
): Holding {
  return {
    ...NO_BOND,
    code,
    name,
    type: 'Derivative',
    subtype: 'FX forward',
    currency,
    quantities: dates.map(() => q(start > 0 ? 1_500_000 : -800_000)),
    prices: dates.map((_, month) => drift(code, start / 1_500_000, 0.02, month, 6)),
    priceDates: [...dates],
    values: dates.map((_, month) => drift(code, start, 0.02, month, 2)),
    isin: null,
    issuer: null,
    issuerKind: null,
    lastCoupons: [],
    maturity: addDays(dates.at(-1) ?? '', 60),
    split: false,
  }
}

/** The same fund on `months` + 1 NAV dates, oldest first: each date follows from the previous one. */
export function fundHistory(options: ModelOptions = {}, months = 1): FundModel[] {
  const { navDate } = settingsOf(options)
  const dates = Array.from({ length: months + 1 }, (_, month) => addDays(navDate, -30 * (months - month)))
  return fundOn(options, dates)
}

/** The same fund on these NAV dates, oldest first. */
export const fundOn = (options: ModelOptions, navDates: readonly string[]): FundModel[] =>
  figuresOf(steadyWorld(settingsOf(options), navDates))

/** The fund on its NAV date. `previousModel` with the same options is its previous date. */
export function fundModel(options: ModelOptions = {}): FundModel {
  return fundHistory(options)[1] as FundModel
}

/** The same fund 30 days before. */
export function previousModel(options: ModelOptions = {}): FundModel {
  return fundHistory(options)[0] as FundModel
}
