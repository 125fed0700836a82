import { BALANCE_FAULTS } from './balance-faults'
import { CLASS_FAULTS } from './class-faults'
import type { Fault } from './fault'
import { FEE_FAULTS } from './fee-faults'
import { LINE_FAULTS } from './line-faults'
import { NAV_FAULTS } from './nav-faults'
import { PAIR_FAULTS } from './pair-faults'
import { PORTFOLIO_FAULTS } from './portfolio-faults'

/** Tolerances set by a person, close to the contract’s own. */
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

const OTHER_TOLERANCES: Fault = {
  name: 'other tolerances',
  drawn: (set, random) => {
    for (const [key, values] of random.some(SETTINGS, random.whole(1, 5)))
      for (const level of random.some(LEVELS, random.whole(1, 2)))
        set.settings.push({ key, level, value: random.pick(values) })
  },
}

/** Every fault of the tests, once: certain, at its boundaries, carried through all books, or random. */
const FAULTS: Fault[] = [
  ...NAV_FAULTS,
  ...CLASS_FAULTS,
  ...BALANCE_FAULTS,
  ...FEE_FAULTS,
  ...LINE_FAULTS,
  ...PORTFOLIO_FAULTS,
  ...PAIR_FAULTS,
  OTHER_TOLERANCES,
]

/** The faults that exactly one rule finds: one for each rule of the three files. */
export const CERTAIN = FAULTS.flatMap(({ rule, name, certain }) =>
  rule && certain ? [{ rule, name, certain }] : [],
)
export const BOUNDARIES = FAULTS.flatMap(({ boundaries }) => boundaries ?? [])
export const CARRIED = FAULTS.flatMap(({ rule, carried }) => (rule && carried ? [{ rule, ...carried }] : []))
export const DRAWN = FAULTS.flatMap(({ rule, name, drawn }) =>
  drawn ? [{ name: rule ? `${rule} ${name}` : name, drawn }] : [],
)
