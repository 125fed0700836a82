import { Big } from '~/platform/values/decimal'
import { elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import type { RuleCheck } from './rule-context'
import { classRows } from './upload-index'
import { CLASSES, percentOf, shown } from './wording'

/** N11: when this NAV was sent before, |NAV PER SHARE - sent| <= threshold × sent, every NAV PER SHARE row. */
export const navError: RuleCheck = ({ input, current, tolerance }) => {
  const finding = new Finding(CLASSES)
  if (input.sent === null) {
    finding.lacks('sent NAV (this NAV was not sent before)')
    return finding
  }
  const threshold = tolerance('N11.threshold')
  const { sent } = input
  for (const line of classRows(current, 'NAV PER SHARE', finding)) {
    const before = sent.find(({ classCode }) => classCode === line.code)
    if (!before) {
      finding.leaveOut('sent NAV PER SHARE', line.code)
      continue
    }
    const base = new Big(before.navPerShare)
    if (base.lte(0)) {
      finding.leaveOut('sent NAV PER SHARE above 0', line.code)
      continue
    }
    const change = new Big(line.value).minus(base)
    finding.compare({
      holds: change.abs().lte(threshold.fraction.times(base)),
      subject: line.code,
      formula: () =>
        `(${shown(line.value)} - ${shown(base)}) / ${shown(base)} = ${shown(percentOf(change, base))} % of the NAV per share sent`,
      difference: () => percentOf(change, base),
      size: sizeOf(change) / sizeOf(base),
      tolerance: threshold.value,
      level: threshold.level,
      figures: () => elementFigure(current, line),
    })
  }
  return finding
}
