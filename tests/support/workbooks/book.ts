import { addDays, daysFrom, daysInYear, type Q, q, sumOf, zero } from '../rule-oracle/exact'
import { thirty360 } from '../rule-oracle/inventory-rules'
import type { Fee } from './control-set'
import { type Holding, rateOf, type World } from './world'

/** A fund’s books on a NAV date, in fund currency: the start of the next date. */
export interface Books {
  capital: Q
  income: Q
  /** By fee: accrued since the first date, and never paid. */
  fees: Q[]
  /** Cash in fund currency. */
  cash: Q
  tna: Q
  classes: { shares: Q; price: Q; tna: Q }[]
  /** Level of a benchmark with the performance of the reference class. */
  level: Q
}

/** The double-entry books of a world, one per date: each follows from the previous one. */
export function booksOf(world: World): Books[] {
  const all: Books[] = []
  for (const at of world.dates.keys()) {
    const before = all[at - 1]
    all.push(before ? nextBooks(world, at, before) : firstBooks(world))
  }
  return all
}

/** The first date: securities are bought, the rest of TNA is cash in fund currency. */
function firstBooks(world: World): Books {
  const [date = ''] = world.dates
  const classes = world.classes.map(({ shares, price, opens }) => {
    const held = opens ? zero : shares
    return { shares: held, price, tna: price.times(held).round(2) }
  })
  const tna = tnaOf(world, 0, classes)
  const fees = world.fees.map((fee) => feeOf(world, fee, { tna, classes }, 0, addDays(date, -30), date))
  const cash = tna.minus(heldValue(world, 0)).minus(itemsValue(world, 0)).plus(sumOf(fees))
  const capital = tna.times('0.97').round(2)
  return { capital, income: world.income, fees, cash, tna, classes, level: q(1500) }
}

/** The next date: prices, rates, flows, income and fees since are booked, and shared by the classes. */
function nextBooks(world: World, at: number, before: Books): Books {
  const [from = '', date = ''] = world.dates.slice(at - 1)
  const ofClasses = (amount: (of: World['classes'][number], held: Books['classes'][number]) => Q) =>
    sumOf(world.classes.flatMap((of, i) => (before.classes[i] ? [amount(of, before.classes[i])] : [])))
  const flows = ofClasses(({ of, bought, sold, dealtAt }, { price }) =>
    (bought[at] ?? zero)
      .minus(sold[at] ?? zero)
      .times(dealtAt?.[at - 1] ?? price)
      .times(rateOf(world, of.currency, at - 1)),
  )
  const paid = ofClasses(({ of, distributions }, { shares }) =>
    (distributions[at] ?? zero).times(shares).times(rateOf(world, of.currency, at)),
  )
  const capital = before.capital
    .plus(world.unbooked ? zero : flows)
    .minus(paid)
    .round(2)
  const fees = world.fees.map((fee, i) =>
    (before.fees[i] ?? zero).plus(feeOf(world, fee, before, at - 1, from, date)),
  )
  const trades = world.holdings.map((holding) => traded(world, holding, at))
  const dividends = world.dividends[at] ?? zero
  const interest = sumOf(trades.map((each) => each.interest)).round(2)
  const cash = before.cash
    .plus(capital.minus(before.capital))
    .plus(dividends)
    .plus(sumOf(trades.map((each) => each.cash)))
    .minus(sumOf(world.items.map((item) => settled(world, item, at))))
  const tna = heldValue(world, at).plus(itemsValue(world, at)).plus(cash).minus(sumOf(fees))
  const { classes, growth } = pricedClasses(world, at, before, tna)
  return {
    capital,
    income: before.income.plus(dividends).plus(interest),
    fees,
    cash,
    tna,
    classes,
    level: before.level.times(growth).round(4),
  }
}

/** Accrued interest of a holding in fund currency. */
export function accruedOf(world: World, holding: Holding, at: number): Q {
  const { coupon, dayCount, factor } = holding
  const [quantity, last, date] = [holding.quantities[at], holding.lastCoupons[at], world.dates[at]]
  if (!coupon || !dayCount || !quantity || !last || !date) return zero
  const days = dayCount === '30/360' ? thirty360(last, date) : daysFrom(last, date)
  const basis = dayCount === 'ACT/365' ? 365 : dayCount === 'ACT/ACT' ? daysInYear(date) : 360
  const interest = quantity
    .times(factor ?? 1)
    .times(coupon)
    .times(days)
    .over(basis)
    .times(rateOf(world, holding.currency, at))
  return interest.times(at === world.dates.length - 1 ? world.accruedTimes : 1).round(2)
}

const cleanPrice = (world: World, { prices, factor, currency }: Holding, at: number): Q =>
  (prices[at] ?? zero).times(factor ?? 1).times(rateOf(world, currency, at))

/** Market value of a holding in fund currency, accrued interest included. */
export function worthOf(world: World, holding: Holding, at: number): Q {
  const quantity = holding.quantities[at]
  if (!quantity) return zero
  if (holding.values) return holding.values[at] ?? zero
  return quantity
    .times(cleanPrice(world, holding, at))
    .plus(accruedOf(world, holding, at))
    .round(2)
}

export const accountValue = (world: World, { currency, units }: World['accounts'][number], at: number): Q =>
  units.times(rateOf(world, currency, at)).round(2)

export const itemValue = (world: World, { currency, amounts }: World['items'][number], at: number): Q =>
  (amounts[at] ?? zero).times(rateOf(world, currency, at)).round(2)

const itemsValue = (world: World, at: number) => sumOf(world.items.map((item) => itemValue(world, item, at)))

/** Assets except cash in fund currency. */
function heldValue(world: World, at: number): Q {
  const securities = world.holdings.map((holding) => worthOf(world, holding, at))
  return sumOf([...securities, ...world.accounts.map((account) => accountValue(world, account, at))])
}

/** The growth of an item, excluding its currency. */
function settled(world: World, item: World['items'][number], at: number): Q {
  const moved = rateOf(world, item.currency, at).over(rateOf(world, item.currency, at - 1))
  return itemValue(world, item, at).minus(
    itemValue(world, item, at - 1)
      .times(moved)
      .round(2),
  )
}

/** Trades at the mean of both prices, interest as income; a new line at its price, a closed one at its last. */
function traded(world: World, holding: Holding, at: number): { cash: Q; interest: Q } {
  const [before, now] = [holding.quantities[at - 1], holding.quantities[at]]
  if (holding.values || (!before && !now)) return { cash: zero, interest: zero }
  if (!before) return { cash: worthOf(world, holding, at).neg(), interest: zero }
  if (!now) return { cash: worthOf(world, holding, at - 1), interest: zero }
  const middle = cleanPrice(world, holding, at - 1)
    .plus(cleanPrice(world, holding, at))
    .over(2)
  const bought = holding.split ? zero : now.minus(before).times(middle).round(2)
  const moved = rateOf(world, holding.currency, at).over(rateOf(world, holding.currency, at - 1))
  const remaining = accruedOf(world, holding, at - 1).times(moved)
  const paidOut = holding.lastCoupons[at - 1] !== holding.lastCoupons[at]
  const coupon = paidOut ? remaining.times('1.05').round(2) : zero
  const interest = accruedOf(world, holding, at).minus(remaining).plus(coupon)
  return { cash: coupon.minus(bought), interest }
}

/** The fee for the days between two dates, to the cent. */
function feeOf(
  world: World,
  { rate, amount, days }: Fee,
  { tna, classes }: Pick<Books, 'tna' | 'classes'>,
  at: number,
  from: string,
  to: string,
): Q {
  const ofClasses = world.classes.map(({ of }, i) =>
    q(of.fee)
      .over(100)
      .times(classes[i]?.tna ?? zero)
      .times(rateOf(world, of.currency, at)),
  )
  const ofFund = amount === null ? sumOf(ofClasses) : q(amount)
  const yearly = rate === null ? ofFund : q(rate).over(100).times(tna)
  return yearly
    .times(daysFrom(from, to))
    .over(days === 'ACT' ? daysInYear(to) : days)
    .round(2)
}

const tnaOf = (world: World, at: number, classes: Books['classes']) =>
  sumOf(classes.map(({ tna }, i) => tna.times(rateOf(world, world.classes[i]?.of.currency ?? '', at)))).round(
    2,
  )

/**
 * The value of each class: all grow alike, except for fees, distributions and, unless hedged, their currency rate. `growth`
 * is that of the reference class.
 */
function pricedClasses(world: World, at: number, before: Books, tna: Q) {
  const days = daysFrom(world.dates[at - 1] ?? '', world.dates[at] ?? '')
  const net = (fee: string) => q(1).minus(q(fee).times(days).over(36_500))
  const traded = world.classes.map((each, i) => {
    const { of, bought, sold, distributions, opens } = each
    const { shares, price } = before.classes[i] ?? { shares: zero, price: each.price }
    const rate = rateOf(world, of.currency, at)
    const moved = of.hedged ? q(1) : rateOf(world, of.currency, at - 1).over(rate)
    return {
      shares: shares.plus(bought[at] ?? zero).minus(sold[at] ?? zero),
      price,
      part: moved.times(price).times(net(of.fee)),
      paid: distributions[at] ?? zero,
      rate,
      decimals: of.decimals,
      opens: opens && at === 1,
    }
  })
  const total = (of: typeof traded, perShare: (each: (typeof traded)[number]) => Q) =>
    sumOf(of.map((each) => perShare(each).times(each.shares).times(each.rate)))
  const old = traded.filter(({ opens }) => !opens)
  const growth = tna
    .minus(
      total(
        traded.filter(({ opens }) => opens),
        ({ price }) => price,
      ),
    )
    .plus(total(old, ({ paid }) => paid))
    .over(total(old, ({ part }) => part))
  const worth = traded.map(({ shares, price, part, paid, opens }) => {
    const perShare = opens ? price : part.times(growth).minus(paid)
    return { shares, price: perShare, tna: perShare.times(shares).round(2) }
  })
  // The first class is in fund currency and takes the rounding cents.
  const [first] = worth
  if (first) first.tna = first.tna.plus(tna.minus(tnaOf(world, at, worth)))
  const reference = world.classes.find(({ of }) => of.reference)?.of.fee ?? '0'
  return {
    growth: growth.times(net(reference)),
    classes: worth.map(({ shares, price, tna: own }, i) => ({
      shares,
      price: (shares.eq(0) ? price : own.over(shares)).round(traded[i]?.decimals ?? 2),
      tna: own,
    })),
  }
}
