import { daysFrom, weekdayAtOrBefore } from '../rule-oracle/exact'
import { examine } from '../rule-oracle/examine'
import type { ControlSet } from '../workbooks/control-set'
import { drawWorld } from '../workbooks/drawn-world'
import { Random } from '../workbooks/random'
import { drawnSet } from '../workbooks/set'
import { type CARRIED, DRAWN } from './catalogue'

/** A set with one to four faults; one in ten has none. */
export function randomSet(seed: number): ControlSet {
  const random = new Random(seed)
  const set = drawnSet(`set ${seed}`, drawWorld(random), random)
  const count = random.chance(0.1) ? 0 : random.whole(1, 4)
  // Each fault takes a turn; the others are random.
  const first = DRAWN[seed % DRAWN.length]
  const faults = count === 0 || !first ? [] : [first, ...random.some(DRAWN, count - 1)]
  for (const { name, drawn } of faults) {
    drawn(set, random)
    set.planted.push(name)
  }
  return set
}

/** A mixed fund in euro, whose books carry an error. */
export function carriedSet({ what, change }: (typeof CARRIED)[number], seed = 7): ControlSet {
  for (let at = seed; ; at++) {
    const random = new Random(at)
    const world = drawWorld(random, 'MIXED')
    const [before = '', now = ''] = world.dates
    const bonds = world.holdings.filter(({ type }) => type === 'Bond').length
    if (world.currency !== 'EUR' || world.siteCurrency !== 'EUR' || !world.rates.USD || bonds < 11) continue
    if (daysFrom(before, now) > 4 || weekdayAtOrBefore(before) === weekdayAtOrBefore(now)) continue
    if (world.holdings.some(({ split }) => split) || world.classes.length > 2) continue
    if (examine(drawnSet('clean', world, random)).results.some(({ result }) => result === 'NOK')) continue
    change(world)
    return { ...drawnSet(what, world, random), planted: [what] }
  }
}
