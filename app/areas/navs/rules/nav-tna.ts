import type { Day } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { CLASS_TYPES, type NavLine } from '../workbooks/control-data'
import type { RuleShareClass } from './contract'
import { elementFigure, figure } from './evidence'
import { Finding, sizeOf } from './finding'
import { decimalsOf, type RuleCheck, type RuleContext, requiredElement, type Tolerance } from './rule-context'
import { siteRate } from './stored-rates'
import { classRows, type UploadIndex } from './upload-index'
import { CLASSES, percentOf, shown, shownDay, term } from './wording'

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

const FUND = { one: 'fund', many: 'funds' }

/**
 * N03: CLASS TNA = NAV PER SHARE × SHARES, every CLASS TNA row; the tolerance grows with the rounding of the NAV per
 * share.
 */
export const classTna: RuleCheck = (context) => {
  const finding = new Finding(CLASSES)
  const { current } = context
  for (const line of classRows(current, 'CLASS TNA', finding)) {
    const perShare = current.element('NAV PER SHARE', line.code)
    const shares = current.element('SHARES', line.code)
    if (!perShare || !shares) {
      if (!perShare) finding.leaveOut('NAV PER SHARE', line.code)
      if (!shares) finding.leaveOut('SHARES', line.code)
      continue
    }
    const product = new Big(perShare.value).times(shares.value)
    const difference = new Big(line.value).minus(product)
    const tolerance = roundingTolerance(context, line.code, new Big(shares.value))
    finding.compare({
      holds: difference.abs().lte(tolerance.value),
      subject: line.code,
      formula: () =>
        `${shown(perShare.value)} × ${term(shares.value)} = ${shown(product)}, CLASS TNA ${shown(line.value)}`,
      difference: () => difference,
      size: sizeOf(difference),
      tolerance: tolerance.value,
      level: tolerance.level,
      figures: () => [line, perShare, shares].flatMap((element) => elementFigure(current, element)),
    })
  }
  return finding
}

/** max(0.01; 0.5 × 10^-decimals × SHARES) */
function roundingTolerance(
  context: RuleContext,
  code: string,
  shares: Big,
): Pick<Tolerance, 'value' | 'level'> {
  const smallest = context.tolerance('N03.amount')
  const rounding = context.tolerance('N03.rounding')
  const grown = rounding.value.times(new Big(`1e-${decimalsOf(context, code)}`)).times(shares)
  return grown.gt(smallest.value) ? { value: grown, level: rounding.level } : smallest
}

/**
 * N04: FUND TNA = sum of CLASS TNA × FX RATE of the row's currency, over every row; a missing FX RATE breaks the rule.
 */
export const fundTna: RuleCheck = (context) => {
  const finding = new Finding(FUND)
  const { current, fundTnaLine, input } = context
  const rows = classRows(current, 'CLASS TNA', finding).map((line) => ({
    line,
    rate: context.navRate(line.currency),
  }))
  if (rows.length === 0) return finding
  const withoutRate = rows.filter(({ rate }) => rate === undefined)
  for (const { line } of withoutRate) {
    finding.compare({
      holds: false,
      subject: line.code,
      formula: () =>
        `CLASS TNA ${shown(line.value)} ${line.currency}, and the NAV table has no FX RATE ${line.currency}`,
      figures: () => elementFigure(current, line),
    })
  }
  if (withoutRate.length > 0) return finding
  const terms = rows.map(({ line, rate = '1' }) => ({ line, rate, amount: new Big(line.value).times(rate) }))
  const total = terms.reduce((sofar, { amount }) => sofar.plus(amount), new Big(0))
  const perClass = context.tolerance('N04.amount')
  const tolerance = perClass.value.times(new Set(rows.map(({ line }) => line.code)).size)
  const difference = context.fundTna.minus(total)
  finding.compare({
    holds: difference.abs().lte(tolerance),
    subject: `Fund ${input.fund.code}`,
    formula: () =>
      `${terms.map(({ line, rate }) => `${term(line.value)} × ${shown(rate)}`).join(' + ')} = ${shown(total)}, FUND TNA ${shown(context.fundTna)}`,
    difference: () => difference,
    size: sizeOf(difference),
    tolerance,
    level: perClass.level,
    figures: () => [
      ...elementFigure(current, fundTnaLine),
      ...terms.flatMap(({ line }) => elementFigure(current, line)),
      ...[...new Set(terms.map(({ line }) => line.currency))].flatMap((currency) =>
        elementFigure(current, context.navRateLine(currency)),
      ),
    ],
  })
  return finding
}

/** N05: TOTAL ASSETS - TOTAL LIABILITIES = FUND TNA. */
export const assetsAndLiabilities: RuleCheck = (context) => {
  const finding = new Finding(FUND)
  const assets = requiredElement(context.current, 'TOTAL ASSETS')
  const liabilities = requiredElement(context.current, 'TOTAL LIABILITIES')
  const tolerance = context.tolerance('N05.amount')
  const net = new Big(assets.value).minus(liabilities.value)
  const difference = context.fundTna.minus(net)
  finding.compare({
    holds: difference.abs().lte(tolerance.value),
    subject: `Fund ${context.input.fund.code}`,
    formula: () =>
      `${shown(assets.value)} - ${term(liabilities.value)} = ${shown(net)}, FUND TNA ${shown(context.fundTna)}`,
    difference: () => difference,
    size: sizeOf(difference),
    tolerance: tolerance.value,
    level: tolerance.level,
    figures: () =>
      [assets, liabilities, context.fundTnaLine].flatMap((line) => elementFigure(context.current, line)),
  })
  return finding
}

/**
 * N13: every FX RATE but the fund currency's = stored rate of the currency / stored rate of the fund currency, each the
 * latest on or before the NAV date and at most 5 calendar days old; tolerance 0.5 % of that, 1.5 % where a rate used is
 * older than one weekday. Both sides are multiplied by the rate of the fund currency, so that nothing is divided.
 */
export const fxAndSource: RuleCheck = (context) => {
  const finding = new Finding({ one: 'rate', many: 'rates' })
  const { current, input, fundTna } = context
  const ofFund = siteRate(context, input.fund.currency)
  for (const line of current.rows('FX RATE')) {
    if (line.code === input.fund.currency) continue
    const stored = siteRate(context, line.code)
    if (!stored || !ofFund) {
      finding.leaveOut('stored rate', stored ? input.fund.currency : line.code)
      continue
    }
    const older = stored.older || ofFund.older
    const limit = context.tolerance(older ? 'N13.olderRate' : 'N13.rate')
    const rate = new Big(line.value)
    const apart = rate.times(ofFund.rate).minus(stored.rate)
    const expected = stored.rate.div(ofFund.rate)
    finding.compare({
      holds: apart.abs().lte(limit.fraction.times(stored.rate)),
      subject: line.code,
      formula: () =>
        `FX RATE ${shown(rate)}, stored ${stored.words} / ${ofFund.words} = ${shown(expected.round(10))}, ${shown(percentOf(apart, stored.rate))} % apart${older ? ', a rate older than one weekday' : ''}`,
      difference: () => percentOf(apart, stored.rate),
      size: sizeOf(apart) / sizeOf(stored.rate),
      tolerance: limit.value,
      level: limit.level,
      impact: () => {
        if (rate.lte(0)) return new Big(0)
        const lines = current.data.inventory?.lines.filter((each) => each.quotationCurrency === line.code)
        const worth =
          lines?.reduce((total, { marketValue }) => total.plus(marketValue), new Big(0)) ?? fundTna
        return rate.minus(expected).times(worth).div(rate)
      },
      figures: () => elementFigure(current, line),
    })
  }
  return finding
}
