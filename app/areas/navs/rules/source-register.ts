import { Big, type Decimal } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import type { NavType } from '../workbooks/control-data'
import type { Announcement, RegisterRow } from './contract'
import { elementFigure } from './evidence'
import { Finding, sizeOf } from './finding'
import { previousOf, type RuleCheck, type RuleContext } from './rule-context'
import { rowsOf, type Sent, sourceFigure, sourceTables } from './second-sources'
import { wholeCurrency } from './stored-rates'
import type { UploadIndex } from './upload-index'
import { CLASSES, shown, term } from './wording'

const ZERO = new Big(0)

/** Rows by class, in the order in which the classes come first. */
const byClass = (rows: readonly Sent<RegisterRow>[]) => groupedBy(rows, ({ classCode }) => classCode)

const totalOf = (rows: readonly RegisterRow[], field: 'outstanding' | 'issued' | 'redeemed'): Big =>
  rows.reduce((sum, row) => sum.plus(row[field] ?? 0), ZERO)

/** A number of shares at the first of these NAV PER SHARE and rates that there are; 0 without one of them. */
function worthOf(
  { navRate, previousRate }: RuleContext,
  shares: Big,
  code: string,
  [first, second]: readonly [UploadIndex | null, UploadIndex | null],
  ratesOf: 'current' | 'previous',
): Big {
  const line = first?.element('NAV PER SHARE', code) ?? second?.element('NAV PER SHARE', code)
  if (!line) return ZERO
  const { currency } = line
  const rate = ratesOf === 'current' ? navRate(currency) : (previousRate(currency) ?? navRate(currency))
  return shares.times(line.value).times(rate ?? 0)
}

/** S01: SHARES = sum of Shares outstanding, every class of either; a side that lacks it counts 0. */
export const register: RuleCheck = (context) => {
  const finding = new Finding(CLASSES)
  const { current, previous } = context
  const tables = sourceTables(context, finding, 'register')
  if (finding.cannotBeJudged) return finding
  const stated = byClass(rowsOf(tables).filter(({ outstanding = null }) => outstanding !== null))
  const limit = context.tolerance('S01.shares')
  const lines = [
    ...current.rows('SHARES').map((line) => ({ code: line.code, line })),
    ...[...stated.keys()]
      .filter((code) => !current.element('SHARES', code))
      .map((code) => ({ code, line: undefined })),
  ]
  for (const { code, line } of lines) {
    const rows = stated.get(code) ?? []
    const outstanding = totalOf(rows, 'outstanding')
    const difference = new Big(line?.value ?? 0).minus(outstanding)
    finding.compare({
      holds: difference.abs().lte(limit.value),
      subject: code,
      formula: () =>
        `SHARES ${line ? shown(line.value) : 'missing'}, register ${rows.length > 0 ? shown(outstanding) : 'without the class'}: ${shown(difference)}`,
      difference: () => difference,
      size: sizeOf(difference.abs()),
      tolerance: limit.value,
      level: limit.level,
      impact: () => worthOf(context, difference, code, [current, previous], 'current'),
      figures: () => [
        ...elementFigure(current, line),
        ...rows.flatMap((row) => sourceFigure(row, 'Shares outstanding', row.outstanding)),
      ],
    })
  }
  return finding
}

/** What the NAV table says went in and out of a class; one that is gone was redeemed. */
function flowsOf({ current, previous }: RuleContext, code: string) {
  const of = (type: NavType) => current.element(type, code)
  if (current.classCodes.includes(code))
    return {
      issued: new Big(of('SUBSCRIPTIONS')?.value ?? 0),
      redeemed: new Big(of('REDEMPTIONS')?.value ?? 0),
      figures: () => [
        ...elementFigure(current, of('SUBSCRIPTIONS')),
        ...elementFigure(current, of('REDEMPTIONS')),
      ],
    }
  const gone = previous?.element('SHARES', code)
  return {
    issued: ZERO,
    redeemed: new Big(gone?.value ?? 0),
    figures: () => (previous ? elementFigure(previous, gone) : []),
  }
}

/**
 * S02: SUBSCRIPTIONS - REDEMPTIONS = Issued - Redeemed, every class of either, where every sender has both columns; a
 * class of the previous NAV without a row in this one counts as redeemed. Gross differences are named only.
 */
export const registerFlows: RuleCheck = (context) => {
  const finding = new Finding(CLASSES)
  const { current, previous } = context
  const tables = sourceTables(context, finding, 'register')
  for (const { sender, hasFlows } of tables)
    if (!hasFlows) finding.lacks(`columns Issued and Redeemed from ${sender}`)
  if (finding.cannotBeJudged) return finding
  const stated = byClass(rowsOf(tables))
  const limit = context.tolerance('S02.shares')
  const codes = new Set([...current.classCodes, ...(previous?.classCodes ?? []), ...stated.keys()])
  for (const code of codes) {
    const rows = stated.get(code) ?? []
    const [issued, redeemed] = [totalOf(rows, 'issued'), totalOf(rows, 'redeemed')]
    const booked = flowsOf(context, code)
    const net = booked.issued.minus(booked.redeemed)
    const difference = net.minus(issued).plus(redeemed)
    const holds = difference.abs().lte(limit.value)
    if (holds && booked.issued.minus(issued).abs().gt(limit.value))
      finding.remark('gross flows of the register differ', code)
    finding.compare({
      holds,
      subject: code,
      formula: () =>
        `${shown(booked.issued)} - ${term(booked.redeemed)} = ${shown(net)}, register ${shown(issued)} - ${term(redeemed)} = ${shown(issued.minus(redeemed))}`,
      difference: () => difference,
      size: sizeOf(difference.abs()),
      tolerance: limit.value,
      level: limit.level,
      impact: () => worthOf(context, difference, code, [previous, current], 'previous'),
      figures: () => [
        ...booked.figures(),
        ...rows.flatMap((row) => [
          ...sourceFigure(row, 'Issued', row.issued),
          ...sourceFigure(row, 'Redeemed', row.redeemed),
        ]),
      ],
    })
  }
  return finding
}

/** Decimals that a number shows. */
const decimalsIn = (rate: Decimal): number => new Big(rate).toFixed().split('.')[1]?.length ?? 0

const isOfClass = ({ classCode, isin, fundCode }: Announcement, code: string): boolean =>
  classCode === null ? isin === code && fundCode === null : classCode === code

/**
 * S07: DISTRIBUTION PER SHARE of every class with a previous value = sum of the rates announced for the class that went
 * ex since the previous NAV; another currency than the class's is NOK.
 */
export const announcedDistribution: RuleCheck = (context) => {
  const finding = new Finding(CLASSES)
  const { current, input } = context
  const previous = previousOf(context, finding)
  if (!input.fund.announcementsKept) finding.lacks(NOT_KEPT)
  if (!previous || finding.cannotBeJudged) return finding
  const rounding = context.tolerance('S07.rounding')
  const least = Number(context.tolerance('S07.decimals').value)
  const senders = new Set<string>()
  for (const perShare of current.rows('NAV PER SHARE')) {
    const { code, currency } = perShare
    if (!previous.element('NAV PER SHARE', code)) {
      finding.leaveOut('previous NAV PER SHARE', code)
      continue
    }
    const announced = (input.sources?.announcements ?? []).filter((each) => isOfClass(each, code))
    const own = wholeCurrency(currency)
    const foreign = announced.find((each) => wholeCurrency(each.currency).currency !== own.currency)
    const total = announced
      .reduce((sum, each) => sum.plus(wholeCurrency(each.currency).part.times(each.rate)), ZERO)
      .div(own.part)
    const paid = current.element('DISTRIBUTION PER SHARE', code)
    const difference = new Big(paid?.value ?? 0).minus(total)
    const places = Math.max(least, ...announced.map(({ rate }) => decimalsIn(rate)))
    const tolerance = rounding.value.times(`1e-${places}`)
    for (const { sender, file } of announced) senders.add(`${sender}, ${file}`)
    finding.compare({
      holds: !foreign && difference.abs().lte(tolerance),
      subject: code,
      formula: () =>
        `DISTRIBUTION PER SHARE ${shown(paid?.value ?? '0')} ${currency}, announced ${shown(total)}${foreign ? ` in ${foreign.currency}` : ''}`,
      difference: () => difference,
      size: sizeOf(difference.abs()),
      tolerance,
      level: rounding.level,
      impact: () =>
        difference.times(previous.element('SHARES', code)?.value ?? 0).times(context.navRate(currency) ?? 0),
      figures: () => [
        ...elementFigure(current, paid),
        ...elementFigure(previous, previous.element('SHARES', code)),
        ...announced.flatMap((row) => sourceFigure(row, 'Rate', row.rate)),
      ],
    })
  }
  if (senders.size > 0) finding.say(`Source: ${[...senders].join('; ')}.`)
  return finding
}

/** Why rules of announcements cannot be judged. */
export const NOT_KEPT = 'announcements that are kept for the fund'
