import type { OptionalField, OtherFund } from '../workbooks/control-set'
import type { LineType } from '../workbooks/fund-model'
import { concentration } from './concentration'
import { type Context, each, type Finding, OK, OPEN, type Pair, type Position, ruled } from './context'
import {
  compareRoot,
  daysFrom,
  daysInYear,
  larger,
  type Q,
  q,
  root,
  sumOf,
  weekdaysFrom,
  withinRoot,
  zero,
} from './exact'

/** I01 to I16 for a set, in the contract’s order. */
export function inventoryRules(c: Context): Finding[] {
  const lines = c.now.positions
  if (!lines) return Array.from({ length: 16 }, () => OPEN)
  const has = (...fields: OptionalField[]) => !fields.some((field) => c.set.now.missing.includes(field))
  const priced = lines.filter(({ type }) => ['Equity', 'Bond', 'Fund'].includes(type))
  const noCash = lines.filter(({ type }) => type !== 'Cash')
  return [
    lineValue(c, lines),
    each(noCash, ({ quantity, price, type }) =>
      !quantity || quantity.eq(0) ? true : price !== null && (price.gt(0) || type === 'Derivative'),
    ),
    each(noCash, (line) => isFresh(c, line)),
    priceMovement(c, lines),
    has('isin') ? each(priced, ({ line }) => isIsin(line.isin)) : OPEN,
    ruled(new Set(lines.map(({ code }) => code)).size === lines.length),
    has('fxRate') ? lineRates(c, lines) : OPEN,
    portfolio(c, lines),
    cash(c, lines),
    has('navPercent') ? percents(c, lines) : OPEN,
    has('maturityDate')
      ? each(
          lines,
          ({ quantity, line }) =>
            !quantity || line.maturityDate === null
              ? null
              : quantity.eq(0) || line.maturityDate >= c.set.now.date,
          ({ value }) => value,
        )
      : OPEN,
    has('issuer') ? concentration(c, lines) : OPEN,
    typeMovement(c, priced),
    frozenPrices(c, priced),
    has('isin') ? acrossFunds(c, priced) : OPEN,
    has('coupon', 'lastCouponDate', 'dayCount') ? interest(c, lines) : OPEN,
  ]
}

function lineValue(c: Context, lines: Position[]): Finding {
  const of = lines.filter(({ type }) => type !== 'Cash' && type !== 'Derivative')
  return each(of, ({ quantity, price, factor, fx, accrued, value }) => {
    if (!price || !fx || !quantity) return null
    const gap = quantity.times(price).times(factor).times(fx).plus(accrued).minus(value).abs()
    return gap.lte(larger(c.tolerance('I01'), c.percent('I01 share').times(value.abs())))
  })
}

function isFresh(c: Context, { type, line }: Position): boolean {
  const { date } = c.set.now
  if (!line.priceDate || line.priceDate > date) return false
  return c.tolerance(`I03 ${type}`).gte(weekdaysFrom(line.priceDate, date))
}

const LIMITED: LineType[] = ['Equity', 'Bond', 'Fund']

function priceMovement(c: Context, lines: Position[]): Finding {
  const old = c.before?.positions
  if (!old) return OPEN
  const candidates = lines.filter(({ type }) => LIMITED.includes(type) || type === 'Other')
  if (candidates.length === 0) return OK
  const pairs = new Map(c.pairs.map((pair) => [pair.code, pair]))
  const moving = c.pairs.filter(({ type }) => type !== 'Derivative')
  const breaches = new Set<string>()
  let isApplicable = moving.length > 0

  const size = c.percent('I04 size').times(c.now.tna)
  for (const { code, type, quantity, price, factor, fx } of candidates) {
    const pair = pairs.get(code)
    const before = pair?.priceBefore ?? old.find((each) => each.code === code)?.price
    if (!before || !price || !fx) continue
    isApplicable = true
    if (!LIMITED.includes(type) || before.lte(0) || !quantity) continue
    const effect = quantity.times(price.minus(before)).times(factor).times(fx).abs()
    if (!withinRoot(price.over(before).minus(1), c.percent(`I04 ${type}`), c.days) && effect.gte(size))
      breaches.add(code)
  }

  const limit = c.threshold.over(4).times(c.now.tna)
  for (const { code, priceEffect } of moving)
    if (compareRoot(priceEffect, limit, c.days) >= 0) breaches.add(code)
  const near = moving.filter(
    ({ type, price, priceBefore }) =>
      LIMITED.includes(type) &&
      priceBefore.gt(0) &&
      !withinRoot(price.over(priceBefore).minus(1), c.percent(`I04 ${type}`).times('0.75'), c.days),
  )
  if (compareRoot(sumOf(near.map(({ priceEffect }) => priceEffect.abs())), limit, c.days) >= 0)
    for (const { code } of near) breaches.add(code)

  if (!isApplicable) return OPEN
  const far = moving.filter((pair) => breaches.has(pair.code) && isFar(c, pair))
  return ruled(
    breaches.size === 0,
    far.map(({ priceEffect }) => priceEffect),
  )
}

/** Above the smaller of four times the limit and 30 %. */
function isFar(c: Context, { type, price, priceBefore }: Pair): boolean {
  if (priceBefore.lte(0)) return false
  const movement = price.over(priceBefore).minus(1)
  const byLimit =
    LIMITED.includes(type) && compareRoot(movement, c.percent(`I04 ${type}`).times(4), c.days) > 0
  return byLimit || movement.abs().gt('0.3')
}

/** Two letters, nine letters or digits and the right check digit (ISO 6166). */
function isIsin(text: string | null): boolean {
  if (!text || !/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text)) return false
  return isinCheck(text.slice(0, 11)) === text[11]
}
/** The check digit of the first eleven places. */
export function isinCheck(eleven: string): string {
  const digits = [...eleven].map((place) => Number.parseInt(place, 36)).join('')
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

function lineRates(c: Context, lines: Position[]): Finding {
  const upload = c.set.now
  const expected = ({ line }: Position): Q => {
    const rate = c.rate(upload, line.quotationCurrency)
    if (rate) return rate
    const first = lines.find(
      (each) => each.line.quotationCurrency === line.quotationCurrency && each.line.fxRate !== null,
    )
    return first?.fx ?? zero
  }
  return each(
    lines,
    (line) => {
      if (line.line.fxRate === null || !line.fx) return null
      const rate = expected(line)
      return line.fx.minus(rate).abs().lte(c.percent('I07').times(rate))
    },
    (line) => (line.fx?.eq(0) ? zero : line.value.times(q(1).minus(expected(line).over(line.fx ?? 1)))),
  )
}

function portfolio(c: Context, lines: Position[]): Finding {
  const of = lines.filter(({ type }) => type !== 'Cash' && type !== 'Derivative')
  const gap = sumOf(of.map(({ value }) => value)).minus(c.net(c.now, 'securities', 'accrued interest'))
  return ruled(gap.abs().lte(c.tolerance('I08')))
}

function cash(c: Context, lines: Position[]): Finding {
  const of = lines.filter(({ type }) => type === 'Cash')
  if (of.length === 0) return OK
  const gap = sumOf(of.map(({ value }) => value)).minus(c.net(c.now, 'cash'))
  return ruled(gap.abs().lte(c.tolerance('I09')))
}

function percents(c: Context, lines: Position[]): Finding {
  if (c.now.tna.lte(0)) return OPEN
  return each(lines, ({ line, value }) => {
    if (line.navPercent === null) return null
    const gap = q(line.navPercent).minus(value.over(c.now.tna).times(100))
    return gap.abs().lte(c.tolerance('I10'))
  })
}

function typeMovement(c: Context, priced: Position[]): Finding {
  const tna = c.before?.tna
  if (!c.before?.positions || !tna) return OPEN
  if (priced.length === 0) return OK
  const impacts: Q[] = []
  let isApplicable = false
  for (const type of LIMITED) {
    const pairs = c.pairs.filter((pair) => pair.type === type)
    const base = sumOf(pairs.map((pair) => pair.base))
    if (base.lte(0)) continue
    isApplicable = true
    const effect = sumOf(pairs.map(({ priceEffect }) => priceEffect))
    const limit = c.percent(`I13 ${type}`)
    const far = !withinRoot(effect.over(base), limit, c.days)
    if (far && effect.abs().gte(c.points('I13 size').times(tna)))
      impacts.push(effect.abs().minus(limit.times(root(c.days)).times(base)))
  }
  return isApplicable ? { ...ruled(impacts.length === 0, impacts), breaches: impacts.length } : OPEN
}

function frozenPrices(c: Context, priced: Position[]): Finding {
  if (!c.before?.positions) return OPEN
  if (priced.length === 0) return OK
  const pairs = c.pairs.filter(({ type, quantity }) => LIMITED.includes(type) && !quantity.eq(0))
  if (pairs.length === 0) return OPEN
  const worth = (of: Pair[]) => sumOf(of.map(({ value }) => value))
  const frozen = pairs.filter((pair) => pair.frozen)
  const all = worth(pairs)
  const tooMany = all.gt(0) && worth(frozen).gt(c.percent('I14').times(all))
  const size = c.points('I14 size').times(c.now.tna)
  const breaches = frozen.filter(({ type, value }) => tooMany || (type === 'Equity' && value.gte(size)))
  const move = c.percent('movement').times(root(c.days))
  const impacts = breaches.map(({ value }) => value.times(move))
  return { ...ruled(breaches.length === 0, impacts), breaches: breaches.length }
}

/** The median price of other funds for the line; null if none has it. */
function medianOf(c: Context, { line }: Position): Q | null {
  const { isin, quotationCurrency, priceDate } = line
  return isin && priceDate ? medianPrice(c.set.others, isin, quotationCurrency, priceDate) : null
}

/** The lower middle price of an instrument and day, one per fund, from its latest NAV that has it. */
export function medianPrice(
  others: OtherFund[],
  isin: string,
  currency: string,
  priceDate: string,
): Q | null {
  const latest = new Map<string, { navDate: string; price: Q }>()
  for (const { fund, navDate, cancelled, lines } of others) {
    const same = lines.find(
      (each) => each.isin === isin && each.currency === currency && each.priceDate === priceDate,
    )
    const current = latest.get(fund)
    if (same && !cancelled && (!current || current.navDate < navDate))
      latest.set(fund, { navDate, price: q(same.price) })
  }
  const prices = [...latest.values()].map(({ price }) => price).sort((a, b) => a.cmp(b))
  return prices[Math.floor((prices.length - 1) / 2)] ?? null
}

function acrossFunds(c: Context, priced: Position[]): Finding {
  const medians = new Map(priced.map((line) => [line, medianOf(c, line)]))
  return each(
    priced,
    (line) => {
      const median = medians.get(line)
      if (!line.price || !median || median.lte(0)) return null
      return line.price
        .minus(median)
        .abs()
        .lte(c.percent(`I15 ${line.type}`).times(median))
    },
    (line) =>
      (line.quantity ?? zero)
        .times(line.factor)
        .times((line.price ?? zero).minus(medians.get(line) ?? zero))
        .times(line.fx ?? zero),
  )
}

/** Days of 30/360 (ISDA). */
export function thirty360(from: string, to: string): number {
  const [y1, m1, d1] = from.split('-').map(Number) as [number, number, number]
  const [y2, m2, d2] = to.split('-').map(Number) as [number, number, number]
  const first = Math.min(d1, 30)
  const last = d2 === 31 && first === 30 ? 30 : d2
  return (y2 - y1) * 360 + (m2 - m1) * 30 + last - first
}

function interest(c: Context, lines: Position[]): Finding {
  const { date } = c.set.now
  const bases: Record<string, number> = {
    '30/360': 360,
    'ACT/360': 360,
    'ACT/365': 365,
    'ACT/ACT': daysInYear(date),
  }
  /** Interest for this many days. */
  const of = ({ line, quantity, factor, fx }: Position, days: number): Q | null => {
    const basis = bases[line.dayCount ?? '']
    if (line.coupon === null || !basis || !fx || !quantity) return null
    return quantity.times(factor).times(line.coupon).times(days).over(basis).times(fx)
  }
  const gap = (position: Position): Q | null => {
    const from = position.line.lastCouponDate
    if (!from) return null
    const days = position.line.dayCount === '30/360' ? thirty360(from, date) : daysFrom(from, date)
    const expected = of(position, days)
    return expected && position.accrued.minus(expected).abs()
  }
  return each(
    lines.filter(({ type }) => type === 'Bond'),
    (position) => {
      const [found, four] = [gap(position), of(position, 4)]
      if (!found || !four) return null
      if ((position.line.lastCouponDate ?? '') > date) return false
      return found.lte(larger(c.tolerance('I16'), c.tolerance('I16 days').over(4).times(four.abs())))
    },
    (position) => gap(position) ?? zero,
  )
}
