import { Big, sum } from '~/platform/values/decimal'
import { sumOfNet } from './account-class'
import { accountFigures, elementFigure, figure } from './evidence'
import { Finding, sizeOf } from './finding'
import { previousOf, type RuleCheck } from './rule-context'
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

/**
 * B07: class 3 and 4 accounts of either date, absent counts 0: not (|change| > 20 % of |previous net| and
 * |change| > half of the error threshold × FUND TNA). Both limits are amounts, so the larger one decides.
 */
export const accountChange: RuleCheck = (context) => {
  const finding = new Finding(ACCOUNTS)
  const { current, previous, accountClass, fundTna, fundTnaLine } = context
  if (!previous) {
    finding.lacks('previous control')
    return finding
  }
  const change = context.tolerance('B07.change')
  const tna = context.tolerance('B07.tna')
  const ofTna = tna.fraction.times(context.tolerance('N11.threshold').fraction)
  const tnaLimit = ofTna.times(fundTna)
  for (const number of new Set([...current.accounts.keys(), ...previous.accounts.keys()])) {
    if (!accountClass.within(number, 3, 4)) continue
    const now = current.accounts.get(number)
    const before = previous.accounts.get(number)
    const net = now?.net ?? new Big(0)
    const earlier = before?.net ?? new Big(0)
    const difference = net.minus(earlier)
    const changeLimit = change.fraction.times(earlier.abs())
    const [limit, level] = changeLimit.gt(tnaLimit) ? [changeLimit, change.level] : [tnaLimit, tna.level]
    finding.compare({
      holds: difference.abs().lte(limit),
      subject: number,
      formula: () =>
        `${shown(net)} - ${term(earlier)} = ${shown(difference)} on ${(now ?? before)?.name ?? number}; allowed ${shown(changeLimit)} (${shown(change.value)} % of the previous net) or ${shown(tnaLimit)} (${shown(ofTna.times(100))} % of FUND TNA)`,
      difference: () => difference,
      size: sizeOf(difference),
      tolerance: limit,
      level,
      figures: () => [
        ...accountFigures(current, now),
        ...accountFigures(previous, before),
        ...elementFigure(current, fundTnaLine),
      ],
    })
  }
  return finding
}

/**
 * B08: accrued expenses with a previous net not 0 must move: |net - previous net| > tolerance; and none that had
 * 0.5 bp of FUND TNA or more is 0 or gone. An absent account counts 0.
 */
export const frozenAccrual: RuleCheck = (context) => {
  const finding = new Finding(ACCOUNTS)
  const { current, accountClass, fundTna, fundTnaLine, tolerance } = context
  const previous = previousOf(context, finding)
  if (!previous) return finding
  const limit = tolerance('B08.amount')
  const gone = tolerance('B08.gone')
  const weight = gone.fraction.times(fundTna)
  for (const earlier of previous.accounts.values()) {
    if (accountClass.of(earlier.number) !== 'accrued expenses' || earlier.net.eq(0)) continue
    const account = current.accounts.get(earlier.number)
    const net = account?.net ?? new Big(0)
    const difference = net.minus(earlier.net)
    const vanished = net.eq(0) && earlier.net.abs().gte(weight)
    finding.compare({
      holds: difference.abs().gt(limit.value) && !vanished,
      subject: earlier.number,
      formula: () =>
        vanished
          ? `${shown(earlier.net)} on ${earlier.name} is ${account ? '0' : 'gone'}, though it had ${shown(gone.value)} bp of FUND TNA (${shown(weight)}) or more`
          : `${shown(net)} - ${term(earlier.net)} = ${shown(difference)} on ${earlier.name}, a change above ${shown(limit.value)} is expected`,
      difference: () => difference,
      size: sizeOf(difference),
      tolerance: vanished ? weight : limit.value,
      level: vanished ? gone.level : limit.level,
      figures: () => [
        ...accountFigures(current, account),
        ...accountFigures(previous, earlier),
        ...(vanished ? elementFigure(current, fundTnaLine) : []),
      ],
    })
  }
  return finding
}

/** B03: no account outside the classes of the account plan. */
export const unmappedAccounts: RuleCheck = ({ current, accountClass }) => {
  const finding = new Finding(ACCOUNTS)
  for (const account of current.accounts.values()) {
    const found = accountClass.of(account.number)
    finding.compare({
      holds: found !== null,
      subject: account.number,
      formula: () =>
        found
          ? `belongs to ${found}`
          : `no prefix of the account plan matches ${account.number} ${account.name}, net ${shown(account.net)}`,
      impact: () => account.net,
      figures: () => [...numberFigures(current, account.rows), ...accountFigures(current, account)],
    })
  }
  return finding
}

/** B04: |net| of every class 9 account <= tolerance. */
export const suspenseAccounts: RuleCheck = ({ current, accountClass, tolerance }) => {
  const finding = new Finding(ACCOUNTS)
  const limit = tolerance('B04.amount')
  for (const account of current.accounts.values()) {
    if (!accountClass.within(account.number, 9)) continue
    finding.compare({
      holds: account.net.abs().lte(limit.value),
      subject: account.number,
      formula: () => `net ${shown(account.net)} on ${account.name}`,
      difference: () => account.net,
      size: sizeOf(account.net),
      tolerance: limit.value,
      level: limit.level,
      impact: () => account.net,
      figures: () => accountFigures(current, account),
    })
  }
  return finding
}

/**
 * B05: every account of class 2, 3 or 4: net >= -tolerance where its usual side is debit, net <= tolerance where it is
 * credit; one that may be on both sides is left out.
 */
export const wrongSide: RuleCheck = ({ current, accountClass, tolerance }) => {
  const finding = new Finding(ACCOUNTS)
  const limit = tolerance('B05.amount')
  for (const account of current.accounts.values()) {
    if (!accountClass.within(account.number, 2, 3, 4)) continue
    const side = accountClass.side(account.number)
    if (side === 'both') continue
    const debtorSide = side === 'debit'
    // How far the account is on its wrong side.
    const wrong = debtorSide ? account.net.times(-1) : account.net
    finding.compare({
      holds: wrong.lte(limit.value),
      subject: account.number,
      formula: () =>
        `net ${shown(account.net)} on ${account.name}, which should be a ${debtorSide ? 'debtor' : 'creditor'}`,
      difference: () => account.net,
      size: Math.max(0, Number(wrong)),
      tolerance: limit.value,
      level: limit.level,
      figures: () => accountFigures(current, account),
    })
  }
  return finding
}

/** B09: no account number in two rows. */
export const duplicateAccounts: RuleCheck = ({ current }) => {
  const finding = new Finding(ACCOUNTS)
  for (const account of current.accounts.values()) {
    const count = account.rows.length
    finding.compare({
      holds: count === 1,
      subject: account.number,
      formula: () => (count === 1 ? 'is in one row' : `is in ${count} rows`),
      difference: () => new Big(count - 1),
      figures: () => numberFigures(current, account.rows),
    })
  }
  return finding
}

function numberFigures(
  current: Parameters<typeof accountFigures>[0],
  rows: { row: number; accountNumber: string }[],
) {
  return rows.flatMap(({ row, accountNumber }) =>
    figure(
      current.upload,
      current.data.balance.source,
      row,
      'accountNumber',
      'Account number',
      accountNumber,
    ),
  )
}
