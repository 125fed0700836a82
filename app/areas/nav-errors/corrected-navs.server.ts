import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { navErrorControl } from 'db/schema/nav-errors'
import { navLine } from 'db/schema/nav-figures'
import { fundNav, navControl, ruleResult } from 'db/schema/navs'
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import { controlFormats, namedFormat } from '~/areas/navs/control/read-upload.server'
import { controlWithResults } from '~/areas/navs/control/rule-results.server'
import { FUNDESK } from '~/areas/navs/formats/fundesk'
import type { ControlSet } from '~/areas/navs/nav'
import { usualSet } from '~/areas/navs/nav-facts.server'
import type { SharedRead } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import type { Missing } from './nav-error'

/** What the corrected files of a NAV say of a class. */
interface CorrectedClass {
  currency: string
  navPerShare: Decimal
  classTna: Decimal | null
  shares: Decimal | null
}

/** The corrected files of a NAV date that count. */
export interface CorrectedNav {
  date: Day
  controlId: number
  fundNavId: number
  /** The control that the rules compared it with; null for none. */
  previousControlId: number | null
  books: 'real' | 'case'
  tna: Decimal | null
  classes: ReadonlyMap<string, CorrectedClass>
  /** Fund currency for one unit, by currency. */
  rates: ReadonlyMap<string, Decimal>
  /** Names of the rules of severity B that are not OK. */
  blocking: string[]
}

/** The newest corrected files of each NAV date that are not withdrawn, in the order of the dates. */
export async function correctedNavs(read: Read, navErrorId: number): Promise<CorrectedNav[]> {
  const { controlId, date, books, withdrawnAt } = navErrorControl
  const { fundNavId, previousControlId } = navControl
  const rows = await read
    .select({ controlId, date, books, fundNavId, previousControlId })
    .from(navErrorControl)
    .innerJoin(navControl, eq(navControl.id, controlId))
    .where(and(eq(navErrorControl.navErrorId, navErrorId), isNull(withdrawnAt)))
    .orderBy(asc(date), desc(controlId))
  const newest = rows.filter((row, at) => rows[at - 1]?.date !== row.date)
  if (newest.length === 0) return []
  const ids = newest.map((row) => row.controlId)
  const [lines, blocking] = await Promise.all([
    read.select().from(navLine).where(inArray(navLine.controlId, ids)).orderBy(desc(navLine.row)),
    read
      .select({ controlId: ruleResult.controlId, name: ruleResult.name })
      .from(ruleResult)
      .where(
        and(inArray(ruleResult.controlId, ids), eq(ruleResult.result, 'NOK'), eq(ruleResult.severity, 'B')),
      )
      .orderBy(asc(ruleResult.sortingOrder)),
  ])
  return newest.map((row) => {
    // Of two lines of an element the first counts: later ones are written over.
    const own = lines.filter((line) => line.controlId === row.controlId)
    const of = (type: string) => own.filter((line) => line.type === type)
    const values = (type: string) => new Map(of(type).map(({ code, value }) => [code, value]))
    const [tnas, shares] = [values('CLASS TNA'), values('SHARES')]
    return {
      ...row,
      books: row.books === 'case' ? 'case' : 'real',
      tna: of('FUND TNA').at(-1)?.value ?? null,
      classes: new Map(
        of('NAV PER SHARE').map(({ code, currency, value }) => [
          code,
          {
            currency,
            navPerShare: value,
            classTna: tnas.get(code) ?? null,
            shares: shares.get(code) ?? null,
          },
        ]),
      ),
      rates: values('FX RATE'),
      blocking: blocking.filter(({ controlId: id }) => id === row.controlId).map(({ name }) => name),
    }
  })
}

/**
 * Corrected files whose rules compared them with figures that count no longer: each is the previous one of the next, in
 * the order of the dates that were sent.
 */
export function brokenChain(sent: readonly Day[], corrected: readonly CorrectedNav[]): Missing[] {
  const byDate = new Map(corrected.map((each) => [each.date, each]))
  return corrected.flatMap(({ date, previousControlId }): Missing[] => {
    const before = sent.findLast((each) => each < date)
    const previous = before === undefined ? undefined : byDate.get(before)
    if (!previous || previous.controlId === previousControlId) return []
    return [
      {
        what: 'control of corrected files',
        date,
        classCode: null,
        act: `Upload its corrected files again: those of ${showDay(previous.date)} are newer.`,
      },
    ]
  })
}

/** A control of corrected files, as the page of the case lists it. */
export interface CorrectionRow {
  controlId: number
  date: Day
  fundNavId: number
  books: 'real' | 'case'
  okCount: number
  nokCount: number
  justifiedCount: number
  notApplicableCount: number
  submittedAt: Date
  withdrawnAt: Date | null
  withdrawnWhy: string
}

/** All controls of corrected files of a case, by date, the newest of each first. */
export async function correctionRows(read: Read, navErrorId: number): Promise<CorrectionRow[]> {
  const { controlId, date, books, withdrawnAt, withdrawnWhy } = navErrorControl
  const { fundNavId, okCount, nokCount, justifiedCount, notApplicableCount, submittedAt } = navControl
  const rows = await read
    .select({
      controlId,
      date,
      fundNavId,
      books,
      okCount,
      nokCount,
      justifiedCount,
      notApplicableCount,
      submittedAt,
      withdrawnAt,
      withdrawnWhy,
    })
    .from(navErrorControl)
    .innerJoin(navControl, eq(navControl.id, controlId))
    .where(eq(navErrorControl.navErrorId, navErrorId))
    .orderBy(asc(date), desc(controlId))
  return rows.map((row) => ({ ...row, books: row.books === 'case' ? 'case' : 'real' }))
}

/** A control of corrected files with its results. @throws DomainError not-found unless it is one of this case */
export async function correctionControl(read: Read, id: number, controlId: number) {
  const [row] = await read
    .select({ date: navErrorControl.date, books: navErrorControl.books })
    .from(navErrorControl)
    .where(and(eq(navErrorControl.controlId, controlId), eq(navErrorControl.navErrorId, id)))
  if (!row)
    throw new DomainError('not-found', 'There are no such files in this case. Open them from its page.')
  const [previous] = await read
    .select({ navDate: fundNav.navDate })
    .from(navControl)
    .innerJoin(fundNav, eq(fundNav.id, navControl.fundNavId))
    .where(
      inArray(
        navControl.id,
        read
          .select({ id: navControl.previousControlId })
          .from(navControl)
          .where(eq(navControl.id, controlId)),
      ),
    )
  return {
    ...row,
    previousDate: previous?.navDate ?? null,
    ...(await controlWithResults(read, controlId)),
  }
}

/** The corrected files of a control, as people name them. @throws DomainError not-found */
export async function correctionName(read: Read, id: number, controlId: number): Promise<string> {
  const row = (await correctionRows(read, id)).find((each) => each.controlId === controlId)
  if (!row || row.withdrawnAt !== null)
    throw new DomainError('not-found', 'There are no such files in this case. Reload the page.')
  return `corrected files of ${showDay(row.date)}`
}

interface FilesOfFund {
  /** The set that its controls usually have. */
  set: ControlSet
  /** The file formats that may read its files; none where the site has only its own layout. */
  formats: { value: string; label: string }[]
}

/** Which files a fund has, and what may read them. */
export async function filesOfFund(context: SharedRead, fundId: number): Promise<FilesOfFund> {
  const { read } = context
  const [found] = await read.select({ provider: fund.provider }).from(fund).where(eq(fund.id, fundId))
  const provider = found?.provider ?? ''
  const [set, formats] = [await usualSet(read, { fundId, provider }), await controlFormats(context, provider)]
  if (formats.length === 0) return { set, formats: [] }
  const named = formats.map(namedFormat).map(({ code, name }) => ({ value: code, label: `${code}: ${name}` }))
  return { set, formats: [{ value: FUNDESK, label: `${FUNDESK}: Fundesk’s own layout` }, ...named] }
}
