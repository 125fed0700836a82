import { Big, sum } from '~/platform/values/decimal'
import { sumOfNet } from './account-class'
import { accountFigures, elementFigure, figure } from './evidence'
import { Finding, sizeOf } from './finding'
import type { RuleCheck } from './rule-context'
import { ACCOUNTS, shown, term } from './wording'

const BALANCE = { one: 'balance', many: 'balances' }

/** B01: sum of debtor = sum of creditor. */
export const doubleEntry: RuleCheck = ({ input, tolerance }) => {
  const finding = new Finding(BALANCE)
  const { source, lines } = input.data.balance
  const debtor = sum(lines.map((line) => line.debtor))
  const creditor = sum(lines.map((line) => line.creditor))
  const difference = debtor.minus(creditor)
  const limit = tolerance('B01.amount')
  const first = lines[0]
  finding.compare({
    holds: difference.abs().lte(limit.value),
    subject: 'Balance',
    formula: () => `debtor ${shown(debtor)} - creditor ${term(creditor)} = ${shown(difference)}`,
    difference: () => difference,
    size: sizeOf(difference),
    tolerance: limit.value,
    level: limit.level,
    figures: () =>
      first
        ? [
            ...figure('current', source, first.row, 'debtor', 'First debtor of the sum', first.debtor),
            ...figure('current', source, first.row, 'creditor', 'First creditor of the sum', first.creditor),
          ]
        : [],
  })
  return finding
}

/** B02: sum of net over classes 2, 3, 4, 5 = FUND TNA. */
export const balanceAndNav: RuleCheck = ({ current, accountClass, fundTna, fundTnaLine, tolerance }) => {
  const finding = new Finding(BALANCE)
  const accounts = [...current.accounts.values()]
  const nets = [2, 3, 4, 5].map((number) =>
    sumOfNet(accounts.filter((account) => accountClass.within(account.number, number))),
  )
  const total = nets.reduce((sofar, net) => sofar.plus(net), new Big(0))
  const difference = fundTna.minus(total)
  const limit = tolerance('B02.amount')
  finding.compare({
    holds: difference.abs().lte(limit.value),
    subject: 'Balance',
    formula: () =>
      `classes 2, 3, 4, 5: ${nets.map((net) => term(net)).join(' + ')} = ${shown(total)}, FUND TNA ${shown(fundTna)}`,
    difference: () => difference,
    size: sizeOf(difference),
    tolerance: limit.value,
    level: limit.level,
    figures: () => [
      ...elementFigure(current, fundTnaLine),
      ...accounts
        .filter((account) => accountClass.within(account.number, 2, 3, 4, 5))
        .flatMap((account) => accountFigures(current, account)),
    ],
  })
  return finding
}

/**
 * B06: the sum of -net over class 5 accounts with net < 0 is at most the limit of FUND TNA. A fund of regime AIF has
 * this limit only where it has a tolerance of its own.
 */
export const overdraft: RuleCheck = ({ input, current, accountClass, fundTna, fundTnaLine, tolerance }) => {
  const finding = new Finding(ACCOUNTS)
  const { regime, code } = input.fund
  if (regime === 'AIF' && tolerance('B06.limit').level !== `fund ${code}`) {
    finding.lacks('tolerance of the fund itself (the fund is an AIF)')
    return finding
  }
  const overdrawn = [...current.accounts.values()].filter(
    (account) => account.net.lt(0) && accountClass.within(account.number, 5),
  )
  if (overdrawn.length === 0) return finding
  if (fundTna.lte(0)) {
    finding.lacks('FUND TNA above 0')
    return finding
  }
  const total = sumOfNet(overdrawn).times(-1)
  const limit = tolerance('B06.limit')
  const percent = total.times(100).div(fundTna).round(10)
  finding.compare({
    holds: total.lte(limit.fraction.times(fundTna)),
    subject: overdrawn.map((account) => account.number).join(', '),
    formula: () => `overdrawn ${shown(total)} / FUND TNA ${shown(fundTna)} = ${shown(percent)} %`,
    difference: () => percent,
    size: Number(percent),
    tolerance: limit.value,
    level: limit.level,
    figures: () => [
      ...overdrawn.flatMap((account) => accountFigures(current, account)),
      ...elementFigure(current, fundTnaLine),
    ],
  })
  return finding
}
