import { Big } from '~/platform/values/decimal'
import { elementFigure } from './evidence'
import { Finding } from './finding'
import type { RuleCheck } from './rule-context'
import { shown } from './wording'

/** N06: FUND TNA > 0, every SHARES >= 0, every NAV PER SHARE > 0 where the class has SHARES > 0. */
export const positiveFigures: RuleCheck = ({ current, fundTna, fundTnaLine, input }) => {
  const finding = new Finding({ one: 'figure', many: 'figures' })
  finding.compare({
    holds: fundTna.gt(0),
    subject: `Fund ${input.fund.code}`,
    formula: () => `FUND TNA ${shown(fundTna)} is ${fundTna.gt(0) ? '' : 'not '}above 0`,
    figures: () => elementFigure(current, fundTnaLine),
  })
  for (const line of current.rows('SHARES')) {
    const holds = new Big(line.value).gte(0)
    finding.compare({
      holds,
      subject: line.code,
      formula: () => `SHARES ${shown(line.value)} is ${holds ? 'not ' : ''}below 0`,
      figures: () => elementFigure(current, line),
    })
  }
  for (const line of current.rows('NAV PER SHARE')) {
    const shares = current.element('SHARES', line.code)
    if (!shares) {
      finding.leaveOut('SHARES', line.code)
      continue
    }
    if (new Big(shares.value).lte(0)) continue
    const holds = new Big(line.value).gt(0)
    finding.compare({
      holds,
      subject: line.code,
      formula: () =>
        `NAV PER SHARE ${shown(line.value)} is ${holds ? '' : 'not '}above 0 with SHARES ${shown(shares.value)}`,
      figures: () => [...elementFigure(current, line), ...elementFigure(current, shares)],
    })
  }
  return finding
}
