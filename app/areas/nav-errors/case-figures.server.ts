import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { navError, navErrorCausePart } from 'db/schema/nav-errors'
import { eq } from 'drizzle-orm'
import { latestRates } from '~/areas/reference-data/fund-reference.server'
import { SITE_CURRENCY } from '~/areas/reference-data/reference-data'
import type { Context } from '~/platform/values/context.server'
import { decimalsOf } from '~/platform/values/currency-decimals'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { isNothingToNotify, type RateOf, totalsOf } from './case-numbers'
import type { ClassCompensation, HolderAmount, PayerAmount, PaymentNavs } from './compensation'
import type { Side } from './deals'
import type { ErrorFigure } from './figures'
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
  /** By which debts and claims are spread; null in figures that were quantified before they were kept. */
  shares: Decimal | null
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

/** What comes of a holder, with the name of the fund that its reference is. */
export interface ShownHolder extends HolderAmount {
  /** Of this site; null for any other holder. */
  fundName: string | null
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
  holders: ShownHolder[]
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
  /** What single causes did, as stated. */
  causeParts: CausePart[]
  /** By which NAVs per share payers paid for shares; null before the day of payment is known, and with money. */
  paidAt: PaymentNavs | null
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

/** Figures that were quantified before all that is shown of a case now was kept. */
export const completed = ({
  lines = [],
  chosenRounds = [],
  causeParts = [],
  paidAt = null,
  classes,
  figures,
  holders,
  differences,
  ...quantified
}: CaseResult): CaseResult => ({
  ...quantified,
  lines,
  chosenRounds,
  causeParts,
  paidAt,
  figures: figures.map((each) => ({ ...each, decided: each.decided ?? false, shares: each.shares ?? null })),
  classes: classes.map((each) => ({ ...each, net: each.net ?? '0' })),
  holders: holders.map((each) => ({
    ...each,
    sameInShares: each.sameInShares ?? null,
    sharesTooMuch: each.sharesTooMuch ?? null,
    fundName: each.fundName ?? null,
  })),
  differences: differences.map((each) => ({ ...each, register: each.register ?? null })),
})

/** What a case comes to, from its judged entries. */
export async function resultOf(
  { read, today }: Pick<Context, 'read' | 'today'>,
  found: NavErrorCase,
  { figures: judged, compensation, dates, differences, corrected, lines, classes: ofFund }: JudgedCase,
): Promise<CaseResult> {
  const causeParts = await causePartsOf(read, found.id)
  const { figures, effect, deals } = judged
  const { holders, classes, payers } = compensation
  const [inSite, fundNames] = await Promise.all([siteRates(read, today), fundNamesOf(read, holders)])
  const rateOf = ratesOf({ figures, dates, classes: ofFund }, (currency) =>
    new Big(inSite(currency)).div(inSite(found.fundCurrency)).toFixed(),
  )
  const inFund = (line: JudgedLine) => new Big(line.amount).times(rateOf(line)).toFixed()
  const totals = totalsOf(classes, rateOf, found.fundCurrency, {
    toHolders: lines.filter(({ outcome }) => outcome === 'PAID').map(inFund),
    toFund: lines.filter(({ outcome }) => outcome === 'TO FUND').map(inFund),
  })
  const parts = partsOf(causeParts)
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
    holders: holders.map((each) => ({ ...each, fundName: fundNames.get(each.holder ?? '') ?? null })),
    classes,
    payers,
    lines,
    totals,
    auditor: auditorNeed({ found, holders, totals, lines, inFund, inSite, rateOf, classes }),
    differences,
    leftOut: dates
      .filter(({ classes: sent }) => sent.length === 0)
      .map(({ date, status }) => ({ date, status })),
    chosenRounds: dates.flatMap(({ date, round, isChosen }) =>
      isChosen && round !== null ? [{ date, round }] : [],
    ),
    causeParts,
    paidAt: null,
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

/** Names of the funds of this site whose codes are references of holders, by code. */
async function fundNamesOf(
  read: Read,
  holders: readonly Pick<HolderAmount, 'holder'>[],
): Promise<ReadonlyMap<string, string>> {
  const references = new Set(holders.map(({ holder }) => holder))
  const funds = await read.select({ code: fund.code, name: fund.name }).from(fund)
  return new Map(funds.filter(({ code }) => references.has(code)).map(({ code, name }) => [code, name]))
}

type Parts = ReadonlyMap<string, Decimal[]>

function partsOf(rows: readonly CausePart[]): Parts {
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
    shares: figure.shares,
    controlId,
    unexplained: stated ? new Big(difference).minus(sum(stated)).toFixed() : null,
  }
}

/** The rate of a currency in that of the site, stored on or before a day; 1 where none is stored. */
type StoredRate = (currency: string) => Decimal

async function siteRates(read: Read, day: Day): Promise<StoredRate> {
  const rates = await latestRates(read, day)
  return (currency) => (currency === SITE_CURRENCY ? '1' : (rates.get(currency)?.rate ?? '1'))
}

/**
 * Fund currency for one unit: by the last NAV of the case that has the class, corrected, else as sent; else by one of a
 * class in the same currency, else by the stored rates.
 */
function ratesOf(
  { figures, dates, classes }: Pick<JudgedCase, 'dates' | 'classes'> & { figures: readonly ErrorFigure[] },
  stored: StoredRate,
): RateOf {
  const currencies = new Map(classes.map(({ code, currency }) => [code, currency]))
  const sent = dates.flatMap((each) => each.classes).filter(({ fxRate }) => fxRate !== null)
  const byClass = [sent, figures]
    .flat()
    .map(({ classCode, fxRate }) => ({ classCode, currency: currencies.get(classCode), fxRate }))
  return ({ classCode, currency }) =>
    byClass.findLast((each) => each.classCode === classCode)?.fxRate ??
    byClass.findLast((each) => each.currency === currency)?.fxRate ??
    stored(currency)
}

interface Owing {
  found: NavErrorCase
  holders: readonly HolderAmount[]
  classes: readonly ClassCompensation[]
  totals: { toHolders: Decimal; toFund: Decimal }
  lines: readonly JudgedLine[]
  /** A line's amount in fund currency. */
  inFund: (line: JudgedLine) => Decimal
  inSite: StoredRate
  rateOf: RateOf
}

/** The limits are in EUR, converted by the rates stored on or before today; without one they count as they are. */
function auditorNeed(owing: Owing): AuditorNeed {
  const { found, holders, totals, lines, inFund, inSite } = owing
  const decimals = decimalsOf(found.fundCurrency)
  const rates = new Map(owing.classes.map((each) => [each.classCode, owing.rateOf(each)]))
  const byHolder = new Map<string, Big>()
  for (const [at, { holder, classCode, amount, outcome }] of holders.entries()) {
    if (outcome !== 'PAID') continue
    const key = holder === null ? `nameless ${at}` : `holder ${holder}`
    const owed = new Big(amount).times(rates.get(classCode) ?? 1).round(decimals, Big.roundHalfUp)
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
