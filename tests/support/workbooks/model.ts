import { addDays, type Day } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { type Books, balanceOf, FEES, feeOf, otherAmounts, otherNet } from './balance'
import type { ClassModel, FundModel, InstrumentModel, ModelOptions, Settings } from './fund-model'
import {
  accruedOf,
  cashOf,
  foreignCashOf,
  type InventoryDate,
  investmentsOf,
  unitsOf,
  withPercents,
  worthOf,
} from './inventory'
import { drift, steady } from './steady'

const FX = { USD: 0.9215, GBP: 1.1842, CHF: 1.0357, EUR: 1.0 }

const CLASSES = [
  { suffix: 'A', name: 'A Capitalisation', currency: '', nav: 112.34, shares: 250_000, decimals: 2 },
  { suffix: 'B', name: 'B Distribution', currency: '', nav: 98.76, shares: 120_000.5, decimals: 2 },
  { suffix: 'I', name: 'I Institutional', currency: '', nav: 1043.5678, shares: 15_250.125, decimals: 4 },
  { suffix: 'U', name: 'U US dollar', currency: 'USD', nav: 105.41, shares: 90_000, decimals: 2 },
  { suffix: 'H', name: 'H US dollar hedged', currency: 'USD', nav: 101.02, shares: 40_000, decimals: 2 },
]

const DISTRIBUTION = '0.5'
const FIRST_LEVEL = '1500'
const DIVIDENDS = '21400.55'

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

/** Where the books stand after a date: what the next one starts from. */
interface State {
  model: FundModel
  date: InventoryDate
  units: Big[]
  books: Books
  /** Of the account in fund currency. */
  cash: Big
}

function ratesAt(settings: Settings, month: number, navDate: Day) {
  const base = FX[settings.fundCurrency as keyof typeof FX] ?? 1
  return Object.entries(FX)
    .filter(([currency]) => currency !== settings.fundCurrency)
    .map(([currency, rate]) => ({
      currency,
      rate: settings.rates(currency, navDate) ?? drift(`fx/${currency}`, rate / base, 0.004, month, 6),
    }))
}

function dateAt(settings: Settings, navDate: Day, month: number, firstDate: Day): InventoryDate {
  const rates = ratesAt(settings, month, navDate)
  const rate = (currency: string) =>
    currency === settings.fundCurrency ? '1' : (rates.find((fx) => fx.currency === currency)?.rate ?? '1')
  return { navDate, month, firstDate, rate }
}

function firstClasses(settings: Settings): ClassModel[] {
  return CLASSES.map((each) => ({
    code: `${settings.fundCode}-${each.suffix}`,
    name: `${settings.fundName} ${each.name}`,
    currency: each.currency || settings.fundCurrency,
    decimals: each.decimals,
    hedged: each.suffix === 'H',
    reference: each.suffix === 'A',
    managementFee: '0.9',
    shares: plain(new Big(each.shares)),
    subscriptions: '0',
    redemptions: '0',
    navPerShare: new Big(each.nav).toFixed(each.decimals),
    distribution: null,
    tna: new Big(each.nav).times(each.shares).round(2).toFixed(2),
  }))
}

const tnaOf = (classes: readonly ClassModel[], rate: InventoryDate['rate']) =>
  classes
    .reduce((total, each) => total.plus(new Big(each.tna).times(rate(each.currency))), new Big(0))
    .round(2)

/** The first date: securities are bought, the rest of TNA lies on the account in fund currency. */
function firstState(settings: Settings, date: InventoryDate): State {
  const classes = firstClasses(settings)
  const tna = tnaOf(classes, date.rate)
  const units = unitsOf(settings, date, tna)
  const fees = Object.fromEntries(
    FEES.map((fee) => [fee.accountPrefix, feeOf(fee, tna, addDays(date.navDate, -30), date.navDate)]),
  )
  const income = new Big(640_000)
  const books = { capital: tna.times('0.97').round(2), income, fees, ...otherAmounts(tna, date.month) }
  const held = [...investmentsOf(settings, date, units), ...foreignCashOf(settings, date)]
  const cash = tna.minus(otherNet(books)).minus(worthOf(held))
  const level = FIRST_LEVEL
  return stateOf(settings, date, { classes, tna, units, books, held, cash, level })
}

/** The next date: what moved prices, rates, flows, income and fees since is booked, and shared by the classes. */
function nextState(settings: Settings, before: State, date: InventoryDate): State {
  const { model, units } = before
  const rateBefore = before.date.rate
  const traded = model.classes.map((each) => tradedClass(each, date.month))
  const flows = traded.reduce(
    (total, each) =>
      total.plus(
        new Big(each.subscriptions)
          .minus(each.redemptions)
          .times(each.navPerShare)
          .times(rateBefore(each.currency)),
      ),
    new Big(0),
  )
  const paid = traded.reduce((total, each, i) => {
    const shares = model.classes[i]?.shares ?? '0'
    return total.plus(new Big(each.distribution ?? 0).times(shares).times(date.rate(each.currency)))
  }, new Big(0))
  const held = [...investmentsOf(settings, date, units), ...foreignCashOf(settings, date)]
  const tnaBefore = new Big(model.tna)
  const fees = Object.fromEntries(
    FEES.map((fee) => {
      const accrued = before.books.fees[fee.accountPrefix] ?? new Big(0)
      return [fee.accountPrefix, accrued.plus(feeOf(fee, tnaBefore, model.navDate, date.navDate))]
    }),
  )
  const others = otherAmounts(tnaBefore, date.month)
  const capital = before.books.capital.plus(flows).minus(paid).round(2)
  const income = before.books.income
    .plus(DIVIDENDS)
    .plus(interestOf(model.inventory, held, rateBefore, date.rate))
  const books = { capital, income, fees, ...others }
  const cash = before.cash
    .plus(capital.minus(before.books.capital))
    .plus(DIVIDENDS)
    .minus(others.dividends.minus(before.books.dividends))
    .minus(others.subscriptions.minus(before.books.subscriptions))
    .plus(others.redemptions.minus(before.books.redemptions))
  const tna = worthOf(held).plus(cash).plus(otherNet(books))
  const growth = growthOf(traded, tna, rateBefore, date.rate)
  const classes = pricedClasses(traded, tna, growth, rateBefore, date.rate)
  const level = new Big(model.benchmarkLevel).times(growth).round(4).toFixed()
  return stateOf(settings, date, { classes, tna, units, books, held, cash, level })
}

/** Interest earned since: what accrued interest grew by, less what rates did to what there was. */
function interestOf(
  before: readonly InstrumentModel[],
  now: readonly InstrumentModel[],
  rateBefore: (currency: string) => Decimal,
  rate: (currency: string) => Decimal,
): Big {
  const revalued = before.reduce((total, line) => {
    const { accruedInterest: accrued, quotationCurrency: currency } = line
    return total.plus(new Big(accrued ?? 0).times(new Big(rate(currency)).div(rateBefore(currency))))
  }, new Big(0))
  return accruedOf(now).minus(revalued).round(2)
}

function tradedClass(each: ClassModel, month: number): ClassModel {
  const suffix = each.code.slice(-1)
  const subscriptions = Math.round(steady(`${suffix}/in/${month}`) * 900)
  const redemptions = Math.round(steady(`${suffix}/out/${month}`) * 600)
  return {
    ...each,
    subscriptions: String(subscriptions),
    redemptions: String(redemptions),
    shares: plain(new Big(each.shares).plus(subscriptions).minus(redemptions)),
    distribution: suffix === 'B' ? DISTRIBUTION : null,
  }
}

type Rate = (currency: string) => Decimal

/** A class that is not hedged moves with its currency's rate the other way. */
const currencyOf = (each: ClassModel, before: Rate, now: Rate) =>
  each.hedged ? new Big(1) : new Big(before(each.currency)).div(now(each.currency))

/** The one factor by which every NAV per share grows, distributions added back. */
function growthOf(classes: readonly ClassModel[], tna: Big, before: Rate, now: Rate): Big {
  const worth = (each: ClassModel, perShare: Big) => perShare.times(each.shares).times(now(each.currency))
  const total = (of: (each: ClassModel) => Big) =>
    classes.reduce((sofar, each) => sofar.plus(worth(each, of(each))), new Big(0))
  return tna
    .plus(total((each) => new Big(each.distribution ?? 0)))
    .div(total((each) => currencyOf(each, before, now).times(each.navPerShare)))
}

function pricedClasses(
  classes: readonly ClassModel[],
  tna: Big,
  growth: Big,
  before: Rate,
  now: Rate,
): ClassModel[] {
  const priced = classes.map((each) => {
    const exact = currencyOf(each, before, now)
      .times(each.navPerShare)
      .times(growth)
      .minus(each.distribution ?? 0)
    return {
      ...each,
      navPerShare: exact.round(each.decimals).toFixed(each.decimals),
      tna: exact.times(each.shares).round(2).toFixed(2),
    }
  })
  // The first class is in fund currency and takes the cents that rounding leaves.
  const [first, ...others] = priced
  const rest = tna.minus(tnaOf(priced, now))
  return first ? [{ ...first, tna: new Big(first.tna).plus(rest).toFixed(2) }, ...others] : []
}

interface Figures {
  classes: ClassModel[]
  tna: Big
  units: Big[]
  books: Books
  /** All lines but the account in fund currency. */
  held: InstrumentModel[]
  cash: Big
  level: Decimal
}

function stateOf(settings: Settings, date: InventoryDate, figures: Figures): State {
  const { classes, tna, units, books, held, cash, level } = figures
  const { rate, navDate, month } = date
  const amount = cash.toFixed(2)
  const inventory = withPercents([...held, cashOf(settings.fundCurrency, amount, amount, rate)], tna)
  const { balance, totalAssets, totalLiabilities } = balanceOf(settings, books, tna, inventory, rate)
  const model: FundModel = {
    fundCode: settings.fundCode,
    fundName: settings.fundName,
    fundCurrency: settings.fundCurrency,
    fundType: 'MIXED',
    regime: settings.regime,
    navDate,
    benchmarkLevel: level,
    classes,
    fxRates: ratesAt(settings, month, navDate),
    totalAssets,
    totalLiabilities,
    tna: tna.toFixed(2),
    balance,
    inventory,
  }
  return { model, date, units, books, cash }
}

/** The same fund on `months` + 1 NAV dates, oldest first: the books of each follow from those of the one before. */
export function fundHistory(options: ModelOptions = {}, months = 1): FundModel[] {
  const { navDate } = settingsOf(options)
  const dates = Array.from({ length: months + 1 }, (_, month) => addDays(navDate, -30 * (months - month)))
  return fundOn(options, dates)
}

/** The same fund on these NAV dates, oldest first. */
export function fundOn(options: ModelOptions, navDates: readonly Day[]): FundModel[] {
  const settings = settingsOf(options)
  const models: FundModel[] = []
  let state: State | null = null
  for (const [at, navDate] of navDates.entries()) {
    const date = dateAt(settings, navDate, at, navDates[0] ?? navDate)
    state = state ? nextState(settings, state, date) : firstState(settings, date)
    models.push(state.model)
  }
  return models
}

/** The fund on its NAV date. `previousModel` with the same options is its previous date. */
export function fundModel(options: ModelOptions = {}): FundModel {
  return fundHistory(options)[1] as FundModel
}

/** The same fund 30 days before. */
export function previousModel(options: ModelOptions = {}): FundModel {
  return fundHistory(options)[0] as FundModel
}
