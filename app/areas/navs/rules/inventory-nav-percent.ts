import { elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import { inventoryLines, lineFigures } from './inventory-lines'
import type { RuleCheck } from './rule-context'
import { LINES, percentOf, shown, term } from './wording'

/** I10: % NAV = Market value / FUND TNA × 100, every line with a value; not applicable without the column. */
export const navPercent: RuleCheck = (context) => {
  const finding = new Finding(LINES)
  const { current, exact, fundTna, fundTnaLine } = context
  const lines = inventoryLines(context, finding, 'navPercent')
  if (fundTna.lte(0)) finding.lacks('FUND TNA above 0')
  if (finding.cannotBeJudged) return finding
  const limit = context.tolerance('I10.points')
  const allowed = limit.value.times(fundTna)
  for (const line of lines) {
    const { navPercent: percent } = line
    if (percent === null) {
      finding.leaveOut('% NAV', line.instrumentCode)
      continue
    }
    // Both sides times FUND TNA: no division, nothing rounded.
    const apart = fundTna.times(exact(percent)).minus(exact(line.marketValue).times(100))
    finding.compare({
      holds: apart.abs().lte(allowed),
      subject: line.instrumentCode,
      formula: () =>
        `${term(line.marketValue)} / ${shown(fundTna)} × 100 = ${shown(percentOf(exact(line.marketValue), fundTna))}, % NAV ${shown(percent)}`,
      difference: () => apart.div(fundTna).round(10),
      size: sizeOf(apart),
      tolerance: limit.value,
      level: limit.level,
      figures: () => [
        ...lineFigures(current, line, 'navPercent', 'marketValue'),
        ...elementFigure(current, fundTnaLine),
      ],
    })
  }
  return finding
}
