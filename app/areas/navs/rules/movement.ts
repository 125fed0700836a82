import { Big } from '~/platform/values/decimal'
import type { NavLine } from '../workbooks/control-data'
import { elementFigure } from './evidence'
import type { Finding } from './finding'
import type { RuleContext } from './rule-context'
import { classRows } from './upload-index'
import { percentOf, shown, term } from './wording'

/** Movement of a class: grossed / previous - 1, signed; kept as the two numbers so that it is compared exactly. */
export interface Movement {
  code: string
  line: NavLine
  /** NAV PER SHARE + DISTRIBUTION PER SHARE */
  grossed: Big
  /** Above 0. */
  previous: Big
}

/** The movement of one NAV PER SHARE row, or null (told to the finding) when the class has none. */
export function movementOf(
  { current, previous }: RuleContext,
  line: NavLine,
  finding: Finding,
): Movement | null {
  const earlier = previous?.element('NAV PER SHARE', line.code)
  if (!earlier) {
    finding.leaveOut('previous NAV PER SHARE', line.code)
    return null
  }
  if (new Big(earlier.value).lte(0)) {
    finding.leaveOut('previous NAV PER SHARE above 0', line.code)
    return null
  }
  const distribution = current.element('DISTRIBUTION PER SHARE', line.code)?.value ?? '0'
  return {
    code: line.code,
    line,
    grossed: new Big(line.value).plus(distribution),
    previous: new Big(earlier.value),
  }
}

/** The movements of every NAV PER SHARE row that has one. */
export function movements(context: RuleContext, finding: Finding): Movement[] {
  if (!context.previous) finding.lacks('previous control')
  const rows = classRows(context.current, 'NAV PER SHARE', finding)
  if (finding.cannotBeJudged) return []
  return rows.flatMap((line) => movementOf(context, line, finding) ?? [])
}

/** The movement in percent, rounded for people. */
export function movementPercent({ grossed, previous }: Movement): Big {
  return percentOf(grossed.minus(previous), previous)
}

/** "(101.5 + 2) / 100 - 1 = 3.5 %" */
export function movementFormula(context: RuleContext, movement: Movement): string {
  const distribution = context.current.element('DISTRIBUTION PER SHARE', movement.code)?.value
  const grossed = distribution
    ? `(${shown(movement.line.value)} + ${term(distribution)})`
    : term(movement.line.value)
  return `${grossed} / ${shown(movement.previous)} - 1 = ${shown(movementPercent(movement))} %`
}

export function movementFigures({ current, previous }: RuleContext, movement: Movement) {
  return [
    ...elementFigure(current, movement.line),
    ...elementFigure(current, current.element('DISTRIBUTION PER SHARE', movement.code)),
    ...(previous ? elementFigure(previous, previous.element('NAV PER SHARE', movement.code)) : []),
  ]
}
