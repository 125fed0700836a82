import type { InstrumentType } from '~/areas/navs/workbooks/control-data'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import type { DemoClass } from '../entities'
import type { DemoFund } from '../funds'
import { type DemoCurrency, fundRate, steady, swing } from '../market/series'

/** The administrator's accounting figures of a fund on one NAV date; every figure agrees with every other. */
export interface FundFigures {
  fund: DemoFund
  navDate: Day
  totalAssets: Decimal
  totalLiabilities: Decimal
  tna: Decimal
  classes: ClassFigures[]
  /** Fund currency for one unit; without the fund currency. */
  rates: { currency: DemoCurrency; rate: Decimal }[]
  balance: AccountFigures[]
  inventory: LineFigures[]
}

export interface ClassFigures {
  code: string
  name: string
  currency: DemoCurrency
  shares: Decimal
  subscriptions: Decimal
  redemptions: Decimal
  navPerShare: Decimal
  /** Null where nothing was paid since the previous NAV. */
  distribution: Decimal | null
  tna: Decimal
}

export interface AccountFigures {
  account: string
  name: string
  currency: DemoCurrency
  /** One of the two, in fund currency; both null when the account is even. */
  debtor: Decimal | null
  creditor: Decimal | null
}

export interface LineFigures {
  code: string
  isin: string | null
  name: string
  type: InstrumentType
  subtype: string | null
  currency: DemoCurrency
  quantity: Decimal
  price: Decimal | null
  priceDate: Day | null
  priceFactor: Decimal | null
  rate: Decimal
  accrued: Decimal | null
  marketValue: Decimal
  navPercent: Decimal
  maturity: Day | null
  issuer: string | null
  issuerKind: string | null
}

/** The state of a class between two NAVs. */
export interface ClassState {
  nav: Big
  shares: Big
}

const QUARTER_END: Day = '2026-09-30'

/** The classes on the first NAV date. */
export function startClasses(
  fund: DemoFund,
  classes: readonly DemoClass[],
  day: Day,
): Map<string, ClassState> {
  const active = classes.filter(({ activeFrom }) => activeFrom === null || activeFrom <= day)
  const total = active.reduce((all, { weight }) => all + weight, 0)
  return new Map(
    active.map(({ code, startNav, decimals, currency, weight }) => {
      const nav = new Big(startNav.toFixed(decimals))
      const amount = new Big(fund.millions * 1_000_000).times((weight / total).toFixed(6))
      const shares = amount
        .div(fundRate(currency, fund.currency, day))
        .div(nav)
        .round(3)
      return [code, { nav, shares }]
    }),
  )
}

/**
 * The classes on the next NAV date, when the fund earned the fraction `earned` in between. A hedged class keeps the
 * fund's result, an unhedged one in another currency gains or loses that currency's move.
 */
export function moveClasses(
  fund: DemoFund,
  classes: readonly DemoClass[],
  before: ReadonlyMap<string, ClassState>,
  [from, to]: [Day, Day],
  earned: number,
): ClassFigures[] {
  return classes.flatMap((each): ClassFigures[] => {
    if ((each.activeFrom ?? '') > to || (each.activeTo ?? '9999') < to) return []
    const { code, currency, decimals } = each
    const was = before.get(code)
    if (!was) return [figuresOf(fund, each, launched(fund, each), to, null, 'launch')]
    const currencyMove = each.hedged
      ? 1
      : Number(fundRate(currency, fund.currency, to)) / Number(fundRate(currency, fund.currency, from))
    const own = fund.type === 'MONEY MARKET' ? 0 : swing(`${code} ${to}`) * (each.hedged ? 0.0004 : 0.00005)
    const exact = (Number(was.nav) * (1 + earned + own)) / currencyMove
    const pays = each.distributes && from < QUARTER_END && to >= QUARTER_END
    const distribution = pays ? new Big(exact * 0.0065).round(2) : null
    const nav = new Big(exact).minus(distribution ?? 0).round(decimals)
    return [figuresOf(fund, each, { nav, shares: was.shares }, to, distribution, 'trade')]
  })
}

function launched(fund: DemoFund, { startNav, decimals, weight }: DemoClass): ClassState {
  const nav = new Big(startNav.toFixed(decimals))
  return {
    nav,
    shares: new Big(fund.millions * 20_000).times(weight.toFixed(4)).div(nav).round(0),
  }
}

/** Adds the flows of the period and writes the class's figures. */
export function figuresOf(
  fund: DemoFund,
  { code, name, currency }: DemoClass,
  { nav, shares }: ClassState,
  day: Day,
  distribution: Big | null,
  flows: 'none' | 'trade' | 'launch',
): ClassFigures {
  const flow = (way: string) =>
    flows === 'trade' && steady(`${way}? ${code} ${day}`) < 0.7
      ? shares.times((steady(`${way} ${code} ${day}`) * 0.0035).toFixed(6)).round(fund.set === 'MFFA' ? 3 : 0)
      : new Big(0)
  const subscriptions = flows === 'launch' ? shares : flow('in')
  const redemptions = flow('out')
  const held = flows === 'launch' ? shares : shares.plus(subscriptions).minus(redemptions)
  return {
    code,
    name,
    currency,
    shares: held.toFixed(),
    subscriptions: subscriptions.toFixed(),
    redemptions: redemptions.toFixed(),
    navPerShare: nav.toFixed(),
    distribution: distribution?.toFixed() ?? null,
    tna: nav.times(held).round(2).toFixed(2),
  }
}
