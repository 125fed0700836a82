import { rateOf } from './class-rows'
import { daysFrom, q, sumOf } from './exact'
import { examine } from './examine'
import type { Fault } from './faults'
import { BALANCE_FAULTS } from './faults-balance'
import { LINE_FAULTS } from './faults-lines'
import { NAV_FAULTS } from './faults-nav'
import { PAIR_FAULTS } from './faults-pairs'
import type { ControlSet, Setting } from './model'
import { Random } from './random'
import { setOf } from './set'
import { drawWorld, priceDay, type World } from './world'

/** Tolerances that a person set, near the contract's own. */
const SETTINGS: [key: string, values: string[]][] = [
  ['movement', ['0.05', '0.8', '2']],
  ['threshold', ['0.1', '0.3', '2']],
  ['N09', ['0.1', '0.3']],
  ['N10', ['0.5', '2']],
  ['N13', ['0.25', '1']],
  ['N14', ['0.5', '3']],
  ['N15', ['2', '10']],
  ['B06', ['5', '12']],
  ['B07', ['10', '40']],
  ['I03 Equity', ['1', '5']],
  ['I04 Equity', ['1', '8']],
  ['I04 Bond', ['0.1', '2']],
  ['I14', ['10', '40']],
]
const LEVELS = ['fund', 'type', 'provider', 'all'] as const

const SETTING_FAULT: Fault = {
  name: 'other tolerances',
  plant: (set, random) => {
    for (const [key, values] of random.some(SETTINGS, random.whole(1, 5)))
      for (const level of random.some(LEVELS, random.whole(1, 2)))
        set.settings.push({ key, level, value: random.pick(values) } satisfies Setting)
  },
}
const FAULTS = [...NAV_FAULTS, ...BALANCE_FAULTS, ...LINE_FAULTS, ...PAIR_FAULTS, SETTING_FAULT]

/** A set with one to four faults; one in ten has none. */
export function randomSet(seed: number): ControlSet {
  const random = new Random(seed)
  const set = setOf(`set ${seed}`, drawWorld(random), random)
  const count = random.chance(0.1) ? 0 : random.whole(1, 4)
  // Each fault has its turn; the others are drawn.
  const first = FAULTS[seed % FAULTS.length]
  const faults = count === 0 || !first ? [] : [first, ...random.some(FAULTS, count - 1)]
  for (const fault of faults) {
    fault.plant(set, random)
    set.planted.push(fault.name)
  }
  return set
}

/** The six errors that an auditor carried through all files: which rule is meant to see each. */
export const SCENARIOS: { name: string; rule: string; change: (world: World) => void }[] = [
  {
    name: 'a USD rate 3 % off',
    rule: 'N13',
    change: ({ rates }) => {
      const usd = rates.USD
      if (usd) usd[1] = usd[1].times('1.03')
    },
  },
  {
    name: 'a redemption without its payable',
    rule: 'N14',
    change: (world) => {
      const [first] = world.classes
      if (!first) return
      world.unbooked = true
      for (const each of world.classes) Object.assign(each, { bought: q(0), sold: q(0) })
      // Half a percent of the fund.
      const held = sumOf(
        world.holdings.map(({ quantities, prices, factor, currency }) =>
          (quantities[0] ?? q(0))
            .times(prices[0])
            .times(factor ?? 1)
            .times(rateOf(world, currency, 0)),
        ),
      )
      first.sold = held.over(200).over(first.price).round(3)
    },
  },
  {
    name: 'all prices copied from the last NAV',
    rule: 'I14',
    change: ({ holdings }) => {
      for (const { prices } of holdings) prices[1] = prices[0]
    },
  },
  {
    name: 'all bonds 0.95 % up',
    rule: 'I13',
    change: ({ holdings }) => {
      for (const { type, prices } of holdings)
        if (type === 'Bond') prices[1] = prices[1].times('1.0095').round(4)
    },
  },
  {
    name: 'two equities 4.9 % up',
    rule: 'I04',
    change: ({ holdings }) => {
      const equities = holdings.filter(({ type, quantities: [p, n] }) => type === 'Equity' && p && n)
      for (const { prices } of equities.slice(0, 2)) prices[1] = prices[0].times('1.049').round(4)
    },
  },
  {
    name: 'accrued interest x 1.9',
    rule: 'I16',
    change: (world) => {
      world.accruedTimes = '1.9'
    },
  },
]

/** A mixed fund in euro that meets one of the six errors. */
export function scenarioSet(scenario: (typeof SCENARIOS)[number], seed = 7): ControlSet {
  for (let at = seed; ; at++) {
    const random = new Random(at)
    const world = drawWorld(random, 'MIXED')
    const bonds = world.holdings.filter(({ type }) => type === 'Bond').length
    if (world.currency !== 'EUR' || world.siteCurrency !== 'EUR' || !world.rates.USD || bonds < 11) continue
    if (daysFrom(world.dateBefore, world.date) > 4 || priceDay(world.dateBefore) === priceDay(world.date))
      continue
    if (world.holdings.some(({ split }) => split) || world.classes.length > 2) continue
    if (examine(setOf('clean', world, random)).results.some(({ result }) => result === 'NOK')) continue
    scenario.change(world)
    return { ...setOf(scenario.name, world, random), planted: [scenario.name] }
  }
}
