import { Big } from '~/platform/values/decimal'
import { Finding, sizeOf } from './finding'
import { movementFigures, movementFormula, movementOf } from './movement'
import type { RuleCheck } from './rule-context'
import { CLASSES, percentOf, shown } from './wording'

/** N10: |movement of the reference class - (level n / level p - 1)| <= limit, levels at the two NAV dates. */
export const benchmark: RuleCheck = (context) => {
  const finding = new Finding(CLASSES)
  const { input, current, previous } = context
  const reference = input.classes.find((shareClass) => shareClass.reference)
  const line = reference && current.element('NAV PER SHARE', reference.code)
  if (!previous) finding.lacks('previous control')
  if (!reference) finding.lacks('reference class of the fund')
  else if (!line) finding.lacks(`NAV PER SHARE of the reference class ${reference.code}`)
  if (input.fund.benchmark === null) finding.lacks('benchmark of the fund')
  else {
    if (input.benchmarkLevels.current === null)
      finding.lacks(`level of ${input.fund.benchmark} at the NAV date`)
    if (previous && input.benchmarkLevels.previous === null) {
      finding.lacks(`level of ${input.fund.benchmark} at the previous NAV date`)
    }
  }
  if (finding.cannotBeJudged || !line) return finding
  const level = new Big(input.benchmarkLevels.current ?? 0)
  const earlierLevel = new Big(input.benchmarkLevels.previous ?? 0)
  if (earlierLevel.lte(0)) finding.lacks(`level of ${input.fund.benchmark} above 0 at the previous NAV date`)
  const movement = movementOf(context, line, finding)
  if (!movement || finding.cannotBeJudged) return finding
  // Both ratios over one denominator: grossed / previous - level / earlierLevel.
  const apart = movement.grossed.times(earlierLevel).minus(level.times(movement.previous))
  const base = movement.previous.times(earlierLevel)
  const limit = context.tolerance('N10.limit')
  finding.compare({
    holds: apart.abs().lte(limit.fraction.times(base)),
    subject: movement.code,
    formula: () =>
      `${movementFormula(context, movement)}, ${input.fund.benchmark} ${shown(level)} / ${shown(earlierLevel)} - 1 = ${shown(percentOf(level.minus(earlierLevel), earlierLevel))} %`,
    difference: () => percentOf(apart, base),
    size: sizeOf(apart),
    tolerance: limit.value,
    level: limit.level,
    figures: () => movementFigures(context, movement),
  })
  return finding
}
