import { daysFrom, type Q, q, sumOf, zero } from './exact'
import type { NavRow } from './model'
import type { World } from './world'

export interface ClassState {
  shares: Q
  price: Q
  tna: Q
}

/** Fund currency of one unit on the first (0) or the second date (1). */
export function rateOf({ currency: home, rates }: World, currency: string, at: 0 | 1): Q {
  return currency === home ? q(1) : (rates[currency]?.[at] ?? q(1))
}

/** The rows of the classes on the first date. */
export function rowsBefore(world: World, classes: readonly ClassState[]): NavRow[] {
  return world.classes.flatMap(({ of, opens }, i) => {
    const own = classes[i]
    return opens || !own ? [] : classRows(of.code, of.currency, own)
  })
}

/** Their rows on the second: what the fund is worth, shared out by what each class had and was bought. */
export function rowsNow(world: World, before: readonly ClassState[], tna: Q): NavRow[] {
  const held = world.classes.map(({ of, bought, sold, distribution, opens }, i) => {
    const start = before[i] ?? { shares: zero, price: zero }
    const shares = start.shares.plus(bought).minus(sold)
    const rate = rateOf(world, of.currency, of.hedged && !opens ? 1 : 0)
    const fee = q(of.fee).over(100).times(daysFrom(world.dateBefore, world.date)).over(365)
    const weight = shares.times(start.price).times(rate).times(q(1).minus(fee))
    const paid = distribution.times(start.shares).times(rateOf(world, of.currency, 1))
    return { shares, opens, price: start.price, weight: opens ? zero : weight.minus(paid) }
  })
  const fixed = held.map(({ opens, shares, price }, i) =>
    opens ? shares.times(price).times(rateOf(world, world.classes[i]?.of.currency ?? '', 1)) : zero,
  )
  const all = sumOf(held.map(({ weight }) => weight))
  let left = tna
  const last = held.map(({ opens }) => !opens).lastIndexOf(true)
  const worth = held.map(({ opens, weight }, i) => {
    const rate = rateOf(world, world.classes[i]?.of.currency ?? '', 1)
    const rest = tna.minus(sumOf(fixed))
    const own = opens ? (fixed[i] ?? zero) : rest.times(weight).over(all)
    const rounded = own.over(rate).round(2)
    left = left.minus(rounded.times(rate))
    return rounded
  })
  const lastClass = world.classes[last]
  if (lastClass)
    worth[last] = (worth[last] ?? zero).plus(left.over(rateOf(world, lastClass.of.currency, 1)).round(2))
  return world.classes.flatMap(({ of, bought, sold, distribution }, i) => {
    const shares = held[i]?.shares ?? zero
    const own = worth[i] ?? zero
    const price = shares.eq(0) ? q(100) : own.over(shares).round(of.decimals)
    const row = (type: string, value: Q) => ({
      type,
      code: of.code,
      currency: of.currency,
      value: value.text(),
    })
    return [
      ...classRows(of.code, of.currency, { shares, price, tna: own }),
      ...(bought.eq(0) ? [] : [row('SUBSCRIPTIONS', bought)]),
      ...(sold.eq(0) ? [] : [row('REDEMPTIONS', sold)]),
      ...(distribution.eq(0) ? [] : [row('DISTRIBUTION PER SHARE', distribution)]),
    ]
  })
}

function classRows(code: string, currency: string, { shares, price, tna }: { shares: Q; price: Q; tna: Q }) {
  const row = (type: string, value: Q): NavRow => ({ type, code, currency, value: value.text() })
  return [row('CLASS TNA', tna), row('SHARES', shares), row('NAV PER SHARE', price)]
}
