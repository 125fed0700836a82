import type { Read } from 'db/database'
import { shareClass } from 'db/schema/lookups'
import { navErrorRound } from 'db/schema/nav-errors'
import { navLine } from 'db/schema/nav-figures'
import { fundNav, navControl, sentFigure } from 'db/schema/navs'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, between, desc, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import { startOfDay } from '~/platform/values/as-of'
import type { Context } from '~/platform/values/context.server'
import type { Decimal } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import type { ClassFlows } from './deals'
import type { CaseClass } from './figures'
import type { NavErrorCase } from './nav-error'

/** The figures of a class that were sent. */
export interface SentClass {
  classCode: string
  navPerShare: Decimal
  /** Null where the files of that round do not say. */
  shares: Decimal | null
  fxRate: Decimal | null
}

/** A NAV date of a case, as it was published. */
export interface PublishedDate {
  date: string
  fundNavId: number
  status: string
  /**
   * The round that counts: the one that a person chose, or else that sent last before the day of discovery; null where
   * none was, or the NAV is cancelled.
   */
  round: number | null
  /** Whether a person chose it. */
  isChosen: boolean
  /** The control from which that round was sent; null where it is not known. */
  controlId: number | null
  /** All that were sent, the newest first. */
  rounds: { round: number; sentAt: Date }[]
  tna: Decimal | null
  classes: SentClass[]
}

/** The NAV dates of a case from its first to its last one, in their order. */
export async function publishedDates(
  { read, timeZone, today }: Pick<Context, 'read' | 'timeZone' | 'today'>,
  { id, fundId, fundCurrency, firstDate, lastDate, discoveredOn }: NavErrorCase,
): Promise<PublishedDate[]> {
  const navs = await read
    .select({ date: fundNav.navDate, fundNavId: fundNav.id, status: workflowInstance.status })
    .from(fundNav)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .where(and(eq(fundNav.fundId, fundId), between(fundNav.navDate, firstDate, lastDate ?? today)))
    .orderBy(asc(fundNav.navDate))
  if (navs.length === 0) return []
  const [sent, chosen] = await Promise.all([
    read
      .select()
      .from(sentFigure)
      .where(
        inArray(
          sentFigure.fundNavId,
          navs.map(({ fundNavId }) => fundNavId),
        ),
      )
      .orderBy(desc(sentFigure.round), asc(sentFigure.classCode)),
    chosenRounds(read, id),
  ])
  const discovered = startOfDay(discoveredOn, timeZone)
  const byNav = groupedBy(sent, ({ fundNavId }) => fundNavId)
  const rounds = navs.map(({ date, fundNavId, status }) => {
    const ofNav = status === 'CANCELLED' ? [] : (byNav.get(fundNavId) ?? [])
    const ownRound = chosen.get(date)
    const round = ownRound ?? ofNav.find(({ sentAt }) => sentAt < discovered)?.round ?? null
    return {
      fundNavId,
      round,
      isChosen: ownRound !== undefined,
      figures: ofNav.filter((each) => each.round === round),
      rounds: ofNav.filter((each, at) => each.round !== ofNav[at - 1]?.round),
    }
  })
  const lines = await linesOfRounds(read, rounds)
  return navs.map((nav, at) => {
    const { round = null, isChosen = false, figures = [], rounds: ofNav = [] } = rounds[at] ?? {}
    const control = lines.get(nav.fundNavId)
    return {
      ...nav,
      round,
      isChosen,
      rounds: ofNav.map(({ round: each, sentAt }) => ({ round: each, sentAt })),
      controlId: control?.controlId ?? null,
      tna: control?.valueOf('FUND TNA') ?? null,
      classes: figures.map(({ classCode, currency, navPerShare }) => ({
        classCode,
        navPerShare,
        shares: control?.valueOf('SHARES', classCode) ?? null,
        fxRate: currency === fundCurrency ? '1' : (control?.valueOf('FX RATE', currency) ?? null),
      })),
    }
  })
}

/** The rounds that people chose as the published ones, by NAV date. */
async function chosenRounds(read: Read, navErrorId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await read
    .select({ date: navErrorRound.date, round: navErrorRound.round })
    .from(navErrorRound)
    .where(eq(navErrorRound.navErrorId, navErrorId))
  return new Map(rows.map(({ date, round }) => [date, round]))
}

/** Whether people may choose a round: there are several, or none was sent before the day of discovery. */
export const hasChoice = ({
  rounds,
  round,
  isChosen,
}: Pick<PublishedDate, 'rounds' | 'round' | 'isChosen'>) =>
  isChosen || rounds.length > 1 || (round === null && rounds.length > 0)

type ValueOf = (type: string, code?: string) => Decimal | null

/** The figures of the control from which each round was sent. */
async function linesOfRounds(
  read: Read,
  rounds: readonly { fundNavId: number; round: number | null }[],
): Promise<Map<number, { controlId: number; valueOf: ValueOf }>> {
  const wanted = new Map(
    rounds.flatMap(({ fundNavId, round }) => (round === null ? [] : [[fundNavId, round]])),
  )
  if (wanted.size === 0) return new Map()
  const controls = await read
    .select({ id: navControl.id, fundNavId: navControl.fundNavId, round: navControl.round })
    .from(navControl)
    .where(and(inArray(navControl.fundNavId, [...wanted.keys()]), isNull(navControl.navErrorId)))
    .orderBy(desc(navControl.submittedAt), desc(navControl.id))
  const newest = new Map<number, number>()
  for (const { id, fundNavId, round } of controls)
    if (wanted.get(fundNavId) === round && !newest.has(fundNavId)) newest.set(fundNavId, id)
  const values = await valuesOfControls(read, [...newest.values()])
  return new Map(
    [...newest].map(([fundNavId, controlId]) => [fundNavId, { controlId, valueOf: values(controlId) }]),
  )
}

/** The first value of each type and code in the NAV tables of controls. */
async function valuesOfControls(read: Read, controlIds: readonly number[]) {
  const lines =
    controlIds.length === 0
      ? []
      : await read
          .select({ of: navLine.controlId, type: navLine.type, code: navLine.code, value: navLine.value })
          .from(navLine)
          .where(inArray(navLine.controlId, [...controlIds]))
          .orderBy(desc(navLine.row))
  const values = new Map(lines.map(({ of, type, code, value }) => [JSON.stringify([of, type, code]), value]))
  const fundWide = new Map(lines.map(({ of, type, value }) => [JSON.stringify([of, type]), value]))
  return (controlId: number): ValueOf =>
    (type, code) =>
      (code === undefined
        ? fundWide.get(JSON.stringify([controlId, type]))
        : values.get(JSON.stringify([controlId, type, code]))) ?? null
}

/** Of shares, where the reference data does not say. */
const SHARE_DECIMALS = 3

/** The classes of a fund, as compensation counts them. */
export async function classesOfFund(read: Read, fundId: number): Promise<CaseClass[]> {
  const classes = await read
    .select({
      code: shareClass.code,
      currency: shareClass.currency,
      decimals: shareClass.decimals,
      shareDecimals: shareClass.shareDecimals,
    })
    .from(shareClass)
    .where(eq(shareClass.fundId, fundId))
    .orderBy(asc(shareClass.code))
  return classes.map((each) => ({ ...each, shareDecimals: each.shareDecimals ?? SHARE_DECIMALS }))
}

/** What the files of the next NAV state of subscriptions and redemptions. */
export interface NextFlows {
  /** Of the next NAV. */
  date: string
  flows: ClassFlows[]
}

/** Corrected files of a case, which count in place of those of the NAV. */
interface CorrectedControl {
  fundNavId: number
  controlId: number
}

const FLOW_TYPES = ['NAV PER SHARE', 'SUBSCRIPTIONS', 'REDEMPTIONS']

/** The NAV of the fund after each day, of those that were not cancelled; days without one are left out. */
export async function nextNavs(
  read: Read,
  { fundId, firstDate }: Pick<NavErrorCase, 'fundId' | 'firstDate'>,
  days: readonly string[],
) {
  if (days.length === 0) return []
  const navs = await read
    .select({ id: fundNav.id, date: fundNav.navDate, controlId: fundNav.currentControlId })
    .from(fundNav)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .where(
      and(
        eq(fundNav.fundId, fundId),
        gt(fundNav.navDate, firstDate),
        ne(workflowInstance.status, 'CANCELLED'),
      ),
    )
    .orderBy(asc(fundNav.navDate))
  return days.flatMap((date) => {
    const after = navs.find((nav) => nav.date > date)
    return after ? [{ date, after }] : []
  })
}

/**
 * What the files of the NAV after each date state of subscriptions and redemptions, by date; dates without such a NAV
 * are left out.
 */
export async function flowsAfter(
  read: Read,
  { fundId, firstDate }: Pick<NavErrorCase, 'fundId' | 'firstDate'>,
  dates: readonly Pick<PublishedDate, 'date'>[],
  corrected: readonly CorrectedControl[],
): Promise<ReadonlyMap<string, NextFlows>> {
  const files = new Map(corrected.map(({ fundNavId, controlId }) => [fundNavId, controlId]))
  const days = dates.map(({ date }) => date)
  const next = (await nextNavs(read, { fundId, firstDate }, days)).flatMap(({ date, after }) => {
    const controlId = files.get(after.id) ?? after.controlId
    return controlId === null ? [] : [{ date, after: after.date, controlId }]
  })
  const ids = [...new Set(next.map(({ controlId }) => controlId))]
  if (ids.length === 0) return new Map()
  const lines = await read
    .select({ of: navLine.controlId, type: navLine.type, code: navLine.code, value: navLine.value })
    .from(navLine)
    .where(and(inArray(navLine.controlId, ids), inArray(navLine.type, FLOW_TYPES)))
  const byControl = groupedBy(lines, ({ of }) => of)
  return new Map(
    next.map(({ date, after, controlId }) => {
      const own = byControl.get(controlId) ?? []
      const sharesOf = (type: string, code: string) =>
        own.find((line) => line.type === type && line.code === code)?.value ?? '0'
      const codes = own.filter(({ type }) => type === 'NAV PER SHARE').map(({ code }) => code)
      const flows = codes.map((classCode) => ({
        classCode,
        subscriptions: sharesOf('SUBSCRIPTIONS', classCode),
        redemptions: sharesOf('REDEMPTIONS', classCode),
      }))
      return [date, { date: after, flows }]
    }),
  )
}
