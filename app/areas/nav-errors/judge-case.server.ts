import type { Read } from 'db/database'
import {
  navErrorCorrection,
  navErrorDeal,
  navErrorDealFile,
  navErrorDirectPayer,
  navErrorHolder,
  navErrorPayer,
} from 'db/schema/nav-errors'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { type Compensation, compensationOf } from './compensation'
import { type Deal, type DealKind, holderKey, namelessDeals, type Side, sharesAtEnd } from './deals'
import { type CaseClass, type CaseFigures, type Correction, figuresOf } from './figures'
import type { CasePayer, Missing, NavErrorCase } from './nav-error'
import {
  classesOfFund,
  flowsAfter,
  type PublishedDate,
  publishedDates,
  type SentClass,
} from './published.server'

/** A class and date where the register and the administrator's files state other flows. */
export interface DealDifference {
  date: Day
  classCode: string
  side: Side
  deals: Decimal
  files: Decimal
}

/** Everything that a case says, worked out. */
export interface JudgedCase {
  classes: CaseClass[]
  dates: PublishedDate[]
  figures: CaseFigures
  compensation: Compensation
  payers: CasePayer[]
  /** Where the transfer agent's deals are not those of the files. */
  differences: DealDifference[]
  /** What stands in the way of Quantify. */
  missing: Missing[]
}

/** Shares may differ so much between a register and the files. */
const SHARE_TOLERANCE = '0.001'

/** Figures, deals and compensation of a case, as its entries are now. */
export async function judgeCase(
  context: Pick<Context, 'read' | 'timeZone' | 'today'>,
  found: NavErrorCase,
): Promise<JudgedCase> {
  const { read } = context
  const [classes, dates, corrections, register, holders, payers, direct] = await Promise.all([
    classesOfFund(read, found.fundId),
    publishedDates(context, found),
    read.select().from(navErrorCorrection).where(eq(navErrorCorrection.navErrorId, found.id)),
    registerOf(read, found.id),
    read.select().from(navErrorHolder).where(eq(navErrorHolder.navErrorId, found.id)),
    payersOf(read, found.id),
    read.select().from(navErrorDirectPayer).where(eq(navErrorDirectPayer.navErrorId, found.id)),
  ])
  const flows = new Map(
    await Promise.all(
      dates.map(async ({ date }) => [date, await flowsAfter(read, found.fundId, date)] as const),
    ),
  )
  const nameless = dates.flatMap(({ date, classes: sent }) => {
    const next = flows.get(date)
    if (!next) return []
    return namelessDeals(
      date,
      next.flows,
      sent.map(({ classCode, shares }) => ({ classCode, shares: shares ?? '0' })),
    )
  })
  const deals = register ?? nameless
  const sameAs = new Map(holders.flatMap(({ holder, sameAs }) => (sameAs === null ? [] : [[holder, sameAs]])))
  const nameOf = (holder: string) => sameAs.get(holder) ?? holder
  const ends = sharesAtEnd(deals, nameOf)
  const figures = figuresOf({
    fundCurrency: found.fundCurrency,
    classes,
    dates: dates.map(({ date, tna, classes: sent }) => ({
      date,
      correctedTna: null,
      sentTna: tna,
      classes: sent.map((each) => ({
        classCode: each.classCode,
        published: each.navPerShare,
        settledAt: null,
        corrected: correctionOf(
          corrections.find((one) => one.date === date && one.classCode === each.classCode),
          each,
        ),
      })),
    })),
    deals,
    policy: found.policy,
    takesShares: ({ holder, classCode }) =>
      found.policy.form === 'shares' &&
      holder !== null &&
      (ends.get(holderKey(nameOf(holder), classCode))?.gt(0) ?? false),
  })
  const compensation = compensationOf({
    fundCurrency: found.fundCurrency,
    classes,
    figures: figures.figures,
    deals: figures.deals,
    lines: [],
    policy: found.policy,
    nameOf,
    nominees: new Set(holders.filter(({ isNominee }) => isNominee).map(({ holder }) => holder)),
    payingHolders: new Set(holders.filter(({ pays }) => pays).map(({ holder }) => holder)),
    payers,
    direct: Object.fromEntries(direct.map(({ classCode, payer }) => [classCode, payer])),
    paymentNav: {},
  })
  const counted = figures.figures.filter(({ counts }) => counts)
  return {
    classes,
    dates,
    figures,
    compensation,
    payers,
    differences: register === null ? [] : differencesOf(counted, register, nameless),
    missing: [
      ...missingDates(found, dates),
      ...figures.missing.map(
        ({ date, classCode }): Missing => ({
          what: 'corrected NAV per share',
          date,
          classCode,
          act: 'Enter the corrected NAV per share.',
        }),
      ),
      ...(register === null ? missingDeals(counted, flows) : []),
      ...missingPayers(compensation, payers),
    ],
  }
}

function correctionOf(
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

/** The deals of the files that are not withdrawn; null where there is no file. */
async function registerOf(read: Read, navErrorId: number): Promise<Deal[] | null> {
  const isInForce = and(eq(navErrorDealFile.navErrorId, navErrorId), isNull(navErrorDealFile.withdrawnAt))
  if ((await read.$count(navErrorDealFile, isInForce)) === 0) return null
  const rows = await read
    .select({ deal: navErrorDeal })
    .from(navErrorDeal)
    .innerJoin(navErrorDealFile, eq(navErrorDealFile.id, navErrorDeal.fileId))
    .where(isInForce)
    .orderBy(asc(navErrorDeal.fileId), asc(navErrorDeal.position))
  return rows.map(({ deal }) => ({
    date: deal.date,
    classCode: deal.classCode,
    holder: deal.holder,
    side: deal.side === 'R' ? 'R' : 'S',
    shares: deal.shares,
    sharesAtEnd: deal.sharesAtEnd,
    price: deal.price,
    kind: deal.kind as DealKind,
    link: deal.link,
    isKindCounted: false,
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

function missingDates({ lastDate }: NavErrorCase, dates: readonly PublishedDate[]): Missing[] {
  if (lastDate === null)
    return [
      {
        what: 'last wrong NAV date',
        date: null,
        classCode: null,
        act: 'Enter the last wrong NAV date once the error has ended.',
      },
    ]
  if (dates.some(({ classes }) => classes.length > 0)) return []
  return [
    {
      what: 'sent NAVs',
      date: null,
      classCode: null,
      act: 'Check the dates: no NAV from the first to the last wrong date was sent before the day of discovery.',
    },
  ]
}

type Counted = CaseFigures['figures'][number]

function missingDeals(
  counted: readonly Counted[],
  flows: ReadonlyMap<Day, Awaited<ReturnType<typeof flowsAfter>>>,
): Missing[] {
  return counted.flatMap(({ date, classCode }): Missing[] =>
    flows.get(date)
      ? []
      : [
          {
            what: 'deals',
            date,
            classCode,
            act: 'Upload the deals of the transfer agent, or control the next NAV: its files state them.',
          },
        ],
  )
}

function missingPayers({ classes }: Compensation, payers: readonly CasePayer[]): Missing[] {
  const owing = classes.filter(({ toFund }) => new Big(toFund).gt(0))
  if (owing.length === 0 || sum(payers.map(({ percent }) => percent)).eq(100)) return []
  return owing.map(({ classCode }) => ({
    what: 'payers',
    date: null,
    classCode,
    act: 'Enter who pays what was too much, 100 percent together.',
  }))
}

/** Each class and date that counts, where the sums of the deals and of the files are apart. */
function differencesOf(
  counted: readonly Counted[],
  register: readonly Deal[],
  files: readonly Deal[],
): DealDifference[] {
  const sharesOf = (deals: readonly Deal[], date: Day, classCode: string, side: Side) =>
    sum(
      deals
        .filter((deal) => deal.date === date && deal.classCode === classCode && deal.side === side)
        .map(({ shares }) => shares),
    )
  return counted.flatMap(({ date, classCode }) =>
    (['S', 'R'] as const).flatMap((side) => {
      const own = sharesOf(register, date, classCode, side)
      const stated = sharesOf(files, date, classCode, side)
      return own.minus(stated).abs().lte(SHARE_TOLERANCE)
        ? []
        : [{ date, classCode, side, deals: own.toFixed(), files: stated.toFixed() }]
    }),
  )
}
