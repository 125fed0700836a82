import { addDays, type Day, daysBetween } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { businessDays, businessDaysAfter, businessDayUpTo, FIRST_DAY, navDates } from '../calendar'
import { shareClassesOf } from '../entities'
import { type DemoFund, demoFund } from '../funds'
import { DEMO_CURRENCIES, fundRate, steady } from '../market/series'
import {
  accrueFees,
  type ClassFees,
  payFees,
  receiveDividend,
  receiveIncome,
  startFees,
  valueInterest,
} from './accruals'
import {
  type Books,
  type ClassFigures,
  copyOf,
  type Forward,
  type FundFigures,
  type LineFigures,
  type Quotes,
  quotesOn,
  type Slip,
} from './books'
import { bankInterest, cashLines, changeMoney, foreignStart, PLAIN_LINE, settle } from './cash'
import { bookFlows, isActive, openClasses, strikeNav } from './flows'
import { Ledger } from './ledger'
import { securityLines, startPositions, trade, valueSecurities } from './portfolio'

/** Exchange rates: the hedges of classes, and the value of positions in other currencies. */

/** When the demo's forwards end; none is closed earlier. */
const FORWARDS_END = '2026-12-31'
/** A forward's price, relative to the rate. */
const POINTS = '1.0021'

/** One forward for each hedged class, agreed on the demo's first day. */
function startForwards(books: Books, quotes: Quotes): void {
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

/**
 * Values the forwards: a gain is a receivable, a loss a payable. Returns the result of each class's hedge, by class
 * code.
 */
function valueForwards(books: Books, quotes: Quotes): Map<string, Big> {
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

function forwardLines(books: Books, { day, rate }: Quotes): LineFigures[] {
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

/** One NAV of a fund: the delivered figures, and the books afterwards. */
interface Closing {
  figures: FundFigures
  books: Books
}

const cache = new Map<string, Closing[]>()

/** The fund on each NAV date that has a NAV, oldest first: its books continue from one to the next. */
export function simulate(fund: DemoFund): FundFigures[] {
  return closings(fund).map(({ figures }) => figures)
}

/** The figures of a NAV date, with an administrator's mistake on that day. */
export function simulateSlip(fund: DemoFund, day: Day, slip: Slip): FundFigures {
  const all = closings(fund)
  const before = all[all.findIndex(({ figures }) => figures.navDate === day) - 1]
  if (!before) throw new Error(`${fund.code} has no NAV before ${day}`)
  return nextNav(before.books, day, slip).figures
}

/** A fund of the demo, `back` NAV dates before its last one. */
export function figuresBefore(code: string, back: number): FundFigures {
  const figures = simulate(demoFund(code)).at(-1 - back)
  if (!figures) throw new Error(`The fund ${code} has no such NAV`)
  return figures
}

function closings(fund: DemoFund): Closing[] {
  const found = cache.get(fund.code)
  if (found) return found
  const all: Closing[] = []
  for (const day of navDates(fund.frequency).filter((each) => each !== fund.suspended)) {
    const last = all.at(-1)
    all.push(last ? nextNav(last.books, day, {}) : firstNav(fund, day))
  }
  cache.set(fund.code, all)
  return all
}

/** The end of the financial year that includes a day. */
function yearEndOf({ yearEnd }: Pick<DemoFund, 'yearEnd'>, day: Day): Day {
  const [date, month] = yearEnd.split('/')
  const end = `${day.slice(0, 4)}-${month}-${date}`
  return end >= day ? end : `${Number(day.slice(0, 4)) + 1}-${month}-${date}`
}

/** A fund's income and expenses before the demo begins, as fractions of its total net assets. */
const DIVIDENDS_BEFORE = '0.0081'
const BANK_INTEREST_BEFORE = '0.0005'
const TRADING_COSTS_BEFORE = '0.00012'
const CHARGES_A_DAY = '1.85'

/** The opening balance: a fund's first NAV in the demo. */
function firstNav(fund: DemoFund, day: Day): Closing {
  const quotes = quotesOn(fund, day)
  const ledger = new Ledger(fund.currency)
  const classes = startClasses(fund, day)
  const tna = [...classes]
    .reduce(
      (all, [code, state]) => all.plus(state.tna.times(quotes.rate(currencyOf(fund, code)))),
      new Big(0),
    )
    .round(2)
  const books: Books = { fund, ledger, positions: new Map(), items: [], forwards: [], classes, day, tna }
  ledger.post('suspense', 'capital', new Big(0))
  startPositions(books, quotes)
  startForwards(books, quotes)
  const yearBegan = addDays(yearEndOf(fund, day), -365)
  startFees(books, yearBegan)
  for (const position of books.positions.values())
    for (const { exDay, perShare } of position.instrument.dividends)
      if (exDay <= day && businessDaysAfter(exDay, 12) > day)
        receiveDividend(books, position, exDay, perShare)
  if (fund.type !== 'MONEY MARKET') {
    ledger.post('capital', 'dividendIncome', tna.times(DIVIDENDS_BEFORE))
    ledger.post('tradingCosts', 'capital', tna.times(TRADING_COSTS_BEFORE))
  }
  ledger.post('capital', 'bankInterest', tna.times(BANK_INTEREST_BEFORE))
  ledger.post('bankCharges', 'capital', new Big(CHARGES_A_DAY).times(daysBetween(yearBegan, day)))
  for (const currency of DEMO_CURRENCIES.filter((each) => foreignStart(each, fund))) {
    const part = (0.002 + 0.004 * steady(`cash ${fund.code} ${currency}`)).toFixed(6)
    const units = tna.times(part).div(quotes.rate(currency)).round(2)
    ledger.post({ account: 'cash', currency }, 'capital', units.times(quotes.rate(currency)), units)
  }
  ledger.revalue(quotes.rate)
  ledger.post('cash', 'capital', tna.minus(ledger.sum('2345')))
  const figures = [...classes].flatMap(([code, { nav, shares, tna }]): ClassFigures[] => {
    const each = shareClassesOf(fund).find((one) => one.code === code)
    if (!each) return []
    const none = { subscriptions: '0', redemptions: '0', distribution: null }
    const { name, currency } = each
    return [
      {
        code,
        name,
        currency,
        ...none,
        shares: shares.toFixed(),
        navPerShare: nav.toFixed(),
        tna: tna.toFixed(2),
      },
    ]
  })
  return { figures: deliver(books, quotes, figures), books }
}

const currencyOf = (fund: DemoFund, code: string) =>
  shareClassesOf(fund).find((each) => each.code === code)?.currency ?? fund.currency

/** The classes on the first NAV date. */
function startClasses(fund: DemoFund, day: Day): Books['classes'] {
  const active = shareClassesOf(fund).filter((each) => isActive(each, day))
  const total = active.reduce((all, { weight }) => all + weight, 0)
  return new Map(
    active.map(({ code, startNav, decimals, currency, weight }) => {
      const nav = new Big(startNav.toFixed(decimals))
      const shares = new Big(fund.millions * 1_000_000)
        .times((weight / total).toFixed(6))
        .div(fundRate(currency, fund.currency, day))
        .div(nav)
        .round(fund.set === 'MFFA' ? 3 : 0)
      return [code, { nav, shares, tna: nav.times(shares).round(2) }]
    }),
  )
}

/** Keeps the books until the next NAV date and strikes the NAV; the given books are not changed. */
function nextNav(before: Books, day: Day, slip: Slip): Closing {
  const books = copyOf(before)
  const quotes = quotesOn(books.fund, day, slip)
  changeMoney(books)
  const flows = bookFlows(books, day, slip)
  const fees: ClassFees = new Map()
  const hedges: ClassFees = new Map()
  const yearEnd = yearEndOf(books.fund, addDays(before.day, 1))
  // A year ending in between is closed at its own prices.
  const parts = yearEnd < day ? [quotesOn(books.fund, businessDayUpTo(yearEnd)), quotes] : [quotes]
  let from = before.day
  if (from === yearEndOf(books.fund, from)) books.ledger.closeYear()
  for (const part of parts) {
    const passed = keep(books, from, part, part === quotes ? slip : {})
    add(fees, passed.fees)
    add(hedges, passed.hedges)
    if (part !== quotes) books.ledger.closeYear()
    from = part.day
  }
  const opened = openClasses(books, day)
  slip.entries?.(books)
  const tna = books.ledger.sum('2345')
  const figures = strikeNav(books, quotes, tna, { flows, opened, fees, hedges }, slip)
  books.day = day
  books.tna = tna
  return { figures: deliver(books, quotes, figures), books }
}

/** Trades, income, fees, payments and values of the days after `from`. */
function keep(books: Books, from: Day, quotes: Quotes, slip: Slip) {
  const { day } = quotes
  const days = businessDays().filter((each) => each > from && each <= day)
  const middle = days[Math.floor(days.length / 2)] ?? day
  receiveIncome(books, from, middle)
  trade(books, middle)
  receiveIncome(books, middle, day)
  bankInterest(books, from, day)
  const fees = accrueFees(books, from, day, slip)
  payFees(books, from, day)
  settle(books, day)
  valueSecurities(books, quotes)
  valueInterest(books, quotes, slip)
  const hedges = valueForwards(books, quotes)
  books.ledger.revalue(quotes.rate)
  return { fees, hedges }
}

function add(to: ClassFees, more: ReadonlyMap<string, Big>): void {
  for (const [code, amount] of more) to.set(code, (to.get(code) ?? new Big(0)).plus(amount))
}

function deliver(books: Books, quotes: Quotes, classes: ClassFigures[]): FundFigures {
  const { fund, ledger, tna } = books
  const inventory = [
    ...securityLines(books, quotes),
    ...forwardLines(books, quotes),
    ...cashLines(books, quotes),
  ]
  for (const line of inventory) line.navPercent = percentOf(line.marketValue, tna)
  return {
    fund,
    navDate: quotes.day,
    totalAssets: ledger.sum('235').toFixed(2),
    totalLiabilities: ledger.sum('4').neg().toFixed(2),
    tna: tna.toFixed(2),
    classes,
    rates: DEMO_CURRENCIES.filter((currency) => currency !== fund.currency).map((currency) => ({
      currency,
      rate: quotes.rate(currency),
    })),
    balance: ledger.figures(),
    inventory,
  }
}

/** Percent of the total net assets, four decimals. */
const percentOf = (marketValue: string, tna: Big) =>
  new Big(marketValue).times(100).div(tna).round(4).toFixed()
