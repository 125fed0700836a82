import { distributionsOf, type ExactBridge, flowsOf } from './bridge'
import { type Context, each, type Finding, OK, OPEN, ruled } from './context'
import { daysFrom, larger, type Q, q, smaller, sumOf, weekdaysFrom, withinRoot, zero } from './exact'

/** N01 to N15 for a set, in the contract’s order. */
export function navRules(c: Context, bridge: ExactBridge | null): Finding[] {
  return [
    ruled(c.set.now.preambles.every((currency) => currency === c.set.fund.currency)),
    classesComplete(c),
    classTna(c),
    fundTna(c),
    assets(c),
    positive(c),
    navMovement(c),
    rollForward(c),
    dispersion(c),
    benchmark(c),
    navError(c),
    filesComplete(c),
    sourceRates(c),
    capital(c),
    residual(c, bridge),
  ]
}

const NEEDED = ['CLASS TNA', 'SHARES', 'NAV PER SHARE']

function classesComplete(c: Context): Finding {
  const { date, nav } = c.set.now
  const active = c.set.classes
    .filter(({ from, to }) => (from ?? '') <= date && date <= (to ?? '9999'))
    .map(({ code }) => code)
  const found = c.classCodes(c.set.now)
  const once = active.every((code) =>
    NEEDED.every((type) => nav.filter((row) => row.type === type && row.code === code).length === 1),
  )
  return ruled(once && found.every((code) => active.includes(code)))
}

/** Looks at every row of a type; a class without one lacks data, and without any class all do. */
function eachClass(c: Context, type: string, look: (code: string, value: Q) => boolean | null): Finding {
  const rows = c.rows(c.set.now, type)
  const lacking = c.classCodes(c.set.now).filter((code) => !rows.some((row) => row.code === code))
  const candidates = [...rows, ...lacking.map((code) => ({ code, value: null }))]
  if (candidates.length === 0) return OPEN
  return each(candidates, ({ code, value }) => value && look(code, value))
}

function classTna(c: Context): Finding {
  return eachClass(c, 'CLASS TNA', (code, value) => {
    const price = c.element(c.set.now, 'NAV PER SHARE', code)
    const shares = c.element(c.set.now, 'SHARES', code)
    if (!price || !shares) return null
    const step = q(`0.5e-${c.decimals(code)}`).times(shares)
    return value
      .minus(price.times(shares))
      .abs()
      .lte(larger(c.tolerance('N03'), step))
  })
}

function fundTna(c: Context): Finding {
  const rows = c.rows(c.set.now, 'CLASS TNA')
  if (rows.length === 0) return OPEN
  const worth = rows.map(({ value, currency }) => {
    const rate = c.rate(c.set.now, currency)
    return rate && value.times(rate)
  })
  if (worth.includes(null)) return { result: 'NOK' }
  const classes = new Set(rows.map(({ code }) => code)).size
  const gap = c.now.tna.minus(sumOf(worth.map((value) => value ?? zero)))
  return ruled(gap.abs().lte(c.tolerance('N04').times(classes)))
}

function assets(c: Context): Finding {
  const { code } = c.set.fund
  const of = (type: string) => c.element(c.set.now, type, code) ?? zero
  const gap = of('TOTAL ASSETS').minus(of('TOTAL LIABILITIES')).minus(c.now.tna)
  return ruled(gap.abs().lte(c.tolerance('N05')))
}

function positive(c: Context): Finding {
  const { now } = c.set
  const shares = c.rows(now, 'SHARES').every(({ value }) => value.gte(0))
  const prices = c
    .rows(now, 'NAV PER SHARE')
    .every(({ code, value }) => value.gt(0) || !(c.element(now, 'SHARES', code) ?? zero).gt(0))
  return ruled(c.now.tna.gt(0) && shares && prices)
}

function navMovement(c: Context): Finding {
  const { previous, now } = c.set
  if (!previous) return OPEN
  return eachClass(c, 'NAV PER SHARE', (code, value) => {
    const movement = c.movement(code, value)
    const p = c.element(previous, 'NAV PER SHARE', code)
    if (!movement || !p) return null
    const small = q(`1e-${c.decimals(code)}`).lt(p.times('0.00005'))
    const held = (c.element(now, 'SHARES', code) ?? zero).gt(0)
    const still = movement.eq(0) && held && small && c.set.fund.type !== 'MONEY MARKET'
    return withinRoot(movement, c.percent('movement'), c.days) && !still
  })
}

function rollForward(c: Context): Finding {
  const { previous, now } = c.set
  if (!previous) return OPEN
  return eachClass(c, 'SHARES', (code, value) => {
    const p = c.element(previous, 'SHARES', code)
    if (!p) return null
    const bought = c.element(now, 'SUBSCRIPTIONS', code) ?? zero
    const sold = c.element(now, 'REDEMPTIONS', code) ?? zero
    return value.minus(p.plus(bought).minus(sold)).abs().lte(c.tolerance('N08'))
  })
}

function dispersion(c: Context): Finding {
  const groups = new Map<string, Map<string, Q[]>>()
  for (const { code, currency, value } of c.rows(c.set.now, 'NAV PER SHARE')) {
    const movement = c.movement(code, value)
    if (!movement) continue
    // It is unknown whether a class missing from the reference data is hedged.
    const shareClass = c.classOf(code)
    if (!shareClass) continue
    const before = movement.plus(q(shareClass.fee).over(100).times(c.days).over(365))
    const key = `${currency} ${shareClass.hedged}`
    const group = groups.get(key) ?? new Map<string, Q[]>()
    group.set(code, [...(group.get(code) ?? []), before])
    groups.set(key, group)
  }
  const compared = [...groups.values()]
    .filter((group) => group.size > 1)
    .map((group) => [...group.values()].flat())
  if (compared.length === 0) return OPEN
  return ruled(compared.every((of) => of.reduce(larger).minus(of.reduce(smaller)).lte(c.percent('N09'))))
}

function benchmark(c: Context): Finding {
  const { previous, now, classes } = c.set
  const level = (day: string) => {
    const found = c.set.benchmark?.find(({ date }) => date === day)
    return found && q(found.level)
  }
  const reference = classes.find((each) => each.reference)
  const movement = reference && c.movement(reference.code)
  const [p, n] = [previous && level(previous.date), level(now.date)]
  if (!movement || !p || !n || p.lte(0)) return OPEN
  return ruled(withinRoot(movement.minus(n.over(p).minus(1)), c.percent('N10'), c.days))
}

function navError(c: Context): Finding {
  const { firstSent } = c.set
  if (!firstSent) return OPEN
  return eachClass(c, 'NAV PER SHARE', (code, value) => {
    const sent = firstSent[code]
    return sent === undefined ? null : value.minus(sent).abs().lt(c.threshold.times(value))
  })
}

function filesComplete(c: Context): Finding {
  const has = c.set.now.lines !== null
  const { set } = c.set.fund
  if (set === 'FIA 2') return OK
  if (set !== null) return ruled(has)
  return c.set.previous ? ruled(has || c.set.previous.lines === null) : OPEN
}

interface Stored {
  rate: Q
  old: boolean
}
function stored(c: Context, currency: string): Stored | null {
  if (currency === c.set.siteCurrency) return { rate: q(1), old: false }
  const { date } = c.set.now
  const latest = c.set.rates
    .filter((each) => each.currency === currency && each.date <= date)
    .sort((a, b) => b.date.localeCompare(a.date))[0]
  if (!latest || daysFrom(latest.date, date) > 5) return null
  return { rate: q(latest.rate), old: weekdaysFrom(latest.date, date) > 1 }
}

function sourceRates(c: Context): Finding {
  const { currency: home } = c.set.fund
  const rows = c.rows(c.set.now, 'FX RATE').filter(({ code }) => code !== home)
  const base = stored(c, home)
  const expected = (code: string) => {
    const own = stored(c, code)
    return own && base?.rate.gt(0) ? own.rate.over(base.rate) : null
  }
  return each(
    rows,
    ({ code, value }) => {
      const rate = expected(code)
      if (!rate) return null
      const limit = c.percent(base?.old || stored(c, code)?.old ? 'N13 old' : 'N13')
      return value.minus(rate).abs().lte(limit.times(rate))
    },
    ({ code, value }) => {
      const of = (c.now.positions ?? []).filter(({ line }) => line.quotationCurrency === code)
      const worth = c.now.positions ? sumOf(of.map((line) => line.value)) : c.now.tna
      return value.eq(0)
        ? zero
        : q(1)
            .minus((expected(code) ?? zero).over(value))
            .times(worth)
    },
  )
}

function capital(c: Context): Finding {
  const flows = flowsOf(c)
  if (!c.before || !c.sameYear || !flows) return OPEN
  const change = c.net(c.now, 'capital').minus(c.net(c.before, 'capital')).neg()
  const alone = change.minus(flows).abs()
  const gap = smaller(alone, change.minus(flows).minus(distributionsOf(c)).abs())
  return ruled(gap.lte(c.points('N14').times(c.before.tna)), [gap])
}

function residual(c: Context, bridge: ExactBridge | null): Finding {
  if (!bridge || !c.before) return OPEN
  const limit = c.points('N15').times(c.before.tna)
  return ruled(withinRoot(bridge.residual, limit, c.days), [bridge.residual])
}
