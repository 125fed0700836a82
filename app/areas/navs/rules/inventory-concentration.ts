import { Big } from '~/platform/values/decimal'
import type { InventoryLine } from '../workbooks/control-data'
import { elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import { inventoryLines, lineFigures } from './inventory-lines'
import type { RuleCheck, RuleContext } from './rule-context'
import { percentOf, shown } from './wording'

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
    const lent = others.get(issuer)
    if (lent)
      hold(context, finding, together(`Cash and lines of ${issuer}`, [deposit, lent]), 'I12.withDeposits')
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
