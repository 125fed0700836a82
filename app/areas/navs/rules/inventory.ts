import { Big, sum } from '~/platform/values/decimal'
import type { InventoryLine } from '../workbooks/control-data'
import { sumOfNet } from './account-class'
import { accountFigures, elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import { expectedFigure, inventoryLines, isinFault, isSecurity, lineFigures } from './inventory-lines'
import type { RuleCheck, RuleContext } from './rule-context'
import type { Account } from './upload-index'
import { LINES, percentOf, shown, shownDay } from './wording'

/** The subject of one limit: an issuer, a target fund, or all large issuers together. */
interface Exposure {
  subject: string
  lines: InventoryLine[]
  value: Big
}

/**
 * I12, funds of regime UCITS, against FUND TNA: GOVERNMENT issuers <= 35 % each; target funds (Type Fund) <= 20 % per
 * instrument code; all other issuers <= 10 % each, and those above 5 % together <= 40 %; Cash at an issuer <= 20 %, and
 * with its lines under the 10 % limit <= 20 %. Lines without issuer (but funds) and Derivative are left out, Cash
 * counts only where an issuer is named. All limits are always checked.
 */
export const concentration: RuleCheck = (context) => {
  const finding = new Finding({ one: 'exposure', many: 'exposures' })
  const { fundTna, input } = context
  if (input.fund.regime !== 'UCITS') finding.lacks('UCITS regime (the fund is an AIF)')
  const lines = inventoryLines(context, finding, 'issuer')
  if (fundTna.lte(0)) finding.lacks('FUND TNA above 0')
  if (finding.cannotBeJudged) return finding
  const governments = new Map<string, Exposure>()
  const targetFunds = new Map<string, Exposure>()
  const others = new Map<string, Exposure>()
  const deposits = new Map<string, Exposure>()
  for (const line of lines) {
    const { type, issuer } = line
    if (type === 'Derivative' || (type === 'Cash' && !issuer)) continue
    const value = context.exact(line.marketValue)
    if (type === 'Fund') add(targetFunds, line.instrumentCode, line, value)
    else if (!issuer) finding.leaveOut('Issuer', line.instrumentCode)
    else add(type === 'Cash' ? deposits : isGovernment(line) ? governments : others, issuer, line, value)
  }
  for (const exposure of governments.values()) hold(context, finding, exposure, 'I12.government')
  for (const exposure of targetFunds.values()) hold(context, finding, exposure, 'I12.targetFund')
  for (const exposure of others.values()) hold(context, finding, exposure, 'I12.issuer')
  const large = context.tolerance('I12.large')
  const largeOnes = [...others.values()].filter(({ value }) => value.gt(large.fraction.times(fundTna)))
  if (largeOnes.length > 0)
    hold(
      context,
      finding,
      together(`Issuers above ${shown(large.value)} % together`, largeOnes),
      'I12.largeTogether',
    )
  for (const [issuer, deposit] of deposits) {
    hold(context, finding, { ...deposit, subject: `Cash at ${issuer}` }, 'I12.deposits')
    const holdings = others.get(issuer)
    if (holdings)
      hold(context, finding, together(`Cash and lines of ${issuer}`, [deposit, holdings]), 'I12.withDeposits')
  }
  return finding
}

function together(subject: string, exposures: readonly Exposure[]): Exposure {
  return {
    subject,
    lines: exposures.flatMap(({ lines }) => lines),
    value: exposures.reduce((total, { value }) => total.plus(value), new Big(0)),
  }
}

function isGovernment({ issuerKind }: InventoryLine): boolean {
  return issuerKind?.toUpperCase() === 'GOVERNMENT'
}

function add(exposures: Map<string, Exposure>, subject: string, line: InventoryLine, value: Big): void {
  const exposure = exposures.get(subject)
  if (exposure) {
    exposure.lines.push(line)
    exposure.value = exposure.value.plus(value)
  } else exposures.set(subject, { subject, lines: [line], value })
}

function hold(
  { current, fundTna, fundTnaLine, tolerance }: RuleContext,
  finding: Finding,
  exposure: Exposure,
  key: string,
) {
  const limit = tolerance(key)
  const percent = () => percentOf(exposure.value, fundTna)
  finding.compare({
    holds: exposure.value.lte(limit.fraction.times(fundTna)),
    subject: exposure.subject,
    formula: () =>
      `${shown(exposure.value)} / ${shown(fundTna)} = ${shown(percent())} %, ${shown(limit.value)} % allowed`,
    difference: percent,
    size: exposure.value.gt(0) ? sizeOf(exposure.value) : 0,
    tolerance: limit.value,
    level: limit.level,
    figures: () => [
      ...exposure.lines.flatMap((line) => lineFigures(current, line, 'marketValue', 'issuer')),
      ...elementFigure(current, fundTnaLine),
    ],
  })
}

/** I05: Equity, Bond, Fund: ISIN present and well formed; not applicable without the column. */
export const isin: RuleCheck = (context) => {
  const finding = new Finding(LINES)
  for (const line of inventoryLines(context, finding, 'isin')) {
    if (line.type !== 'Equity' && line.type !== 'Bond' && line.type !== 'Fund') continue
    const fault = isinFault(line.isin)
    finding.compare({
      holds: fault === null,
      subject: line.instrumentCode,
      formula: () => fault ?? `ISIN ${line.isin}`,
      figures: () => expectedFigure(context.current, line, 'isin'),
    })
  }
  return finding
}

/** I06: no instrument code twice. */
export const duplicateLines: RuleCheck = (context) => {
  const finding = new Finding({ one: 'instrument code', many: 'instrument codes' })
  const byCode = new Map<string, InventoryLine[]>()
  for (const line of inventoryLines(context, finding)) {
    const same = byCode.get(line.instrumentCode)
    if (same) same.push(line)
    else byCode.set(line.instrumentCode, [line])
  }
  for (const [code, lines] of byCode) {
    finding.compare({
      holds: lines.length === 1,
      subject: code,
      formula: () => (lines.length === 1 ? 'is in one line' : `is in ${lines.length} lines`),
      difference: () => new Big(lines.length - 1),
      figures: () => lines.flatMap((line) => lineFigures(context.current, line, 'instrumentCode')),
    })
  }
  return finding
}

/** I11: no line with Quantity not 0 and a Maturity date before the NAV date. */
export const matured: RuleCheck = (context) => {
  const finding = new Finding(LINES)
  const { exact, input } = context
  const { navDate } = input.data
  for (const line of inventoryLines(context, finding, 'maturityDate')) {
    const { maturityDate, quantity } = line
    if (maturityDate === null || quantity === null) {
      finding.leaveOut(maturityDate === null ? 'Maturity date' : 'Quantity', line.instrumentCode)
      continue
    }
    const holds = maturityDate >= navDate || exact(quantity).eq(0)
    finding.compare({
      holds,
      subject: line.instrumentCode,
      formula: () =>
        `maturity date ${shownDay(maturityDate)}, NAV date ${shownDay(navDate)}, quantity ${shown(quantity)}, Market value ${shown(line.marketValue)}`,
      impact: () => exact(line.marketValue),
      figures: () => lineFigures(context.current, line, 'maturityDate', 'quantity', 'marketValue'),
    })
  }
  return finding
}

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
