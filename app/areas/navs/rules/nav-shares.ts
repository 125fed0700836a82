import type { Day } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { CLASS_TYPES, type NavLine } from '../workbooks/control-data'
import type { RuleShareClass } from './contract'
import { elementFigure, figure } from './evidence'
import { Finding, sizeOf } from './finding'
import type { RuleCheck } from './rule-context'
import { classRows, type UploadIndex } from './upload-index'
import { CLASSES, shown, shownDay, term } from './wording'

const REQUIRED = ['CLASS TNA', 'SHARES', 'NAV PER SHARE'] as const

/**
 * N02: the class codes in the NAV table are exactly the fund's classes active at the NAV date, and each has CLASS TNA,
 * SHARES and NAV PER SHARE once.
 */
export const shareClasses: RuleCheck = ({ input, current, shareClass }) => {
  const finding = new Finding(CLASSES)
  const { navDate } = input.data
  const expected = input.classes.filter((candidate) => isActive(candidate, navDate)).map(({ code }) => code)
  for (const code of new Set([...expected, ...current.classCodes])) {
    const known = shareClass(code)
    const faults =
      known && isActive(known, navDate) ? elementFaults(current, code) : [notActive(known, navDate)]
    finding.compare({
      holds: faults.length === 0,
      subject: code,
      formula: () => (faults.length === 0 ? 'every element once' : faults.join('; ')),
      figures: () =>
        CLASS_TYPES.flatMap((type) => current.rows(type).filter((line) => line.code === code)).flatMap(
          (line) => codeFigure(current, line),
        ),
    })
  }
  return finding
}

function isActive(shareClass: RuleShareClass, day: Day): boolean {
  const { activeFrom, activeTo } = shareClass
  return (activeFrom === null || activeFrom <= day) && (activeTo === null || day <= activeTo)
}

function notActive(shareClass: RuleShareClass | undefined, day: Day): string {
  return shareClass ? `not active on ${shownDay(day)}` : 'no class of this fund has this code'
}

function elementFaults(current: UploadIndex, code: string): string[] {
  if (!current.classCodes.includes(code)) return ['active class missing from the NAV table']
  return REQUIRED.flatMap((type) => {
    const count = current.rows(type).filter((line) => line.code === code).length
    if (count === 1) return []
    return [count === 0 ? `${type} is missing` : `${type} appears ${count} times`]
  })
}

function codeFigure(current: UploadIndex, line: NavLine) {
  const code = figure('current', current.data.nav.source, line.row, 'code', `Code of ${line.type}`, line.code)
  return [...code, ...elementFigure(current, line)]
}

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
