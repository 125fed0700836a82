import { type ClassState, rateOf, rowsBefore, rowsNow } from './class-rows'
import { daysFrom, daysInYear, type Q, q, sumOf, zero } from './exact'
import { thirty360 } from './inventory-rules'
import type { BalanceRow, Line, NavRow, Upload } from './model'
import { type Holding, near, priceDay, type World } from './world'

type At = 0 | 1
const SECURITIES: Partial<Record<Line['type'], string>> = {
  Equity: '211000',
  Bond: '212000',
  Fund: '213000',
  Other: '214000',
}

/** Keeps the books of a world in double entry, and gives what the administrator sends on both dates. */
export function bookOf(world: World): { previous: Upload; now: Upload } {
  const book = new Book(world)
  return { previous: book.upload(0), now: book.upload(1) }
}

class Book {
  private readonly days: number
  private readonly tna: [Q, Q]
  private readonly nets: [Map<string, Q>, Map<string, Q>]
  private readonly classRows: [NavRow[], NavRow[]]
  private readonly currencies = new Map<string, string>()

  constructor(private readonly world: World) {
    this.days = daysFrom(world.dateBefore, world.date)
    const before = this.openingBalance()
    const tnaBefore = this.worth(before)
    before.set('100000', sumOf(before.values()).neg())
    const classesBefore = this.classesBefore(tnaBefore)
    const flows = this.flows(classesBefore)
    const now = this.closingBalance(before, tnaBefore, flows, classesBefore)
    const tna = this.worth(now)
    now.set('790000', (now.get('790000') ?? zero).minus(sumOf(now.values())))
    this.tna = [tnaBefore, tna]
    this.nets = [before, now]
    this.classRows = [rowsBefore(world, classesBefore), rowsNow(world, classesBefore, tna)]
  }

  private rate(currency: string, at: At): Q {
    return rateOf(this.world, currency, at)
  }
  private day(at: At): string {
    return at === 0 ? this.world.dateBefore : this.world.date
  }
  private worth(nets: Map<string, Q>): Q {
    return sumOf([...nets].filter(([number]) => /^[2345]/.test(number)).map(([, net]) => net))
  }

  /** Accrued interest of a holding in fund currency. */
  accrued(holding: Holding, at: At): Q {
    const { coupon, dayCount, factor } = holding
    const [quantity, last] = [holding.quantities[at], holding.lastCoupons[at]]
    if (!coupon || !dayCount || !quantity || !last) return zero
    const date = this.day(at)
    const days = dayCount === '30/360' ? thirty360(last, date) : daysFrom(last, date)
    const basis = dayCount === 'ACT/365' ? 365 : dayCount === 'ACT/ACT' ? daysInYear(date) : 360
    const interest = quantity
      .times(factor ?? 1)
      .times(coupon)
      .times(days)
      .over(basis)
      .times(this.rate(holding.currency, at))
    return interest.times(at === 1 ? this.world.accruedTimes : 1).round(2)
  }

  private value(holding: Holding, at: At): Q {
    const quantity = holding.quantities[at]
    if (!quantity) return zero
    if (holding.type === 'Derivative') return this.forwardValue(holding, at)
    const clean = quantity
      .times(holding.prices[at])
      .times(holding.factor ?? 1)
      .times(this.rate(holding.currency, at))
    return clean.round(2).plus(this.accrued(holding, at))
  }

  /** A forward earns what the hedged classes' currencies gained. */
  private forwardValue(holding: Holding, at: At): Q {
    const start = holding.prices[0].times(1000)
    if (at === 0) return start.round(2)
    const gains = this.world.classes.map(({ of, share }) => {
      if (!of.hedged) return zero
      const move = this.rate(of.currency, 1).over(this.rate(of.currency, 0)).minus(1)
      return this.held(0).times(near(share, 6)).times(move)
    })
    return start.plus(sumOf(gains)).round(2)
  }
  private held(at: At): Q {
    const of = this.world.holdings.filter(({ type }) => type !== 'Derivative')
    return sumOf(of.map((holding) => this.value(holding, at)))
  }

  /** What both balances take straight from the portfolio. */
  private portfolio(nets: Map<string, Q>, at: At) {
    for (const holding of this.world.holdings) {
      const accrued = this.accrued(holding, at)
      const value = this.value(holding, at).minus(accrued)
      add(nets, SECURITIES[holding.type] ?? '351000', value)
      if (!accrued.eq(0)) add(nets, '381000', accrued)
    }
  }

  private openingBalance(): Map<string, Q> {
    const nets = new Map<string, Q>()
    this.portfolio(nets, 0)
    this.world.cash.forEach(({ currency, before }, i) => {
      this.currencies.set(`51100${i}`, currency)
      nets.set(`51100${i}`, before)
    })
    const [foreign] = Object.keys(this.world.rates)
    this.currencies.set('302000', foreign ?? this.world.currency)
    nets.set('301000', q('1234.56'))
    nets.set('302000', q('2500.10'))
    nets.set('401000', q('-987.65'))
    this.world.fees.forEach(({ prefix }, i) => {
      nets.set(`${prefix}00`, near(5000 + 777.77 * i, 2))
      nets.set(`46${i}000`, near(-1500 - 111.11 * i, 2))
    })
    nets.set('469000', q('-640.25'))
    nets.set('650000', q('12.34'))
    nets.set('710000', q('-20000'))
    nets.set('720000', q('-31000.5'))
    nets.set('690000', q('4000'))
    nets.set('790000', q('-9000'))
    return nets
  }

  private classesBefore(tna: Q): ClassState[] {
    let left = tna
    const last = this.world.classes.map(({ share }) => share > 0).lastIndexOf(true)
    return this.world.classes.map(({ of, share, price }, i) => {
      if (share === 0) return { shares: zero, price, tna: zero }
      const rate = this.rate(of.currency, 0)
      const own = (i === last ? left : tna.times(near(share, 6))).over(rate).round(2)
      left = left.minus(own.times(rate))
      const shares = own.over(price).round(3)
      return { shares, price: own.over(shares).round(of.decimals), tna: own }
    })
  }

  private flows(before: { price: Q }[]): Q {
    const each = this.world.classes.map(({ of, bought, sold }, i) =>
      bought
        .minus(sold)
        .times(before[i]?.price ?? zero)
        .times(this.rate(of.currency, 0)),
    )
    return sumOf(each).round(2)
  }

  private closingBalance(before: Map<string, Q>, tna: Q, flows: Q, classes: ClassState[]) {
    const { world } = this
    const nets = new Map<string, Q>()
    this.portfolio(nets, 1)
    for (const [number, net] of before) {
      if (/^(2|351|381)/.test(number)) continue
      const currency = this.currencies.get(number) ?? world.currency
      const moved = /^[345]/.test(number)
        ? net.times(this.rate(currency, 1)).over(this.rate(currency, 0)).round(2)
        : net
      nets.set(number, moved)
    }
    const cash = (amount: Q) => add(nets, '511000', amount)

    const paid = sumOf(
      world.classes.map(({ of, distribution }, i) =>
        distribution.times(classes[i]?.shares ?? zero).times(this.rate(of.currency, 1)),
      ),
    ).round(2)
    if (!world.unbooked) {
      cash(flows)
      add(nets, '100000', flows.neg())
    }
    cash(paid.neg())
    if (!paid.eq(0)) add(nets, '110000', paid)
    cash(world.dividends)
    add(nets, '710000', world.dividends.neg())
    for (const holding of world.holdings) this.trade(holding, nets, cash)

    world.fees.forEach((fee, i) => {
      const year = fee.days === 'ACT' ? daysInYear(world.date) : Number(fee.days)
      const share = q(this.days).over(year)
      const ofClasses = world.classes.map(({ of }, c) =>
        q(of.fee)
          .over(100)
          .times(classes[c]?.tna ?? zero)
          .times(this.rate(of.currency, 0)),
      )
      const yearly =
        fee.rate !== null
          ? q(fee.rate).over(100).times(tna)
          : fee.amount !== null
            ? q(fee.amount)
            : sumOf(ofClasses)
      const amount = yearly.times(share).round(2)
      add(nets, `${fee.prefix}00`, amount)
      add(nets, `46${i}000`, amount.neg())
    })
    add(nets, '469000', q('-3.10'))
    add(nets, '650000', q('3.10'))
    return nets
  }

  /** Trades at the middle of both prices, interest as income; a new line at its price, one that is gone at its last. */
  private trade(holding: Holding, nets: Map<string, Q>, cash: (amount: Q) => void) {
    const [before, now] = holding.quantities
    const clean = (at: At) =>
      holding.prices[at].times(holding.factor ?? 1).times(this.rate(holding.currency, at))
    const accrued = this.accrued(holding, 1)
    if (holding.type === 'Derivative') return
    if (!before) {
      cash(this.value(holding, 1).neg())
      return
    }
    const rates = this.rate(holding.currency, 1).over(this.rate(holding.currency, 0))
    const kept = this.accrued(holding, 0).times(now ? rates : 1)
    if (!now) {
      cash(this.value(holding, 0))
      return
    }
    if (!holding.split)
      cash(
        now
          .minus(before)
          .times(clean(0).plus(clean(1)))
          .over(2)
          .round(2)
          .neg(),
      )
    let interest = accrued.minus(kept)
    if (holding.lastCoupons[0] !== holding.lastCoupons[1]) {
      const coupon = kept.times('1.05').round(2)
      cash(coupon)
      interest = interest.plus(coupon)
    }
    add(nets, '720000', interest.round(2).neg())
  }

  upload(at: At): Upload {
    const { code, currency } = this.world
    const nets = this.nets[at]
    const sides = [...nets].filter(([number]) => /^[2345]/.test(number)).map(([, net]) => net)
    const row = (type: string, value: Q): NavRow => ({ type, code, currency, value: value.text() })
    return {
      date: this.day(at),
      preambles: [currency, currency, currency],
      nav: [
        row('TOTAL ASSETS', sumOf(sides.filter((net) => net.gt(0)))),
        row('TOTAL LIABILITIES', sumOf(sides.filter((net) => net.lt(0))).neg()),
        row('FUND TNA', this.tna[at]),
        ...this.classRows[at],
        ...Object.entries(this.world.rates).map(([each, rates]) => ({
          type: 'FX RATE',
          code: each,
          currency,
          value: rates[at].text(),
        })),
      ],
      balance: [...nets].map(
        ([account, net]): BalanceRow => balanceRow(account, this.currencies.get(account) ?? currency, net),
      ),
      lines: this.lines(at),
      missing: [],
    }
  }

  private lines(at: At): Line[] {
    const percent = (value: Q) => value.over(this.tna[at]).times(100).fixed(4)
    const fx = (currency: string) => this.rate(currency, at).text()
    const held = this.world.holdings.flatMap((holding): Line[] => {
      const quantity = holding.quantities[at]
      if (!quantity) return []
      const value = this.value(holding, at)
      return [
        {
          ...holding,
          subtype: null,
          quantity: quantity.text(),
          price: holding.prices[at].text(),
          priceDate: priceDay(this.day(at)),
          value: value.text(),
          fx: fx(holding.currency),
          accrued: this.accrued(holding, at).text(),
          percent: percent(value),
          lastCoupon: holding.lastCoupons[at],
        },
      ]
    })
    const cash = this.world.cash.map(({ currency, issuer }, i): Line => {
      const value = this.nets[at].get(`51100${i}`) ?? zero
      return {
        ...EMPTY,
        code: `CASH${currency}`,
        currency,
        value: value.text(),
        fx: fx(currency),
        percent: percent(value),
        issuer,
      }
    })
    return [...held, ...cash].map((line) => keepFields(line))
  }
}

const EMPTY: Line = {
  code: '',
  name: 'Cash at bank',
  type: 'Cash',
  subtype: null,
  currency: '',
  quantity: null,
  price: null,
  priceDate: null,
  value: '0',
  isin: null,
  factor: null,
  fx: null,
  accrued: null,
  percent: null,
  maturity: null,
  issuer: null,
  kind: null,
  coupon: null,
  lastCoupon: null,
  dayCount: null,
}
const keepFields = (line: Line) =>
  Object.fromEntries(Object.keys(EMPTY).map((field) => [field, line[field as keyof Line]])) as unknown as Line

const add = (nets: Map<string, Q>, number: string, amount: Q) =>
  nets.set(number, (nets.get(number) ?? zero).plus(amount))

/** A row of a balance with its net on the side where it belongs. */
export const balanceRow = (account: string, currency: string, net: Q): BalanceRow => ({
  account,
  name: `Account ${account}`,
  currency,
  debtor: net.gt(0) ? net.text() : null,
  creditor: net.lt(0) ? net.neg().text() : null,
})
