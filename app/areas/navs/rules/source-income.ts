import { Big, plain } from '~/platform/values/decimal'
import { counted } from '~/platform/values/show'
import type { InventoryLine } from '../workbooks/control-data'
import { changeOfNet } from './account-class'
import type { Announcement, ExplainedDifference } from './contract'
import { netFigures } from './evidence'
import { Finding, sizeOf } from './finding'
import { type Fraction, fraction, sumOfTwo } from './fractions'
import { lineFigures } from './inventory-lines'
import { previousOfYear, type RuleCheck, type RuleContext } from './rule-context'
import { countExplained, explainedOf, sourceFigure, totalExplained } from './second-sources'
import { NOT_KEPT } from './source-register'
import { knownRate } from './stored-rates'
import type { UploadIndex } from './upload-index'
import { shown } from './wording'

const ZERO = new Big(0)

/** So many days between two NAVs leave room for trades before an ex date. */
const TRADED_AFTER = 4

/** Income that was announced for an instrument, with what the fund had of it at the previous NAV. */
interface AnnouncedLine {
  announcement: Announcement
  /** Of the previous inventory; of this one where it was bought since. */
  line: InventoryLine
  of: UploadIndex
  quantity: Big
  /** Quantity n - Quantity p. */
  traded: Big
  /** Fund currency for one unit of the announcement's currency. */
  rate: Fraction
}

/** Equity and Fund lines by ISIN, with their quantities summed. */
function holdings(lines: readonly InventoryLine[]): Map<string, { line: InventoryLine; quantity: Big }> {
  const held = new Map<string, { line: InventoryLine; quantity: Big }>()
  for (const line of lines) {
    if ((line.type !== 'Equity' && line.type !== 'Fund') || !line.isin) continue
    const quantity = (held.get(line.isin)?.quantity ?? ZERO).plus(line.quantity ?? 0)
    held.set(line.isin, { line: held.get(line.isin)?.line ?? line, quantity })
  }
  return held
}

/**
 * The announcements that count for the fund's instruments: its own of an ISIN and day before those for all funds. What was
 * bought since the previous NAV counts where that is more than four days ago: for the tolerance alone.
 */
function announcedLines(context: RuleContext, previous: UploadIndex, finding: Finding): AnnouncedLine[] {
  const { input, current } = context
  const before = holdings(previous.data.inventory?.lines ?? [])
  // Without an inventory nothing is known of trades.
  const now = current.data.inventory ? holdings(current.data.inventory.lines) : before
  const ofInstruments = (input.sources?.announcements ?? []).filter(
    ({ isin, fundCode }) => isin !== null && (fundCode === null || fundCode === input.fund.code),
  )
  const own = new Set(
    ofInstruments.flatMap(({ isin, exDate, fundCode }) => (fundCode === null ? [] : [`${isin} ${exDate}`])),
  )
  return ofInstruments.flatMap((announcement) => {
    const { isin, exDate, fundCode, currency } = announcement
    const [held, later] = [before.get(isin ?? ''), now.get(isin ?? '')]
    const line = held?.line ?? later?.line
    const quantity = held?.quantity ?? ZERO
    const traded = (later?.quantity ?? ZERO).minus(quantity)
    const counts = !quantity.eq(0) || (context.days > TRADED_AFTER && !traded.eq(0))
    if (!line || !counts || (fundCode === null && own.has(`${isin} ${exDate}`))) return []
    const rate = knownRate(context, currency)
    if (!rate) {
      finding.lacks(`rate of ${currency} for the income of ${isin}`)
      return []
    }
    return [{ announcement, line, of: held ? previous : current, quantity, traded, rate }]
  })
}

const ratePaid = ({ rate, netRate }: Announcement, isNet: boolean) => (isNet ? (netRate ?? rate) : rate)

/** What a number of units of each line comes to, gross or net. */
function incomeOf(
  lines: readonly AnnouncedLine[],
  isNet: boolean,
  units: (line: AnnouncedLine) => Big,
): Fraction {
  return lines.reduce(
    (sum, line) =>
      sumOfTwo(sum, {
        over: units(line).times(ratePaid(line.announcement, isNet)).times(line.rate.over),
        under: line.rate.under,
      }),
    fraction('0'),
  )
}

/**
 * S06: within one financial year, the income booked on accounts of dividends = what was announced and went ex since the
 * previous NAV, gross or net for all alike, whichever is nearer; tolerance max(1.00; 2 % × √(max(1; d / 4)) of the
 * expected; where d > 4 the income of what was traded in between). What is explained is taken off the expected of its own
 * NAV and added at a later one, where the difference is larger than the tolerance without it.
 */
export const announcedIncome: RuleCheck = (context) => {
  const finding = new Finding({ one: 'fund', many: 'funds' })
  const { input, current } = context
  if (!input.fund.announcementsKept) finding.lacks(NOT_KEPT)
  if (!input.accountPlan.some(({ dividends }) => dividends))
    finding.lacks('accounts of dividends in the account plan')
  if (context.previous && !context.previous.data.inventory) finding.lacks('inventory of the previous control')
  const previous = previousOfYear(context, finding) ?? context.previous
  if (!previous || finding.cannotBeJudged) return finding
  const lines = announcedLines(context, previous, finding)
  if (finding.cannotBeJudged) return finding
  const isDividend = (number: string) => context.accountClass.dividends(number)
  const booked = changeOfNet(current, previous, isDividend).times(-1)
  const judged = incomeJudged(context, lines, booked)
  const { expected, isNet, gross, apart, holds, tolerance, level, explained } = judged
  const held = lines.filter(({ quantity }) => !quantity.eq(0))
  countExplained(finding, explained, ({ amount }) => new Big(amount))
  const difference = () => apart.div(expected.under)
  finding.compare({
    holds,
    subject: `Fund ${input.fund.code}`,
    formula: () =>
      `dividends booked ${shown(booked)}, announced ${shown(expected.over.div(expected.under).round(10))}${isNet && !expected.over.eq(gross.over) ? ' net' : ''} of ${counted(held.length, 'announcement')}: ${shown(difference().round(10))}`,
    difference: () => difference().round(10),
    size: sizeOf(difference().abs()),
    tolerance: tolerance.round(10),
    level,
    impact: difference,
    toExplain: () => ({ amount: plain(difference().times(-1).round(2)), instrumentCode: null, isin: null }),
    figures: () => [
      ...netFigures(current, previous, isDividend),
      ...lines.flatMap(({ announcement, line, of }) => [
        ...lineFigures(of, line, 'isin', 'quantity'),
        ...sourceFigure(announcement, 'Rate', announcement.rate),
        ...sourceFigure(announcement, 'Net rate', announcement.netRate),
      ]),
    ],
  })
  const senders = new Set(lines.map(({ announcement: { sender, file } }) => `${sender}, ${file}`))
  if (senders.size > 0) finding.say(`Source: ${[...senders].join('; ')}.`)
  return finding
}

/** The income booked against the announced one, with the explanations that it needs. */
function incomeJudged(context: RuleContext, lines: readonly AnnouncedLine[], booked: Big) {
  const { root, days } = context
  const held = ({ quantity }: AnnouncedLine) => quantity
  const [gross, net] = [false, true].map((isNet) => incomeOf(lines, isNet, held)) as [Fraction, Fraction]
  const smallest = context.tolerance('S06.amount')
  const share = context.tolerance('S06.share')
  const traded = days > TRADED_AFTER ? incomeOf(lines, false, (line) => line.traded.abs()) : fraction('0')
  const apartFrom = (expected: Fraction) => booked.times(expected.under).minus(expected.over)
  const judge = (given: { off: readonly ExplainedDifference[]; added: readonly ExplainedDifference[] }) => {
    const more = fraction(totalExplained(given.added).minus(totalExplained(given.off)))
    const ofGross = sumOfTwo(gross, more)
    const ofNet = sumOfTwo(net, more)
    const isNet = apartFrom(ofNet).abs().times(ofGross.under).lt(apartFrom(ofGross).abs().times(ofNet.under))
    const expected = isNet ? ofNet : ofGross
    const apart = apartFrom(expected)
    const ofExpected = share.fraction.times(expected.over.abs())
    const grown = ofExpected.times(root.value).div(expected.under)
    return {
      expected,
      isNet,
      gross: ofGross,
      apart,
      holds:
        apart.abs().lte(smallest.value.times(expected.under)) ||
        root.within(apart, ofExpected) ||
        apart.abs().times(traded.under).lte(traded.over.times(expected.under)),
      tolerance: [smallest.value, grown, traded.over.div(traded.under)].reduce((most, each) =>
        each.gt(most) ? each : most,
      ),
      level: share.level,
      explained: [...given.off, ...given.added],
    }
  }
  const alone = judge({ off: [], added: [] })
  if (alone.holds) return alone
  const explained = explainedOf(context, 'S06')
  const off = explained.filter(({ isLater }) => !isLater)
  const later = explained.filter(({ isLater }) => isLater)
  const parts = [
    [],
    ...later.map((each) => [each]),
    ...later.map((each) => later.filter((of) => of !== each)),
  ]
  for (const added of parts) {
    const judged = judge({ off, added })
    if (judged.holds) return judged
  }
  // Where no part of them explains the difference, all of them count.
  return judge({ off, added: later })
}
