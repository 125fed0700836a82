import { addDays, type Day } from '~/platform/values/day'
import { Big, sum } from '~/platform/values/decimal'
import { LAST_NAV_DATE, navDates } from '../calendar'
import { shareClassesOf } from '../entities'
import { type DemoFund, demoFund } from '../funds'
import { DEMO_CURRENCIES, type DemoCurrency, fundRate, steady } from '../market/series'
import { balanceOf, netOfOther, otherAmounts } from './balance'
import {
  type ClassFigures,
  type ClassState,
  type FundFigures,
  figuresOf,
  type LineFigures,
  moveClasses,
  startClasses,
} from './classes'
import { earnings, holdingsOf, navPercent, type Quantities, securityLines, traded } from './holdings'

const YEARLY_COST = 0.011

/** The fund on each NAV date that has a NAV, oldest first: the holdings of one NAV earn the result of the next. */
export function simulate(fund: DemoFund): FundFigures[] {
  const classes = shareClassesOf(fund)
  const holdings = holdingsOf(fund)
  let quantities: Quantities = new Map()
  let states: Map<string, ClassState> | null = null
  let before: { day: Day; tna: Big } | null = null
  const dates = navDates(fund.frequency).filter((day) => day !== fund.suspended)
  return dates.map((day) => {
    let figures: ClassFigures[]
    if (states === null || before === null) {
      const start = startClasses(fund, classes, day)
      figures = classes.flatMap((each) => {
        const state = start.get(each.code)
        return state ? [figuresOf(fund, each, state, day, null, 'none')] : []
      })
    } else {
      const gross = earnings(holdings, quantities, fund, before.day, day) / Number(before.tna)
      const years = (Date.parse(day) - Date.parse(before.day)) / (365 * 86_400_000)
      const cost = (fund.type === 'MONEY MARKET' ? 0.0028 : YEARLY_COST) * years
      figures = moveClasses(fund, classes, states, [before.day, day], gross - cost)
    }
    states = new Map(
      figures.map(({ code, navPerShare, shares }) => [
        code,
        { nav: new Big(navPerShare), shares: new Big(shares) },
      ]),
    )
    const rate = (currency: DemoCurrency) => fundRate(currency, fund.currency, day)
    const tna = figures
      .reduce((total, each) => total.plus(new Big(each.tna).times(rate(each.currency))), new Big(0))
      .round(2)
    quantities = traded(holdings, quantities, fund, day, tna)
    before = { day, tna }
    return fundFigures(fund, day, tna, figures, securityLines(holdings, quantities, fund, day))
  })
}

function fundFigures(
  fund: DemoFund,
  navDate: Day,
  tna: Big,
  classes: ClassFigures[],
  securities: LineFigures[],
): FundFigures {
  const other = otherAmounts(fund, navDate, tna, classes)
  const inventory = [
    ...securities,
    ...forwards(fund, navDate, tna, classes),
    ...foreignCash(fund, navDate, tna),
  ]
  const rest = tna.minus(netOfOther(other)).minus(sum(inventory.map(({ marketValue }) => marketValue)))
  inventory.push(cashLine(fund.currency, rest.toFixed(2), rest.toFixed(2), '1'))
  for (const line of inventory) line.navPercent = navPercent(line.marketValue, tna)
  const balance = balanceOf(fund, navDate, tna, inventory, other)
  const net = (first: string) =>
    balance
      .filter(({ account }) => first.includes(account.charAt(0)))
      .reduce((total, { debtor, creditor }) => total.plus(debtor ?? 0).minus(creditor ?? 0), new Big(0))
  return {
    fund,
    navDate,
    totalAssets: net('235').toFixed(2),
    totalLiabilities: net('4').neg().toFixed(2),
    tna: tna.toFixed(2),
    classes,
    rates: DEMO_CURRENCIES.filter((currency) => currency !== fund.currency).map((currency) => ({
      currency,
      rate: fundRate(currency, fund.currency, navDate),
    })),
    balance,
    inventory,
  }
}

const PLAIN = {
  isin: null,
  priceFactor: null,
  accrued: null,
  navPercent: '0',
  issuer: null,
  issuerKind: null,
}

/** One forward for each currency with a hedged class. */
function forwards(fund: DemoFund, day: Day, tna: Big, classes: ClassFigures[]): LineFigures[] {
  const hedged = shareClassesOf(fund).filter((each) => each.hedged)
  return hedged.flatMap(({ code, currency }): LineFigures[] => {
    const figures = classes.find((each) => each.code === code)
    if (!figures) return []
    const result = tna.times(((steady(`forward ${code} ${day}`) - 0.45) * 0.0012).toFixed(8)).round(2)
    return [
      {
        ...PLAIN,
        code: `FWD${currency}${fund.currency}`,
        name: `Forward purchase ${currency} against ${fund.currency} 31/12/2026`,
        type: 'Derivative',
        subtype: 'FX forward',
        currency,
        quantity: new Big(figures.tna).round(-3).toFixed(),
        price: new Big(fundRate(currency, fund.currency, day)).times('1.0021').round(6).toFixed(),
        priceDate: day,
        rate: fundRate(currency, fund.currency, day),
        marketValue: result.toFixed(2),
        maturity: addDays(LAST_NAV_DATE, 62),
      },
    ]
  })
}

function foreignCash(fund: DemoFund, day: Day, tna: Big): LineFigures[] {
  const currencies = (['EUR', 'USD'] as const).filter((currency) => currency !== fund.currency)
  return fund.type === 'MONEY MARKET'
    ? []
    : currencies.map((currency) => {
        const rate = fundRate(currency, fund.currency, day)
        const part = 0.002 + 0.004 * steady(`cash ${fund.code} ${currency} ${day}`)
        const amount = tna.times(part.toFixed(8)).div(rate).round(2)
        return cashLine(currency, amount.toFixed(2), amount.times(rate).round(2).toFixed(2), rate)
      })
}

function cashLine(currency: DemoCurrency, amount: string, value: string, rate: string): LineFigures {
  return {
    ...PLAIN,
    code: `CASH-${currency}`,
    name: `Current account ${currency}`,
    type: 'Cash',
    subtype: null,
    currency,
    quantity: amount,
    price: null,
    priceDate: null,
    rate,
    marketValue: value,
    maturity: null,
  }
}

/** A fund of the demo, `back` NAV dates before its last one. */
export function figuresBefore(code: string, back: number): FundFigures {
  const figures = simulate(demoFund(code)).at(-1 - back)
  if (!figures) throw new Error(`The fund ${code} has no such NAV`)
  return figures
}
