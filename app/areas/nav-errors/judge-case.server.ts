import type { Read } from 'db/database'
import {
  navError,
  navErrorCorrection,
  navErrorCountedDeal,
  navErrorDeal,
  navErrorDealFile,
  navErrorDecision,
  navErrorDirectPayer,
  navErrorHolder,
  navErrorPayer,
} from 'db/schema/nav-errors'
import { and, asc, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import type { Compensation } from './compensation'
import { brokenChain, type CorrectedNav, correctedNavs } from './corrected-navs.server'
import { type Deal, type DealKind, namelessDeals, type Side } from './deals'
import type { CaseClass, CaseFigures, Correction } from './figures'
import { missingAnalysis } from './higher-threshold.server'
import { amountsOf } from './judge-aside.server'
import { dealLines, type JudgedLine, judgedLines, sharedByPayers } from './lines'
import type { CasePayer, Missing, NavErrorCase } from './nav-error'
import {
  classesOfFund,
  flowsAfter,
  type NextFlows,
  type PublishedDate,
  publishedDates,
  type SentClass,
} from './published.server'
import { linesOf } from './read-lines.server'
import { registerFlows, type StatedDeals } from './register-flows.server'

/** A class and date where the deals are not those that others state. */
export interface DealDifference {
  date: Day
  classCode: string
  side: Side
  deals: Decimal
  /** What a second source, the register of the transfer agent, states; null where there is none. */
  register: Decimal | null
  /** What the administrator's files of the next NAV state; null where there are none. */
  files: Decimal | null
}

/** Corrected files of a NAV date in which a rule that blocks is not OK. */
interface BlockingRule {
  date: Day
  rule: string
}

/** Everything that a case says, worked out. */
export interface JudgedCase {
  classes: CaseClass[]
  dates: PublishedDate[]
  /** The corrected files that count. */
  corrected: CorrectedNav[]
  figures: CaseFigures
  compensation: Compensation
  payers: CasePayer[]
  lines: JudgedLine[]
  /** Where the transfer agent's deals are not those of the register, or of the files. */
  differences: DealDifference[]
  /** What needs a comment to quantify. */
  blocking: BlockingRule[]
  /** What prevents Quantify. */
  missing: Missing[]
}

/** Shares may differ so much between a register and the files. */
const SHARE_TOLERANCE = '0.001'

/**
 * Figures, deals and compensation of a case, as its entries are now.
 * @param added deals of files that are only read
 */
export async function judgeCase(
  context: Pick<Context, 'read' | 'timeZone' | 'today'>,
  found: NavErrorCase,
  added: readonly Deal[] = [],
): Promise<JudgedCase> {
  const { read } = context
  const [classes, dates, byHand, corrected, stored, holders, payers, direct, lines, settled, decisions] =
    await Promise.all([
      classesOfFund(read, found.fundId),
      publishedDates(context, found),
      read.select().from(navErrorCorrection).where(eq(navErrorCorrection.navErrorId, found.id)),
      correctedNavs(read, found.id),
      registerOf(read, found.id),
      read.select().from(navErrorHolder).where(eq(navErrorHolder.navErrorId, found.id)),
      payersOf(read, found.id),
      directPayersOf(read, found.id),
      linesOf(read, found.id),
      settledBefore(read, found),
      read.select().from(navErrorDecision).where(eq(navErrorDecision.navErrorId, found.id)),
    ])
  const register = added.length === 0 ? stored : [...(stored ?? []), ...added]
  const flows = await flowsAfter(read, found, dates, corrected)
  const nameless = namelessOf(dates, flows)
  const files = new Map(corrected.map((each) => [each.date, each]))
  const entered = new Map(byHand.map((each) => [keyOf(each.date, each.classCode), each]))
  const decided = new Map(decisions.map((each) => [keyOf(each.date, each.classCode), each]))
  const { figures, compensation } = await amountsOf({
    fundCurrency: found.fundCurrency,
    classes,
    dates: dates.map(({ date, tna, classes: sent }) => ({
      date,
      correctedTna: files.get(date)?.tna ?? null,
      sentTna: tna,
      classes: sent.map((each) => ({
        classCode: each.classCode,
        published: each.navPerShare,
        settledAt: settled.get(keyOf(date, each.classCode)) ?? null,
        corrected:
          correctionOfFiles(files.get(date), each, found.fundCurrency) ??
          correctionByHand(entered.get(keyOf(date, each.classCode)), each),
        decision: decided.get(keyOf(date, each.classCode)),
      })),
    })),
    deals: register ?? nameless,
    lines: dealLines(lines),
    policy: found.policy,
    everyDateCounts: found.feesBookedLater,
    holders,
    payers,
    direct,
  })
  // What a class lost net on the other dates is paid, too: their deals are needed.
  const needed = figures.figures.filter(
    ({ counts, difference }) =>
      counts || (found.policy.belowThreshold === 'net' && !new Big(difference).eq(0)),
  )
  const judged = judgedLines(lines, payers)
  const sent = dates.filter((each) => each.classes.length > 0).map(({ date }) => date)
  return {
    classes,
    dates,
    corrected,
    figures,
    compensation,
    payers,
    lines: judged,
    differences:
      register === null
        ? []
        : differencesOf(needed, register, {
            files: { dates: new Set(flows.keys()), deals: nameless },
            register: await registerFlows(read, found, needed),
          }),
    blocking: corrected.flatMap(({ date, blocking }) => blocking.map((rule) => ({ date, rule }))),
    missing: [
      ...missingDates(found, dates),
      ...(await missingAnalysis(read, found)),
      ...missingCorrections(found, figures, register),
      ...missingDecisions(figures),
      ...brokenChain(sent, corrected),
      ...(register === null ? missingDeals(needed, flows) : []),
      ...missingPayers(compensation, judged, payers),
    ],
  }
}

const keyOf = (date: Day, classCode: string) => JSON.stringify([date, classCode])

/** The deals of the administrator's own files, one holder without a name for each side. */
function namelessOf(dates: readonly PublishedDate[], flows: ReadonlyMap<Day, NextFlows>): Deal[] {
  return dates.flatMap(({ date, classes }) => {
    const next = flows.get(date)
    if (!next) return []
    return namelessDeals(
      date,
      next.flows,
      classes.map(({ classCode, shares }) => ({ classCode, shares: shares ?? '0' })),
    )
  })
}

/** What corrected files say of a class; null without files, or where they have not the class. */
function correctionOfFiles(
  files: CorrectedNav | undefined,
  sent: SentClass,
  fundCurrency: string,
): Correction | null {
  const found = files?.classes.get(sent.classCode)
  if (!files || !found) return null
  const shares = found.shares ?? sent.shares
  const fxRate = found.currency === fundCurrency ? '1' : (files.rates.get(found.currency) ?? sent.fxRate)
  if (shares === null || fxRate === null) return null
  return {
    isByHand: false,
    books: files.books,
    navPerShare: found.navPerShare,
    classTna: found.classTna,
    shares,
    fxRate,
  }
}

function correctionByHand(
  stored: typeof navErrorCorrection.$inferSelect | undefined,
  sent: SentClass,
): Correction | null {
  if (!stored) return null
  const shares = stored.shares ?? sent.shares
  const fxRate = stored.fxRate ?? sent.fxRate
  if (shares === null || fxRate === null) return null
  return {
    isByHand: true,
    books: stored.books === 'case' ? 'case' : 'real',
    navPerShare: stored.navPerShare,
    classTna: null,
    shares,
    fxRate,
  }
}

interface SettledFigures {
  figures: { date: Day; classCode: string; corrected: Decimal; counts: boolean }[]
}

/**
 * The NAVs per share at which earlier cases of the fund settled the deals of their dates, by date and class: they were
 * compensated, and the deals stand at them.
 */
async function settledBefore(
  read: Read,
  { id, fundId }: Pick<NavErrorCase, 'id' | 'fundId'>,
): Promise<ReadonlyMap<string, Decimal>> {
  const earlier = await read
    .select({ quantified: navError.quantified })
    .from(navError)
    .where(and(eq(navError.fundId, fundId), lt(navError.id, id), isNotNull(navError.compensatedOn)))
    .orderBy(asc(navError.compensatedOn), asc(navError.id))
  return new Map(
    earlier.flatMap(({ quantified }) =>
      ((quantified ?? { figures: [] }) as SettledFigures).figures
        .filter(({ counts }) => counts)
        .map(({ date, classCode, corrected }) => [keyOf(date, classCode), corrected] as const),
    ),
  )
}

/** The deals of the files that are not withdrawn; null where there is no file. */
async function registerOf(read: Read, navErrorId: number): Promise<Deal[] | null> {
  const isInForce = and(eq(navErrorDealFile.navErrorId, navErrorId), isNull(navErrorDealFile.withdrawnAt))
  if ((await read.$count(navErrorDealFile, isInForce)) === 0) return null
  const rows = await read
    .select({ deal: navErrorDeal, counted: navErrorCountedDeal.countedAt })
    .from(navErrorDeal)
    .innerJoin(navErrorDealFile, eq(navErrorDealFile.id, navErrorDeal.fileId))
    .leftJoin(
      navErrorCountedDeal,
      and(
        eq(navErrorCountedDeal.fileId, navErrorDeal.fileId),
        eq(navErrorCountedDeal.position, navErrorDeal.position),
      ),
    )
    .where(isInForce)
    .orderBy(asc(navErrorDeal.fileId), asc(navErrorDeal.position))
  return rows.map(({ deal, counted }) => ({
    date: deal.date,
    classCode: deal.classCode,
    holder: deal.holder,
    side: deal.side === 'R' ? 'R' : 'S',
    shares: deal.shares,
    sharesAtEnd: deal.sharesAtEnd,
    price: deal.price,
    kind: deal.kind as DealKind,
    link: deal.link,
    isKindCounted: counted !== null,
  }))
}

export async function payersOf(read: Read, navErrorId: number): Promise<CasePayer[]> {
  const { name, role, percent, reason } = navErrorPayer
  return read
    .select({ name, role, percent, reason })
    .from(navErrorPayer)
    .where(eq(navErrorPayer.navErrorId, navErrorId))
    .orderBy(asc(navErrorPayer.position))
}

/** The payer that pays the holders of a class directly, by class. */
export async function directPayersOf(read: Read, navErrorId: number): Promise<Record<string, string>> {
  const rows = await read
    .select({ classCode: navErrorDirectPayer.classCode, payer: navErrorDirectPayer.payer })
    .from(navErrorDirectPayer)
    .where(eq(navErrorDirectPayer.navErrorId, navErrorId))
  return Object.fromEntries(rows.map(({ classCode, payer }) => [classCode, payer]))
}

function missingDates({ kind, lastDate }: NavErrorCase, dates: readonly PublishedDate[]): Missing[] {
  if (lastDate === null)
    return [
      {
        what: 'last wrong NAV date',
        date: null,
        classCode: null,
        act: 'Enter the last wrong NAV date once the error has ended.',
      },
    ]
  // A breach, fees or a cut-off may have no effect on a NAV.
  if (kind !== 'NAV' || dates.some(({ classes }) => classes.length > 0)) return []
  return [
    {
      what: 'sent NAVs',
      date: null,
      classCode: null,
      act: 'Check the dates, or choose a round: no NAV from the first to the last wrong date was sent before the day of discovery.',
    },
  ]
}

/** Cases of other kinds need a corrected NAV only where a deal of the register uses it. */
function missingCorrections(
  { kind }: NavErrorCase,
  { missing }: CaseFigures,
  register: readonly Deal[] | null,
): Missing[] {
  const used = new Set((register ?? []).map(({ date, classCode }) => keyOf(date, classCode)))
  return missing
    .filter(({ date, classCode }) => kind === 'NAV' || used.has(keyOf(date, classCode)))
    .map(({ date, classCode }) => ({
      what: 'corrected NAV per share',
      date,
      classCode,
      act: 'Upload the corrected files, or enter the corrected NAV per share.',
    }))
}

/** Where no threshold decides, people do. */
const missingDecisions = ({ figures }: CaseFigures): Missing[] =>
  figures
    .filter(({ isMaterial, counts }) => isMaterial === null && !counts)
    .map(({ date, classCode }) => ({
      what: 'decision',
      date,
      classCode,
      act: 'Decide whether this error is material: the fund has no threshold.',
    }))

type Counted = CaseFigures['figures'][number]

function missingDeals(counted: readonly Counted[], flows: ReadonlyMap<Day, NextFlows>): Missing[] {
  return counted
    .filter(({ date }) => !flows.has(date))
    .map(({ date, classCode }) => ({
      what: 'deals',
      date,
      classCode,
      act: 'Upload the deals of the transfer agent, or control the next NAV: its files state them.',
    }))
}

function missingPayers(
  { classes }: Compensation,
  lines: readonly JudgedLine[],
  payers: readonly CasePayer[],
): Missing[] {
  if (sum(payers.map(({ percent }) => percent)).eq(100)) return []
  const owing = [
    ...classes.filter(({ toFund, net }) => sum([toFund, net]).gt(0)).map(({ classCode }) => classCode),
    ...lines.filter(sharedByPayers).map(({ classCode }) => classCode),
  ]
  return [...new Set(owing)].map((classCode) => ({
    what: 'payers',
    date: null,
    classCode,
    act: 'Enter who pays what was too much, 100 percent together.',
  }))
}

/** Each class and date that counts, where the deals are not what the register or the files state. */
function differencesOf(
  counted: readonly Counted[],
  deals: readonly Deal[],
  stated: { files: StatedDeals; register: StatedDeals },
): DealDifference[] {
  const own = sumsOf(deals)
  const [files, register] = [statedBy(stated.files), statedBy(stated.register)]
  return counted.flatMap(({ date, classCode }) =>
    (['S', 'R'] as const).flatMap((side) => {
      const shares = own(date, classCode, side)
      const others = { register: register(date, classCode, side), files: files(date, classCode, side) }
      const isApart = (other: Decimal | null) =>
        other !== null && shares.minus(other).abs().gt(SHARE_TOLERANCE)
      return isApart(others.register) || isApart(others.files)
        ? [{ date, classCode, side, deals: shares.toFixed(), ...others }]
        : []
    }),
  )
}

/** The sum of shares of a date, class and side; null for dates of which nothing is stated. */
function statedBy({ dates, deals }: StatedDeals) {
  const stated = sumsOf(deals)
  return (...of: DealSide): Decimal | null => (dates.has(of[0]) ? stated(...of).toFixed() : null)
}

type DealSide = [date: Day, classCode: string, side: Side]

function sumsOf(deals: readonly Pick<Deal, 'date' | 'classCode' | 'side' | 'shares'>[]) {
  const grouped = groupedBy(deals, ({ date, classCode, side }) => JSON.stringify([date, classCode, side]))
  return (...of: DealSide) => sum((grouped.get(JSON.stringify(of)) ?? []).map(({ shares }) => shares))
}
