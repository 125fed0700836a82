import { type Big, sum } from '~/platform/values/decimal'
import type { InventoryLine } from '../workbooks/control-data'
import { sumOfNet } from './account-class'
import { accountFigures } from './evidence'
import { Finding, sizeOf } from './finding'
import { inventoryLines, isSecurity } from './inventory-lines'
import type { RuleCheck, RuleContext } from './rule-context'
import type { Account } from './upload-index'
import { shown } from './wording'

const TOTALS = { one: 'total', many: 'totals' }

/**
 * I08: sum of Market value, all types but Cash and Derivative = sum of net over the classes securities and accrued
 * interest.
 */
export const portfolioAndBalance: RuleCheck = (context) => {
  const { accountClass } = context
  const finding = new Finding(TOTALS)
  const lines = inventoryLines(context, finding)
  if (finding.cannotBeJudged) return finding
  const accounts = [...context.current.accounts.values()].filter(({ number }) => {
    const found = accountClass.of(number)
    return found === 'securities' || found === 'accrued interest'
  })
  compareTotals(context, finding, {
    subject: 'Portfolio',
    lines: lines.filter(isSecurity),
    accounts,
    accountsInWords: 'securities and accrued interest',
    key: 'I08.amount',
  })
  return finding
}

/** I09: sum of Market value of Cash = sum of net over class 5. An inventory without any cash line is OK. */
export const cashAndBalance: RuleCheck = (context) => {
  const finding = new Finding({ one: 'cash line', many: 'cash lines' })
  const lines = inventoryLines(context, finding).filter((line) => line.type === 'Cash')
  if (finding.cannotBeJudged) return finding
  const accounts = [...context.current.accounts.values()].filter(({ number }) =>
    context.accountClass.within(number, 5),
  )
  if (lines.length === 0) {
    const net = sumOfNet(accounts)
    if (!net.eq(0)) finding.note = `The inventory has no cash line; class 5 of the balance is ${shown(net)}.`
    return finding
  }
  compareTotals(context, finding, {
    subject: 'Cash',
    lines,
    accounts,
    accountsInWords: 'class 5',
    key: 'I09.amount',
  })
  return finding
}

interface Totals {
  subject: string
  lines: readonly InventoryLine[]
  accounts: readonly Account[]
  accountsInWords: string
  key: string
}

function compareTotals({ current, tolerance }: RuleContext, finding: Finding, totals: Totals): void {
  const inventory: Big = sum(totals.lines.map((line) => line.marketValue))
  const balance = sumOfNet(totals.accounts)
  const difference = inventory.minus(balance)
  const limit = tolerance(totals.key)
  finding.compare({
    holds: difference.abs().lte(limit.value),
    subject: totals.subject,
    formula: () =>
      `Market value of ${totals.lines.length} lines ${shown(inventory)}, net of ${totals.accountsInWords} ${shown(balance)}`,
    difference: () => difference,
    size: sizeOf(difference),
    tolerance: limit.value,
    level: limit.level,
    figures: () => totals.accounts.flatMap((account) => accountFigures(current, account)),
  })
}
