import { addDays } from '../rule-oracle/exact'
import { type ControlSet, PLAN, type Upload } from './control-set'
import { type DrawnWorld, near } from './drawn-world'
import { figuresOf } from './figures'
import type { FundModel, ModelOptions } from './fund-model'
import { FEES, fundModel, previousModel } from './model'
import { type SetKind, uploadOf } from './plan'
import type { Random } from './random'

/** A random world as the set of one control, with its reference data. */
export function drawnSet(name: string, world: DrawnWorld, random: Random): ControlSet {
  const [before, after] = figuresOf(world)
  if (!before || !after) throw new Error('A control looks at two dates')
  const site = world.euro[world.siteCurrency] ?? [1, 1]
  const rates = world.dates.flatMap((date, at) =>
    Object.entries(world.euro)
      .filter(([currency]) => currency !== world.siteCurrency)
      .map(([currency, values]) => ({
        currency,
        date,
        rate: near((values[at] ?? 1) / (site[at] ?? 1), 8).text(),
      })),
  )
  const level = random.between(900, 1100)
  const reference = (of: FundModel) => of.classes.find((each) => each.reference)
  const paid = Number(reference(after)?.distribution ?? 0)
  const moved = (Number(reference(after)?.navPerShare) + paid) / Number(reference(before)?.navPerShare)
  const off = random.between(-0.001, 0.001)
  return {
    name,
    fund: {
      code: world.code,
      currency: world.currency,
      type: world.type,
      regime: world.regime,
      provider: world.provider,
      set: world.provider === 'MFFA' ? 'MFFA' : 'FIA 3',
      yearEnd: null,
    },
    classes: world.classes.map(({ of }) => ({ ...of })),
    plan: PLAN.map((entry) => ({ ...entry })),
    fees: world.fees.map((fee) => ({ ...fee })),
    siteCurrency: world.siteCurrency,
    rates,
    benchmark: [
      { date: addDays(before.navDate, -1), level: near(level * 0.99, 2).text() },
      { date: before.navDate, level: near(level, 2).text() },
      { date: after.navDate, level: near(level * (moved + off), 2).text() },
    ],
    settings: [],
    previous: sparse(uploadOf(before)),
    now: sparse(uploadOf(after)),
    firstSent: null,
    others: [],
    planted: [],
  }
}

/** Without optional rows: zero flows, and quantities of cash. */
function sparse(upload: Upload): Upload {
  const flows = ['SUBSCRIPTIONS', 'REDEMPTIONS']
  return {
    ...upload,
    nav: upload.nav.filter(({ type, value }) => value !== '0' || !flows.includes(type)),
    lines: upload.lines?.map((line) => (line.type === 'Cash' ? { ...line, quantity: null } : line)) ?? null,
  }
}

/** The steady fund as the set of one control, with a previous one and three funds holding the same: all 41 rules are OK. */
export function steadySet(kind: SetKind = 'FIA3', options: ModelOptions = {}): ControlSet {
  const [now, before] = [fundModel(options), previousModel(options)]
  const prices = now.inventory.flatMap(({ isin, quotationCurrency: currency, price, priceDate }) =>
    isin && price && priceDate ? [{ isin, currency, priceDate, price }] : [],
  )
  return {
    name: 'steady fund',
    fund: {
      code: now.fundCode,
      currency: now.fundCurrency,
      type: now.fundType,
      regime: now.regime,
      provider: kind === 'MFFA' ? 'MFFA' : 'FIA',
      set: null,
      yearEnd: null,
    },
    classes: now.classes.map(({ code, currency, decimals, reference, hedged, managementFee }) => ({
      code,
      currency,
      decimals,
      reference,
      hedged,
      from: null,
      to: null,
      fee: managementFee,
    })),
    plan: PLAN.map((entry) => ({ ...entry })),
    fees: FEES.map((fee) => ({ ...fee })),
    siteCurrency: now.fundCurrency,
    rates: now.fxRates.map(({ currency, rate }) => ({ currency, rate, date: now.navDate })),
    benchmark: [before, now].map(({ navDate, benchmarkLevel }) => ({ date: navDate, level: benchmarkLevel })),
    settings: [],
    previous: sentAs(kind, uploadOf(before)),
    now: sentAs(kind, uploadOf(now)),
    firstSent: Object.fromEntries(now.classes.map(({ code, navPerShare }) => [code, navPerShare])),
    others: ['OTHER1', 'OTHER2', 'OTHER3'].map((fund) => ({
      fund,
      navDate: now.navDate,
      cancelled: false,
      lines: prices.map((price) => ({ ...price })),
    })),
    planted: [],
  }
}

const sentAs = (kind: SetKind, upload: Upload): Upload =>
  kind === 'FIA2' ? { ...upload, lines: null } : upload
