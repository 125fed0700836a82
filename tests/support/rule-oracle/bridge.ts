import type { Fee } from '../workbooks/control-set'
import type { LineType } from '../workbooks/fund-model'
import type { Context, Table } from './context'
import { type Q, q, sumOf, zero } from './exact'
import type { Bridge, Driver } from './result'

/** Flows of one class in fund currency at the previous NAV; null without a rate on either date. */
function classFlow(c: Context, code: string, gone: boolean): Q | null {
  const { previous, now } = c.set
  if (!previous) return null
  const priceBefore = c.element(previous, 'NAV PER SHARE', code)
  const price = priceBefore ?? c.element(now, 'NAV PER SHARE', code)
  const currency =
    c.currencyOf(priceBefore ? previous : now, 'NAV PER SHARE', code) ??
    c.currencyOf(gone ? previous : now, 'SHARES', code)
  if (!price || !currency) return zero
  const rate = c.rate(previous, currency) ?? c.rate(now, currency)
  if (!rate) return null
  const shares = gone
    ? (c.element(previous, 'SHARES', code) ?? zero).neg()
    : (c.element(now, 'SUBSCRIPTIONS', code) ?? zero).minus(c.element(now, 'REDEMPTIONS', code) ?? zero)
  return shares.times(price).times(rate)
}

function flowsByClass(c: Context): Map<string, Q | null> {
  const flows = new Map<string, Q | null>()
  if (!c.set.previous) return flows
  const now = c.classCodes(c.set.now)
  for (const code of now) flows.set(code, classFlow(c, code, false))
  for (const code of c.classCodes(c.set.previous))
    if (!now.includes(code)) flows.set(code, classFlow(c, code, true))
  return flows
}

/** Subscriptions less redemptions of all classes; null if their rates are missing. */
export function flowsOf(c: Context): Q | null {
  const flows = [...flowsByClass(c).values()]
  return flows.includes(null) ? null : sumOf(flows.map((each) => each ?? zero))
}

export function distributionsOf(c: Context): Q {
  const { previous, now } = c.set
  if (!previous) return zero
  const paid = c.rows(now, 'DISTRIBUTION PER SHARE').map(({ code, currency, value }) => {
    const shares = c.element(previous, 'SHARES', code)
    const rate = c.rate(now, currency)
    return shares && rate ? value.times(shares).times(rate) : zero
  })
  return sumOf(paid).neg()
}

/** The fee of d days, by the previous NAV and including the flows since; a fixed amount is the same twice. */
export function expectedFees(c: Context, fee: Fee, yearDays: number): Q[] {
  const { before } = c
  if (!before) return []
  const share = q(c.days).over(fee.days === 'ACT' ? yearDays : q(fee.days))
  const flows = flowsOf(c)
  if (fee.rate !== null) {
    const of = (tna: Q) =>
      q(fee.rate ?? 0)
        .over(100)
        .times(tna)
        .times(share)
    return flows ? [of(before.tna), of(before.tna.plus(flows))] : [of(before.tna)]
  }
  if (fee.amount !== null) return [q(fee.amount).times(share)]
  const byClass = flowsByClass(c)
  const parts = [...byClass].map(([code, flow]) => {
    const tna = c.element(before.upload, 'CLASS TNA', code)
    const rate = c.rate(before.upload, c.currencyOf(before.upload, 'CLASS TNA', code) ?? '')
    const rated = q(c.classOf(code)?.fee ?? 0)
      .over(100)
      .times(share)
    const base = tna && rate ? tna.times(rate) : zero
    return [rated.times(base), rated.times(base.plus(flow ?? zero))] as const
  })
  return [sumOf(parts.map(([without]) => without)), sumOf(parts.map(([, with_]) => with_))]
}

/** The effect of rates on receivables, payables and cash. */
function ledgerCurrencies(c: Context, before: Table): Q {
  const counted = ['receivables', 'payables', 'accrued expenses', 'cash']
  const effects = [...before.accounts.values()].map((account) => {
    if (!account.class || !counted.includes(account.class)) return zero
    const rateBefore = c.rate(before.upload, account.currency)
    const rate = c.rate(c.now.upload, account.currency)
    if (!rate || !rateBefore || rateBefore.lte(0)) return zero
    return account.net.times(rate.over(rateBefore).minus(1))
  })
  return sumOf(effects)
}

function derivatives(c: Context, before: Table): Q {
  const now = c.now.positions ?? []
  const old = before.positions ?? []
  const typeOf = (code: string) =>
    (now.find((each) => each.code === code) ?? old.find((each) => each.code === code))?.type
  const worth = (of: typeof now, code: string) =>
    sumOf(of.filter((each) => each.code === code).map(({ value }) => value))
  const codes = [...new Set(now.map(({ code }) => code))].filter((code) => typeOf(code) === 'Derivative')
  // A closed one counts 0: its value was settled on the day it ended.
  return sumOf(codes.map((code) => worth(now, code).minus(worth(old, code))))
}

const PRICED: LineType[] = ['Equity', 'Bond', 'Fund', 'Other']

export interface ExactBridge {
  drivers: { driver: Driver['driver']; type: LineType | null; amount: Q }[]
  residual: Q
}

/** The bridge from the previous FUND TNA to this one; null if not applicable. */
export function bridgeOf(c: Context): ExactBridge | null {
  const { before, now } = c
  if (!before?.positions || !now.positions || !c.sameYear) return null
  const flows = flowsOf(c)
  if (!flows) return null
  const change = (of: 'income' | 'expenses') => c.net(now, of).minus(c.net(before, of)).neg()
  const drivers: ExactBridge['drivers'] = [
    { driver: 'flows', type: null, amount: flows },
    { driver: 'distributions', type: null, amount: distributionsOf(c) },
    ...PRICED.map((type) => ({
      driver: 'prices' as const,
      type,
      amount: sumOf(c.pairs.filter((pair) => pair.type === type).map((pair) => pair.priceEffect)),
    })),
    {
      driver: 'currencies',
      type: null,
      amount: sumOf(c.pairs.map((pair) => pair.fxEffect)).plus(ledgerCurrencies(c, before)),
    },
    { driver: 'derivatives', type: null, amount: derivatives(c, before) },
    { driver: 'income', type: null, amount: change('income') },
    { driver: 'expenses', type: null, amount: change('expenses') },
  ]
  const explained = sumOf(drivers.map(({ amount }) => amount))
  return { drivers, residual: now.tna.minus(before.tna).minus(explained) }
}

/** The bridge with its amounts to 8 decimals and its ten largest pairs. */
export function tellBridge(c: Context, bridge: ExactBridge): Bridge {
  const base = c.before?.tna ?? zero
  const size = (pair: (typeof c.pairs)[number]) => pair.priceEffect.plus(pair.fxEffect).abs()
  const largest = [...c.pairs].sort((a, b) => size(b).cmp(size(a))).slice(0, 10)
  return {
    drivers: bridge.drivers.map((each) => ({ ...each, amount: each.amount.fixed(8) })),
    contributors: largest
      .filter((pair) => !size(pair).eq(0))
      .map(({ code, priceEffect, fxEffect }) => ({
        code,
        price: priceEffect.fixed(8),
        fx: fxEffect.fixed(8),
      })),
    residual: bridge.residual.fixed(8),
    residualBp: base.gt(0) ? bridge.residual.times(10_000).over(base).fixed(4) : null,
  }
}
