import type { AccountClass, Fee } from '../workbooks/control-set'
import { expectedFees } from './bridge'
import { type Account, type Context, each, type Finding, OK, OPEN, ruled } from './context'
import { cellNumber, daysInYear, larger, type Q, sumOf, zero } from './exact'

const CLASSES_3_AND_4: AccountClass[] = ['receivables', 'accrued interest', 'payables', 'accrued expenses']

/** B01 to B10 for a set, in the contract’s order. */
export function balanceRules(c: Context): Finding[] {
  return [
    doubleEntry(c),
    balanceAndNav(c),
    unmapped(c),
    suspense(c),
    wrongSide(c),
    overdraft(c),
    accountChange(c),
    frozenAccrual(c),
    duplicates(c),
    feeSchedule(c),
  ]
}

const accounts = (c: Context, ...classes: AccountClass[]) =>
  [...c.now.accounts.values()].filter((each) => each.class && classes.includes(each.class))

function doubleEntry(c: Context): Finding {
  const total = (side: 'debtor' | 'creditor') =>
    sumOf(c.set.now.balance.map((row) => cellNumber(row[side] ?? '0')))
  return ruled(total('debtor').minus(total('creditor')).abs().lte(c.tolerance('B01')))
}

function balanceAndNav(c: Context): Finding {
  const net = c.net(c.now, 'securities', ...CLASSES_3_AND_4, 'cash')
  return ruled(net.minus(c.now.tna).abs().lte(c.tolerance('B02')))
}

const netOf = ({ net }: Account) => net

function unmapped(c: Context): Finding {
  return each([...c.now.accounts.values()], (account) => account.class !== null, netOf)
}

function suspense(c: Context): Finding {
  return each(accounts(c, 'suspense'), ({ net }) => net.abs().lte(c.tolerance('B04')), netOf)
}

function wrongSide(c: Context): Finding {
  const limit = c.tolerance('B05')
  return each(accounts(c, 'securities', ...CLASSES_3_AND_4), ({ net, side }) =>
    side === 'debit' ? net.gte(limit.neg()) : side === 'credit' ? net.lte(limit) : true,
  )
}

function overdraft(c: Context): Finding {
  const own = c.set.settings.some(({ key, level }) => key === 'B06' && level === 'fund')
  if (c.set.fund.regime === 'AIF' && !own) return OPEN
  const drawn = sumOf(accounts(c, 'cash').map(({ net }) => (net.lt(0) ? net.neg() : zero)))
  // Without overdrawn accounts there is nothing to compare with the fund.
  if (drawn.eq(0)) return OK
  if (c.now.tna.lte(0)) return OPEN
  return ruled(drawn.lte(c.percent('B06').times(c.now.tna)))
}

function accountChange(c: Context): Finding {
  const { before, now } = c
  if (!before) return OPEN
  const either = new Map([...before.accounts, ...now.accounts])
  const size = c.threshold.over(2).times(now.tna)
  const candidates = [...either.values()].filter((each) => each.class && CLASSES_3_AND_4.includes(each.class))
  return each(candidates, ({ number }) => {
    const p = before.accounts.get(number)?.net ?? zero
    const change = (now.accounts.get(number)?.net ?? zero).minus(p).abs()
    return !(change.gt(c.percent('B07').times(p.abs())) && change.gt(size))
  })
}

function frozenAccrual(c: Context): Finding {
  const { before, now } = c
  if (!before) return OPEN
  const size = c.points('B08 size').times(now.tna)
  const candidates = [...before.accounts.values()].filter(
    (each) => each.class === 'accrued expenses' && !each.net.eq(0),
  )
  return each(candidates, ({ number, net: p }) => {
    const n = now.accounts.get(number)?.net ?? zero
    return n.minus(p).abs().gt(c.tolerance('B08')) && !(n.eq(0) && p.abs().gte(size))
  })
}

function duplicates(c: Context): Finding {
  const numbers = c.set.now.balance.map(({ accountNumber }) => accountNumber)
  return ruled(new Set(numbers).size === numbers.length)
}

function feeSchedule(c: Context): Finding {
  const { before, now } = c
  if (!before || !c.sameYear) return OPEN
  const { date } = c.set.now
  const inForce = new Map<string, Fee>()
  for (const fee of c.set.fees) {
    const current = inForce.get(fee.prefix)
    const holds = fee.from <= date && date <= (fee.to ?? '9999')
    if (holds && (!current || current.from < fee.from)) inForce.set(fee.prefix, fee)
  }
  if (inForce.size === 0) return OPEN
  const gaps: Q[] = []
  for (const fee of inForce.values()) {
    const net = (of: Map<string, Account>) =>
      sumOf([...of.values()].filter(({ number }) => number.startsWith(fee.prefix)).map(netOf))
    const change = net(now.accounts).minus(net(before.accounts))
    const expected = expectedFees(c, fee, daysInYear(date))
    const nearest = expected.reduce((a, b) => (change.minus(b).abs().lt(change.minus(a).abs()) ? b : a))
    const gap = change.minus(nearest).abs()
    if (gap.gt(larger(c.tolerance('B10'), c.percent('B10 share').times(nearest.abs())))) gaps.push(gap)
  }
  return { ...ruled(gaps.length === 0, gaps), breaches: gaps.length }
}
