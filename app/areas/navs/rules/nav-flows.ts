import { Big, type Decimal } from '~/platform/values/decimal'
import { changeOfNet } from './account-class'
import { bridgeFigures, lackingForBridge } from './bridge'
import type { ScheduledFee } from './contract'
import { elementFigure, netFigures } from './evidence'
import { Finding, sizeOf } from './finding'
import { flowsOf, totalOf } from './flows'
import { daysOfYear, previousOfYear, type RuleCheck, type RuleContext, requiredElement } from './rule-context'
import type { UploadIndex } from './upload-index'
import { shown, term } from './wording'

const FUND = { one: 'fund', many: 'funds' }
const FEES = { one: 'fee', many: 'fees' }

/**
 * N14: within one financial year, -(net n - net p) over capital = flows, or flows + distributions, whichever is nearer;
 * tolerance 1 bp of FUND TNA p.
 */
export const capitalAndFlows: RuleCheck = (context) => {
  const finding = new Finding(FUND)
  const previous = previousOfYear(context, finding)
  if (!previous || !context.previousTna) return finding
  const { flows, distributions, lacking } = flowsOf(context, previous)
  for (const what of lacking) finding.lacks(what)
  if (finding.cannotBeJudged) return finding
  const { accountClass, current, previousTna, input } = context
  const isCapital = (number: string) => accountClass.of(number) === 'capital'
  const booked = changeOfNet(current, previous, isCapital).times(-1)
  const flow = totalOf(flows)
  const paid = totalOf(distributions)
  const apart = booked.minus(flow)
  const apartWithPaid = apart.minus(paid)
  const withPaid = apartWithPaid.abs().lt(apart.abs())
  const difference = withPaid ? apartWithPaid : apart
  const limit = context.tolerance('N14.tna')
  const tolerance = limit.fraction.times(previousTna)
  finding.compare({
    holds: difference.abs().lte(tolerance),
    subject: `Fund ${input.fund.code}`,
    formula: () =>
      `change of capital ${shown(booked)}, flows ${shown(flow)}${withPaid ? ` and distributions ${shown(paid)}` : ''}: ${shown(difference.round(10))} apart`,
    difference: () => difference,
    size: sizeOf(difference),
    tolerance,
    level: limit.level,
    impact: () => difference,
    figures: () => [
      ...netFigures(current, previous, isCapital),
      ...[...flows, ...(withPaid ? distributions : [])]
        .filter(({ amount }) => !amount.eq(0))
        .flatMap((part) => part.figures()),
    ],
  })
  return finding
}

/** N15: |residual| of the NAV bridge <= 5 bp × √(max(1; d / 4)) of FUND TNA p, within one financial year. */
export const bridge: RuleCheck = (context) => {
  const finding = new Finding(FUND)
  const { current, previous, input, root } = context
  for (const what of lackingForBridge(context)) finding.lacks(what)
  const figures = bridgeFigures(context)
  if (!figures || !previous) return finding
  const { drivers, residual, previousTna, leftOut } = figures
  const limit = context.tolerance('N15.tna')
  const bare = limit.fraction.times(previousTna)
  for (const [what, subjects] of leftOut)
    for (const subject of subjects) finding.remark(`not in the bridge for lack of ${what}`, subject)
  finding.compare({
    holds: root.within(residual, bare),
    subject: `Fund ${input.fund.code}`,
    formula: () =>
      `FUND TNA ${shown(context.fundTna)} - ${term(previousTna)} less ${drivers
        .filter(({ amount }) => !amount.eq(0))
        .map(({ driver, type, amount }) => `${driver}${type ? ` of ${type}` : ''} ${term(amount.round(10))}`)
        .join(', ')} leaves ${shown(residual.round(10))}`,
    difference: () => residual.round(10),
    size: sizeOf(residual),
    tolerance: bare.times(root.value).round(10),
    level: limit.level,
    impact: () => residual,
    figures: () => [
      ...elementFigure(current, context.fundTnaLine),
      ...elementFigure(previous, requiredElement(previous, 'FUND TNA')),
    ],
  })
  return finding
}

/** The fees in force at the NAV date; of one prefix the one that began latest. */
function feesInForce({ input }: RuleContext): ScheduledFee[] {
  const { navDate } = input.data
  const latest = new Map<string, ScheduledFee>()
  for (const fee of input.feeSchedule) {
    if (fee.from > navDate || (fee.to !== null && fee.to < navDate)) continue
    const other = latest.get(fee.accountPrefix)
    if (!other || fee.from > other.from) latest.set(fee.accountPrefix, fee)
  }
  return [...latest.values()]
}

/** What a fee of a year comes to, before and with the flows since the previous NAV. */
interface YearlyFee {
  words: string
  bare: Big
  withFlows: Big
}

function yearlyFee(
  context: RuleContext,
  previous: UploadIndex,
  fee: ScheduledFee,
  finding: Finding,
): YearlyFee {
  const { flows, lacking } = flowsOf(context, previous)
  const tna = context.previousTna ?? new Big(0)
  if (fee.rate !== null) {
    const rate = new Big(fee.rate).times('0.01')
    const flow = lacking.length > 0 ? new Big(0) : totalOf(flows)
    return {
      words: `${shown(fee.rate)} % of FUND TNA`,
      bare: rate.times(tna),
      withFlows: rate.times(tna.plus(flow)),
    }
  }
  if (fee.amount !== null) {
    const amount = new Big(fee.amount)
    return { words: `${shown(fee.amount)} a year`, bare: amount, withFlows: amount }
  }
  const rateOf = (code: string) => new Big(context.shareClass(code)?.managementFee ?? 0).times('0.01')
  let bare = new Big(0)
  for (const code of previous.classCodes) {
    const line = previous.element('CLASS TNA', code)
    const rate = line && context.previousRate(line.currency)
    if (rateOf(code).eq(0)) continue
    if (!line) finding.remark('without previous CLASS TNA', code)
    else if (rate === undefined) finding.remark(`without previous FX RATE of ${line.currency}`, code)
    else bare = bare.plus(rateOf(code).times(line.value).times(rate))
  }
  const ofFlows = flows.reduce(
    (total, { subject, amount }) => total.plus(rateOf(subject).times(amount)),
    new Big(0),
  )
  return { words: 'management fees of the classes', bare, withFlows: bare.plus(ofFlows) }
}

const daysIn = (days: ScheduledFee['days'], navDate: string): Decimal =>
  days === 'ACT' ? String(daysOfYear(navDate)) : days

/**
 * B10: within one financial year, for every fee in force: net n - net p over the accounts with its prefix = the fee of
 * d days, by FUND TNA p (or the classes' TNA) or with the flows, whichever is nearer; tolerance max(1.00; 5 % of the
 * expected). Both sides are multiplied by the days of the year, so that nothing is divided.
 */
export const feeSchedule: RuleCheck = (context) => {
  const finding = new Finding(FEES)
  const fees = feesInForce(context)
  if (fees.length === 0) finding.lacks('fee in force in the fund’s schedule')
  const previous = previousOfYear(context, finding)
  if (!previous || finding.cannotBeJudged) return finding
  const smallest = context.tolerance('B10.amount')
  const share = context.tolerance('B10.share')
  for (const fee of fees) {
    const year = daysIn(fee.days, context.input.data.navDate)
    const ofFee = (number: string) => number.startsWith(fee.accountPrefix)
    const booked = changeOfNet(context.current, previous, ofFee)
    const { words, bare, withFlows } = yearlyFee(context, previous, fee, finding)
    const apart = (yearly: Big) => booked.times(year).minus(yearly.times(context.days))
    const nearer = apart(withFlows).abs().lt(apart(bare).abs()) ? withFlows : bare
    const difference = apart(nearer)
    const expected = nearer.times(context.days)
    const ofExpected = share.fraction.times(expected)
    const least = smallest.value.times(year)
    const [tolerance, level] = ofExpected.gt(least) ? [ofExpected, share.level] : [least, smallest.level]
    const perDays = (amount: Big) => amount.div(year).round(10)
    finding.compare({
      holds: difference.abs().lte(tolerance),
      subject: fee.accountPrefix,
      formula: () =>
        `booked ${shown(booked)} on accounts starting ${fee.accountPrefix}; ${words}${nearer === withFlows && !withFlows.eq(bare) ? ' with flows' : ''}, ${context.days} of ${year} days = ${shown(perDays(expected))}`,
      difference: () => perDays(difference),
      size: sizeOf(difference),
      tolerance: perDays(tolerance),
      level,
      impact: () => difference.div(year),
      figures: () => [
        ...netFigures(context.current, previous, ofFee),
        ...elementFigure(previous, requiredElement(previous, 'FUND TNA')),
      ],
    })
  }
  return finding
}
