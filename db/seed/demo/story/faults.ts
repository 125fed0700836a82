import { addDays } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import type { ClassFigures, FundFigures, LineFigures } from '../model/books'
import type { AccountFigures } from '../model/ledger'

/** A mistake that administrators really make; changes the figures in place. Named by the rule that finds it. */
export type Fault = (figures: FundFigures) => void

/** The same figures with mistakes; the given ones stay correct. */
export function withFaults(figures: FundFigures, faults: readonly Fault[]): FundFigures {
  const copy = structuredClone(figures)
  for (const fault of faults) fault(copy)
  return copy
}

function line({ inventory }: FundFigures, wanted: (line: LineFigures) => boolean): LineFigures {
  const found = inventory.find(wanted)
  if (!found) throw new Error('There is no such line to spoil')
  return found
}

const ofType = (type: LineFigures['type']) => (each: LineFigures) => each.type === type

function account({ balance }: FundFigures, number: string): AccountFigures {
  const found = balance.find((each) => each.account === number)
  if (!found) throw new Error(`There is no account ${number} to spoil`)
  return found
}

function firstClass({ classes }: FundFigures): ClassFigures {
  const [found] = classes
  if (!found) throw new Error('There is no class to spoil')
  return found
}

/** Books an amount from one account to another: debit = credit stays true. */
function transfer(figures: FundFigures, from: string, to: string, amount: string): void {
  const add = (each: AccountFigures, value: Big) => {
    const net = new Big(each.debtor ?? 0).minus(each.creditor ?? 0).plus(value)
    each.debtor = net.gt(0) ? net.toFixed(2) : null
    each.creditor = net.lt(0) ? net.neg().toFixed(2) : null
  }
  add(account(figures, from), new Big(amount).neg())
  add(account(figures, to), new Big(amount))
}

export const FAULTS = {
  /** A digit too few in a total: N03 of that class, and N04. */
  N03: (figures) => {
    const each = firstClass(figures)
    each.tna = new Big(each.tna).minus(36_000).toFixed(2)
  },
  /** Subscriptions that the transfer agent never reported: N08. */
  N08: (figures) => {
    const each = firstClass(figures)
    each.subscriptions = new Big(each.subscriptions).plus(1_250).toFixed()
  },
  /** A cancelled trade that was parked: B04. */
  B04: (figures) => transfer(figures, '601000', '901000', '12480.55'),
  /** Fees on an account that the plan does not know: B03. */
  B03: (figures) => {
    const at = figures.balance.findIndex((each) => each.account === '608000')
    const duties = figures.balance[at]
    if (duties) figures.balance[at] = { ...duties, account: '808000', name: 'Duties (to be mapped)' }
  },
  /** The audit fee in two rows: B09. */
  B09: (figures) => {
    const each = account(figures, '464000')
    const half = new Big(each.creditor ?? 0).div(2).round(2)
    const rest = new Big(each.creditor ?? 0).minus(half)
    each.creditor = half.toFixed(2)
    figures.balance.splice(figures.balance.indexOf(each) + 1, 0, { ...each, creditor: rest.toFixed(2) })
  },
  /** A line without its price: I02. */
  I02: (figures) => {
    line(figures, ofType('Bond')).price = null
  },
  /** A price of two weeks ago: I03. */
  I03: (figures) => {
    const stale = line(figures, (each) => each.type === 'Equity' || each.type === 'Fund')
    stale.priceDate = addDays(figures.navDate, stale.type === 'Fund' ? -42 : -14)
  },
  /** Two digits of an ISIN the wrong way round: I05. */
  I05: (figures) => {
    const each = line(figures, ({ isin }) => isin !== null && isin.at(-2) !== isin.at(-1))
    each.isin = `${each.isin?.slice(0, -2)}${each.isin?.at(-1)}${each.isin?.at(-2)}`
  },
  /** The rate of another day on a cash line: I07. */
  I07: (figures) => {
    const each = line(figures, (cash) => cash.type === 'Cash' && cash.rate !== '1')
    each.rate = new Big(each.rate).times('1.0009').round(8).toFixed()
  },
  /** A percentage that was not computed again: I10. */
  I10: (figures) => {
    const each = line(figures, ({ type }) => type === 'Bond' || type === 'Equity' || type === 'Fund')
    each.navPercent = new Big(each.navPercent).plus('0.35').toFixed()
  },
} as const satisfies Record<string, Fault>
export type FaultName = keyof typeof FAULTS
