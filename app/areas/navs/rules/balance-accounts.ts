import { Big } from '~/platform/values/decimal'
import { accountFigures, figure } from './evidence'
import { Finding, sizeOf } from './finding'
import type { RuleCheck } from './rule-context'
import { ACCOUNTS, shown } from './wording'

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
          : `no prefix of the account plan fits ${account.number} ${account.name}`,
      figures: () => numberFigures(current, account.rows),
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
      figures: () => accountFigures(current, account),
    })
  }
  return finding
}

/** B05: every class 2 or 3 account net >= -tolerance, every class 4 account net <= tolerance. */
export const wrongSide: RuleCheck = ({ current, accountClass, tolerance }) => {
  const finding = new Finding(ACCOUNTS)
  const limit = tolerance('B05.amount')
  for (const account of current.accounts.values()) {
    const debtorSide = accountClass.within(account.number, 2, 3)
    if (!debtorSide && !accountClass.within(account.number, 4)) continue
    // How far the account stands on its wrong side.
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
      formula: () => (count === 1 ? 'stands in one row' : `stands in ${count} rows`),
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
