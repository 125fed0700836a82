import { Finding, sizeOf } from './finding'
import { type Movement, movementFigures, movementFormula, movementPercent, movements } from './movement'
import type { RuleCheck } from './rule-context'
import { CLASSES, shown } from './wording'

/** N07: |movement| <= movement limit, every class: |grossed - previous| <= limit × previous. */
export const navMovement: RuleCheck = (context) => {
  const finding = new Finding(CLASSES)
  const limit = context.tolerance('N07.limit')
  for (const movement of movements(context, finding)) {
    const change = movement.grossed.minus(movement.previous).abs()
    finding.compare({
      holds: change.lte(limit.fraction.times(movement.previous)),
      subject: movement.code,
      formula: () => movementFormula(context, movement),
      difference: () => movementPercent(movement),
      size: sizeOf(change) / sizeOf(movement.previous),
      tolerance: limit.value,
      level: limit.level,
      figures: () => movementFigures(context, movement),
    })
  }
  return finding
}

/**
 * N09: highest - lowest movement <= limit among the classes of one currency and one hedging, two or more. The currency
 * is that of the NAV PER SHARE row, hedging that of the reference data; a class that is not known is left out.
 */
export const classDispersion: RuleCheck = (context) => {
  const finding = new Finding({ one: 'group of classes', many: 'groups of classes' })
  const limit = context.tolerance('N09.limit')
  const groups = new Map<string, Movement[]>()
  for (const movement of movements(context, finding)) {
    const shareClass = context.shareClass(movement.code)
    if (!shareClass) {
      finding.leaveOut('hedging in the reference data', movement.code)
      continue
    }
    const key = `${movement.line.currency} ${shareClass.hedged ? 'hedged' : 'not hedged'}`
    groups.set(key, [...(groups.get(key) ?? []), movement])
  }
  for (const [subject, members] of groups) {
    if (new Set(members.map(({ code }) => code)).size < 2) continue
    const highest = members.reduce((best, one) => (isHigher(one, best) ? one : best))
    const lowest = members.reduce((best, one) => (isHigher(best, one) ? one : best))
    const spread = highest.grossed.times(lowest.previous).minus(lowest.grossed.times(highest.previous))
    const base = highest.previous.times(lowest.previous)
    const difference = spread.times(100).div(base).round(10)
    finding.compare({
      holds: spread.lte(limit.fraction.times(base)),
      subject,
      formula: () =>
        `${highest.code} ${shown(movementPercent(highest))} % - ${lowest.code} ${shown(movementPercent(lowest))} % = ${shown(difference)} %`,
      difference: () => difference,
      size: Number(difference),
      tolerance: limit.value,
      level: limit.level,
      figures: () => [highest, lowest].flatMap((movement) => movementFigures(context, movement)),
    })
  }
  return finding
}

/** True when a's movement is above b's: a.grossed / a.previous > b.grossed / b.previous, both previous above 0. */
function isHigher(a: Movement, b: Movement): boolean {
  return a.grossed.times(b.previous).gt(b.grossed.times(a.previous))
}
