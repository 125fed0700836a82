import { Big } from '~/platform/values/decimal'
import { elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import type { RuleCheck } from './rule-context'
import { classRows } from './upload-index'
import { CLASSES, shown, term } from './wording'

/** N08: SHARES = previous SHARES + SUBSCRIPTIONS - REDEMPTIONS, every SHARES row whose class has a previous value. */
export const shareRollForward: RuleCheck = ({ current, previous, tolerance }) => {
  const finding = new Finding(CLASSES)
  if (!previous) {
    finding.lacks('previous control')
    return finding
  }
  const limit = tolerance('N08.shares')
  for (const line of classRows(current, 'SHARES', finding)) {
    const earlier = previous.element('SHARES', line.code)
    if (!earlier) {
      finding.leaveOut('previous SHARES', line.code)
      continue
    }
    const subscriptions = current.element('SUBSCRIPTIONS', line.code)
    const redemptions = current.element('REDEMPTIONS', line.code)
    const issued = subscriptions?.value ?? '0'
    const redeemed = redemptions?.value ?? '0'
    const expected = new Big(earlier.value).plus(issued).minus(redeemed)
    const difference = new Big(line.value).minus(expected)
    finding.compare({
      holds: difference.abs().lte(limit.value),
      subject: line.code,
      formula: () =>
        `${shown(earlier.value)} + ${term(issued)} - ${term(redeemed)} = ${shown(expected)}, SHARES ${shown(line.value)}`,
      difference: () => difference,
      size: sizeOf(difference),
      tolerance: limit.value,
      level: limit.level,
      figures: () => [
        ...[line, subscriptions, redemptions].flatMap((element) => elementFigure(current, element)),
        ...elementFigure(previous, earlier),
      ],
    })
  }
  return finding
}
