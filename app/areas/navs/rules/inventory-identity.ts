import { Big } from '~/platform/values/decimal'
import type { InventoryLine } from '../workbooks/control-data'
import { Finding } from './finding'
import { expectedFigure, inventoryLines, isinFault, lineFigures } from './inventory-lines'
import type { RuleCheck } from './rule-context'
import { LINES, shown, shownDay } from './wording'

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
