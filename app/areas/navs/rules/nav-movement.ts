import { Big, type Decimal } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import type { NavLine } from '../workbooks/control-data'
import type { RuleShareClass } from './contract'
import { elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import { decimalsOf, type RuleCheck, type RuleContext, rooted } from './rule-context'
import { classRows } from './upload-index'
import { CLASSES, percentOf, shown, term } from './wording'

/** Movement of a class: grossed / previous - 1, signed; kept as the two numbers so that it is compared exactly. */
interface Movement {
  code: string
  line: NavLine
  /** NAV PER SHARE + DISTRIBUTION PER SHARE */
  grossed: Big
  /** Above 0. */
  previous: Big
}

/** The movement of one NAV PER SHARE row, or null (reported to the finding) when the class has none. */
function movementOf({ current, previous }: RuleContext, line: NavLine, finding: Finding): Movement | null {
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
function movements(context: RuleContext, finding: Finding): Movement[] {
  if (!context.previous) finding.lacks('previous control')
  const rows = classRows(context.current, 'NAV PER SHARE', finding)
  if (finding.cannotBeJudged) return []
  return rows.flatMap((line) => movementOf(context, line, finding) ?? [])
}

/** The movement in percent, rounded for display. */
function movementPercent({ grossed, previous }: Movement): Big {
  return percentOf(grossed.minus(previous), previous)
}

/** "(101.5 + 2) / 100 - 1 = 3.5 %" */
function movementFormula(context: RuleContext, movement: Movement): string {
  const distribution = context.current.element('DISTRIBUTION PER SHARE', movement.code)?.value
  const grossed = distribution
    ? `(${shown(movement.line.value)} + ${term(distribution)})`
    : term(movement.line.value)
  return `${grossed} / ${shown(movement.previous)} - 1 = ${shown(movementPercent(movement))} %`
}

/** The cells of a movement. */
export function movementFigures({ current, previous }: RuleContext, movement: Movement) {
  return [
    ...elementFigure(current, movement.line),
    ...elementFigure(current, current.element('DISTRIBUTION PER SHARE', movement.code)),
    ...(previous ? elementFigure(previous, previous.element('NAV PER SHARE', movement.code)) : []),
  ]
}

/**
 * N07: |movement| <= limit × √(max(1; d / 4)), every class; and not exactly 0 where the class has SHARES > 0 and the
 * last decimal of its NAV per share is less than 0.005 % of p: it could have moved. A MONEY MARKET class need not move.
 */
export const navMovement: RuleCheck = (context) => {
  const finding = new Finding(CLASSES)
  const limit = context.tolerance('N07.limit')
  for (const movement of movements(context, finding)) {
    const change = movement.grossed.minus(movement.previous)
    const frozen = change.eq(0) && shouldMove(context, movement)
    finding.compare({
      holds: !frozen && context.root.within(change, limit.fraction.times(movement.previous)),
      subject: movement.code,
      formula: () =>
        `${movementFormula(context, movement)}${frozen ? ', exactly 0 though the class has shares' : ''}`,
      difference: () => movementPercent(movement),
      size: sizeOf(change.abs()) / sizeOf(movement.previous),
      tolerance: rooted(context, limit.value),
      level: limit.level,
      figures: () => movementFigures(context, movement),
    })
  }
  return finding
}

function shouldMove(context: RuleContext, { code, previous }: Movement): boolean {
  if (context.input.fund.type === 'MONEY MARKET') return false
  const shares = context.current.element('SHARES', code)
  if (!shares || new Big(shares.value).lte(0)) return false
  const step = context.tolerance('N07.step').fraction.times(previous)
  return new Big(`1e-${decimalsOf(context, code)}`).lt(step)
}

/** What the currency of a class is hedged to: the fund currency, or the currencies of the portfolio; or it is not. */
type Hedging = 'yes' | 'portfolio' | 'no'

const hedgingOf = ({ hedged, portfolioHedged }: RuleShareClass): Hedging =>
  portfolioHedged ? 'portfolio' : hedged ? 'yes' : 'no'

const HEDGING_WORDS: Record<Hedging, string> = {
  yes: 'hedged',
  portfolio: 'portfolio hedged',
  no: 'not hedged',
}

/** The movements of every NAV PER SHARE row that has one, with the fees of the reference data; others are reported. */
export function grossMovements(context: RuleContext, finding: Finding): GrossMovement[] {
  return movements(context, finding).flatMap((movement) => {
    const shareClass = context.shareClass(movement.code)
    if (shareClass)
      return [
        {
          ...grossOf(movement, shareClass.managementFee, context.days),
          hedging: hedgingOf(shareClass),
        },
      ]
    finding.leaveOut('hedging in the reference data', movement.code)
    return []
  })
}

/**
 * N09: highest - lowest of movement + management fee × d / 365 <= limit among the classes of one currency and one
 * hedging, two or more; not applicable without such a group. The currency is that of the NAV PER SHARE row, hedging and
 * fee those of the reference data; an unknown class is left out.
 */
export const classDispersion: RuleCheck = (context) => {
  const finding = new Finding({ one: 'group of classes', many: 'groups of classes' })
  const limit = context.tolerance('N09.limit')
  const groups = groupedBy(
    grossMovements(context, finding),
    ({ line, hedging }) => `${line.currency} ${HEDGING_WORDS[hedging]}`,
  )
  for (const [subject, members] of groups) {
    if (new Set(members.map(({ code }) => code)).size < 2) continue
    const highest = members.reduce((best, one) => (isHigher(one, best) ? one : best))
    const lowest = members.reduce((best, one) => (isHigher(best, one) ? one : best))
    const spread = highest.change.times(lowest.base).minus(lowest.change.times(highest.base))
    const base = highest.base.times(lowest.base)
    const difference = percentOf(spread, base)
    finding.compare({
      holds: spread.lte(limit.fraction.times(base)),
      subject,
      formula: () => `${grossText(highest)} - ${grossText(lowest)} = ${shown(difference)} %`,
      difference: () => difference,
      size: Number(difference),
      tolerance: limit.value,
      level: limit.level,
      figures: () => [highest, lowest].flatMap((movement) => movementFigures(context, movement)),
    })
  }
  if (finding.compared === 0 && !finding.cannotBeJudged)
    finding.lacks('two classes of one currency and one hedging')
  return finding
}

/** A movement with the management fee of its days added: change / base, both exact. */
export interface GrossMovement extends Movement {
  hedging: Hedging
  change: Big
  /** Above 0. */
  base: Big
  /** In percent a year. */
  fee: Decimal
}

// A percentage of 365 days.
const YEAR = 36_500

function grossOf(movement: Movement, fee: Decimal, days: number): Omit<GrossMovement, 'hedging'> {
  const { grossed, previous } = movement
  const change = grossed.minus(previous).times(YEAR).plus(new Big(fee).times(days).times(previous))
  return { ...movement, change, base: previous.times(YEAR), fee }
}

/** "LUX001-H 1.2 % (1 % and its fee)" */
export function grossText({ code, change, base, fee, ...movement }: GrossMovement): string {
  const moved = `${shown(movementPercent({ code, ...movement }))} %`
  return new Big(fee).eq(0)
    ? `${code} ${moved}`
    : `${code} ${shown(percentOf(change, base))} % (${moved} and its fee)`
}

/** True when a's movement is above b's: a.change / a.base > b.change / b.base, both bases above 0. */
function isHigher(a: GrossMovement, b: GrossMovement): boolean {
  return a.change.times(b.base).gt(b.change.times(a.base))
}

/**
 * N10: |movement of the reference class - (level n / level p - 1)| <= limit × √(max(1; d / 4)), levels at the two NAV
 * dates.
 */
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
    holds: context.root.within(apart, limit.fraction.times(base)),
    subject: movement.code,
    formula: () =>
      `${movementFormula(context, movement)}, ${input.fund.benchmark} ${shown(level)} / ${shown(earlierLevel)} - 1 = ${shown(percentOf(level.minus(earlierLevel), earlierLevel))} %`,
    difference: () => percentOf(apart, base),
    size: sizeOf(apart),
    tolerance: rooted(context, limit.value),
    level: limit.level,
    figures: () => movementFigures(context, movement),
  })
  return finding
}
