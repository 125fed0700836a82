import type { Read } from 'db/database'
import { navError, navErrorCausePart } from 'db/schema/nav-errors'
import { eq } from 'drizzle-orm'
import { latestRates } from '~/areas/reference-data/fund-reference.server'
import { SITE_CURRENCY } from '~/areas/reference-data/reference-data'
import type { Context } from '~/platform/values/context.server'
import { decimalsOf } from '~/platform/values/currency-decimals'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { isNothingToNotify, totalsOf } from './case-numbers'
import type { ClassCompensation, HolderAmount, PayerAmount } from './compensation'
import type { Side } from './deals'
import type { CaseClass, ErrorFigure } from './figures'
import { type DealDifference, type JudgedCase, judgeCase, payersOf } from './judge-case.server'
import type { JudgedLine } from './lines'
import type { CasePayer, CauseName, CausePart, Missing, NavErrorCase } from './nav-error'
import { hasChoice } from './published.server'

export interface ShownFigure {
  date: Day
  classCode: string
  published: Decimal
  corrected: Decimal
  difference: Decimal
  /** With four decimals or more; null where the base is not positive. */
  percent: Decimal | null
  /** Null where no threshold decides. */
  material: boolean | null
  /** Whether a person decided it, where no threshold does. */
  decided: boolean
  counts: boolean
  byHand: boolean
  debts: Decimal
  claims: Decimal
  /** The correction control; null by hand. */
  controlId: number | null
  /** What the stated parts of the causes leave; null where none is stated. */
  unexplained: Decimal | null
}

/** The auditor's report: whether it is needed, and the sums that decide, in fund currency. */
interface AuditorNeed {
  needed: boolean
  total: Decimal
  highest: Decimal
}

/** Figures and compensation of a case, as they are shown, called and kept when they are quantified. */
export interface CaseResult {
  figures: ShownFigure[]
  effect: { date: Day; amount: Decimal; bp: Decimal | null }[]
  deals: {
    date: Day
    classCode: string
    holder: string | null
    side: Side
    shares: Decimal
    amount: Decimal
  }[]
  holders: HolderAmount[]
  classes: ClassCompensation[]
  payers: PayerAmount[]
  lines: JudgedLine[]
  totals: { toHolders: Decimal; toFund: Decimal; left: Decimal }
  auditor: AuditorNeed
  differences: DealDifference[]
  /** NAV dates that were never sent before the day of discovery, or are cancelled. */
  leftOut: { date: Day; status: string }[]
  /** Rounds that a person chose as the published ones. */
  chosenRounds: { date: Day; round: number }[]
  nothingToNotify: boolean
}

export interface CaseFiguresView {
  result: CaseResult
  missing: Missing[]
  payers: CasePayer[]
  /** Whether people may choose the round of a NAV that counts. */
  hasRounds: boolean
}

/** The figures that were quantified; before, those of the entries as they are now. */
export async function figuresOfCase(
  context: Pick<Context, 'read' | 'timeZone' | 'today'>,
  found: NavErrorCase,
  isOpen: boolean,
): Promise<CaseFiguresView> {
  const { read } = context
  const [stored] = isOpen
    ? []
    : await read.select({ quantified: navError.quantified }).from(navError).where(eq(navError.id, found.id))
  const quantified = (stored?.quantified ?? null) as CaseResult | null
  if (quantified)
    return {
      result: completed(quantified),
      missing: [],
      payers: await payersOf(read, found.id),
      hasRounds: false,
    }
  const judged = await judgeCase(context, found)
  return {
    result: await resultOf(context, found, judged),
    missing: judged.missing,
    payers: judged.payers,
    hasRounds: judged.dates.some(hasChoice),
  }
}

/** Figures that were quantified before there were lines, amounts below the threshold, decisions and chosen rounds. */
const completed = ({
  lines = [],
  chosenRounds = [],
  classes,
  figures,
  ...quantified
}: CaseResult): CaseResult => ({
  ...quantified,
  lines,
  chosenRounds,
  figures: figures.map((each) => ({ ...each, decided: each.decided ?? false })),
  classes: classes.map((each) => ({ ...each, net: each.net ?? '0' })),
})

/** What a case comes to, from its judged entries. */
export async function resultOf(
  { read, today }: Pick<Context, 'read' | 'today'>,
  found: NavErrorCase,
  { figures: judged, compensation, dates, differences, corrected, lines, classes: ofFund }: JudgedCase,
): Promise<CaseResult> {
  const parts = await partsOf(read, found.id)
  const { figures, effect, deals } = judged
  const { holders, classes, payers } = compensation
  const inSite = await siteRates(read, today)
  const lineRate = rateOfLines(figures, ofFund, (currency) =>
    new Big(inSite(currency)).div(inSite(found.fundCurrency)).toFixed(),
  )
  const inFund = (line: JudgedLine) => new Big(line.amount).times(lineRate(line)).toFixed()
  const totals = totalsOf(classes, figures, found.fundCurrency, {
    toHolders: lines.filter(({ outcome }) => outcome === 'PAID').map(inFund),
    toFund: lines.filter(({ outcome }) => outcome === 'TO FUND').map(inFund),
  })
  const controlIds = new Map(corrected.map(({ date, controlId }) => [date, controlId]))
  return {
    figures: figures.map((figure) =>
      shownFigure(figure, parts, figure.isByHand ? null : (controlIds.get(figure.date) ?? null)),
    ),
    effect,
    deals: deals
      .filter(({ counts }) => counts)
      .map(({ deal: { date, classCode, holder, side, shares }, amount }) => ({
        date,
        classCode,
        holder,
        side,
        shares,
        amount,
      })),
    holders,
    classes,
    payers,
    lines,
    totals,
    auditor: auditorNeed({ found, figures, holders, totals, lines, inFund, inSite }),
    differences,
    leftOut: dates
      .filter(({ classes: sent }) => sent.length === 0)
      .map(({ date, status }) => ({ date, status })),
    chosenRounds: dates.flatMap(({ date, round, isChosen }) =>
      isChosen && round !== null ? [{ date, round }] : [],
    ),
    nothingToNotify: isNothingToNotify(figures, classes, lines),
  }
}

/** What single causes did, as stated. */
export async function causePartsOf(read: Read, navErrorId: number): Promise<CausePart[]> {
  const rows = await read.select().from(navErrorCausePart).where(eq(navErrorCausePart.navErrorId, navErrorId))
  return rows.map(({ cause, date, classCode, amount }) => ({
    cause: cause as CauseName,
    date,
    classCode,
    amount,
  }))
}

type Parts = ReadonlyMap<string, Decimal[]>

async function partsOf(read: Read, navErrorId: number): Promise<Parts> {
  const rows = await causePartsOf(read, navErrorId)
  const parts = new Map<string, Decimal[]>()
  for (const { date, classCode, amount } of rows) {
    const key = JSON.stringify([date, classCode])
    parts.set(key, [...(parts.get(key) ?? []), amount])
  }
  return parts
}

function shownFigure(figure: ErrorFigure, parts: Parts, controlId: number | null): ShownFigure {
  const { date, classCode, published, corrected, difference, percent } = figure
  const { isMaterial, isDecided, counts, isByHand } = figure
  const stated = parts.get(JSON.stringify([date, classCode]))
  return {
    date,
    classCode,
    published,
    corrected,
    difference,
    percent,
    material: isMaterial,
    decided: isDecided,
    counts,
    byHand: isByHand,
    debts: figure.debts,
    claims: figure.claims,
    controlId,
    unexplained: stated ? new Big(difference).minus(sum(stated)).toFixed() : null,
  }
}

/** The rate of a currency in that of the site, stored on or before a day; 1 where none is stored. */
type RateOf = (currency: string) => Decimal

async function siteRates(read: Read, day: Day): Promise<RateOf> {
  const rates = await latestRates(read, day)
  return (currency) => (currency === SITE_CURRENCY ? '1' : (rates.get(currency)?.rate ?? '1'))
}

/** Fund currency for one unit of a line's: by its class, else by a class in its currency, else by the stored rates. */
function rateOfLines(
  figures: readonly ErrorFigure[],
  classes: readonly CaseClass[],
  stored: RateOf,
): (line: Pick<JudgedLine, 'classCode' | 'currency'>) => Decimal {
  const currencies = new Map(classes.map(({ code, currency }) => [code, currency]))
  return ({ classCode, currency }) =>
    figures.findLast((each) => each.classCode === classCode)?.fxRate ??
    figures.findLast((each) => currencies.get(each.classCode) === currency)?.fxRate ??
    stored(currency)
}

interface Owing {
  found: NavErrorCase
  figures: readonly ErrorFigure[]
  holders: readonly HolderAmount[]
  totals: { toHolders: Decimal; toFund: Decimal }
  lines: readonly JudgedLine[]
  /** A line's amount in fund currency. */
  inFund: (line: JudgedLine) => Decimal
  inSite: RateOf
}

/** The limits are in EUR, converted by the rates stored on or before today; without one they count as they are. */
function auditorNeed({ found, figures, holders, totals, lines, inFund, inSite }: Owing): AuditorNeed {
  const decimals = decimalsOf(found.fundCurrency)
  const rateOf = (code: string) => figures.findLast(({ classCode }) => classCode === code)?.fxRate ?? '1'
  const byHolder = new Map<string, Big>()
  for (const [at, { holder, classCode, amount, outcome }] of holders.entries()) {
    if (outcome !== 'PAID') continue
    const key = holder === null ? `nameless ${at}` : `holder ${holder}`
    const owed = new Big(amount).times(rateOf(classCode)).round(decimals, Big.roundHalfUp)
    byHolder.set(key, (byHolder.get(key) ?? new Big(0)).plus(owed))
  }
  for (const line of lines) {
    if (line.outcome !== 'PAID' || line.beneficiary !== 'holder') continue
    const key = line.name === '' ? `nameless line ${line.id}` : `holder ${line.name}`
    const owed = new Big(inFund(line)).round(decimals, Big.roundHalfUp)
    byHolder.set(key, (byHolder.get(key) ?? new Big(0)).plus(owed))
  }
  const highest = [...byHolder.values()].reduce((most, each) => (each.gt(most) ? each : most), new Big(0))
  const total = sum([totals.toHolders, totals.toFund])
  const limit = (inEuro: Decimal) =>
    new Big(inEuro).times(inSite('EUR')).div(inSite(found.fundCurrency)).round(decimals, Big.roundHalfUp)
  const { auditorTotal, auditorHolder } = found.policy
  return {
    needed: total.gt(limit(auditorTotal)) || highest.gt(limit(auditorHolder)),
    total: total.toFixed(decimals),
    highest: highest.toFixed(decimals),
  }
}
