import { bookOf } from './book'
import { addDays } from './exact'
import { type ControlSet, PLAN, type Upload } from './model'
import type { Random } from './random'
import { near, type World } from './world'

/** A world as the set of one control, with the reference data around it. */
export function setOf(name: string, world: World, random: Random): ControlSet {
  const { previous, now } = bookOf(world)
  const site = world.euro[world.siteCurrency] ?? [1, 1]
  const days = [world.dateBefore, world.date]
  const rates = days.flatMap((date, at) =>
    Object.entries(world.euro)
      .filter(([currency]) => currency !== world.siteCurrency)
      .map(([currency, values]) => ({
        currency,
        date,
        rate: near((values[at] ?? 1) / (site[at] ?? 1), 8).text(),
      })),
  )
  const level = random.between(900, 1100)
  const reference = world.classes.find(({ of }) => of.reference)?.of.code
  const priceOf = (upload: Upload, type = 'NAV PER SHARE') =>
    Number(upload.nav.find((row) => row.type === type && row.code === reference)?.value ?? 0)
  const paid = priceOf(now, 'DISTRIBUTION PER SHARE')
  const moved = priceOf(previous) > 0 ? (priceOf(now) + paid) / priceOf(previous) : 1
  const small = 0.001
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
    plan: [...PLAN.map((entry) => ({ ...entry })), { prefix: '35', class: 'receivables', side: 'both' }],
    fees: world.fees.map(({ name: _, ...fee }) => ({ ...fee })),
    siteCurrency: world.siteCurrency,
    rates,
    benchmark: [
      { date: addDays(world.dateBefore, -1), level: near(level * 0.99, 2).text() },
      { date: world.dateBefore, level: near(level, 2).text() },
      { date: world.date, level: near(level * (moved + random.between(-small, small)), 2).text() },
    ],
    settings: [],
    previous,
    now,
    firstSent: null,
    others: [],
    planted: [],
  }
}
