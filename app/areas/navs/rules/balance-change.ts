import { Big } from '~/platform/values/decimal'
import { startsWith46 } from './account-class'
import { accountFigures, elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import type { RuleCheck } from './rule-context'
import { ACCOUNTS, shown, term } from './wording'

/**
 * B07: class 3 and 4 accounts of either date, absent counts 0: not (|change| > 20 % of |previous net| and
 * |change| > 0.5 % of FUND TNA). Both limits are amounts, so the larger one decides.
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
  const tnaLimit = tna.fraction.times(fundTna)
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
        `${shown(net)} - ${term(earlier)} = ${shown(difference)} on ${(now ?? before)?.name ?? number}; allowed ${shown(changeLimit)} (${shown(change.value)} % of the previous net) or ${shown(tnaLimit)} (${shown(tna.value)} % of FUND TNA)`,
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

/** B08: accounts starting 46 with a net other than 0 on both dates must move: |net - previous net| > tolerance. */
export const frozenAccrual: RuleCheck = ({ current, previous, tolerance }) => {
  const finding = new Finding(ACCOUNTS)
  if (!previous) {
    finding.lacks('previous control')
    return finding
  }
  const limit = tolerance('B08.amount')
  for (const account of current.accounts.values()) {
    if (!startsWith46(account.number)) continue
    const earlier = previous.accounts.get(account.number)
    if (!earlier || earlier.net.eq(0) || account.net.eq(0)) continue
    const difference = account.net.minus(earlier.net)
    finding.compare({
      holds: difference.abs().gt(limit.value),
      subject: account.number,
      formula: () =>
        `${shown(account.net)} - ${term(earlier.net)} = ${shown(difference)} on ${account.name}, a change above ${shown(limit.value)} is expected`,
      difference: () => difference,
      size: sizeOf(difference),
      tolerance: limit.value,
      level: limit.level,
      figures: () => [...accountFigures(current, account), ...accountFigures(previous, earlier)],
    })
  }
  return finding
}
