import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { fund } from 'db/schema/lookups'
import { fundNav } from 'db/schema/navs'
import { sourceDay, sourceFile, sourceLine } from 'db/schema/sources'
import { workflowInstance } from 'db/schema/workflow'
import { and, between, count, desc, eq, inArray, lt, lte, max, ne } from 'drizzle-orm'
import { fullName } from '~/areas/access/users.server'
import { addDays, type Day } from '~/platform/values/day'
import { groupedBy } from '~/platform/values/grouped'
import { expectedSources } from './expected-sources'
import { allMissing, chosenSources, type StoredDay } from './nav-sources'
import type { DayKind, SourceKind } from './source-kinds'
import type { SourceRow } from './source-rows'

/** The last NAV date of any fund until a day; that day where there is none. */
export async function lastNavDate(read: Read, today: Day): Promise<Day> {
  const [row] = await read
    .select({ last: max(fundNav.navDate) })
    .from(fundNav)
    .where(lte(fundNav.navDate, today))
  return row?.last ?? today
}

/** Longer than from one NAV to the next. */
const LOOKED_BACK = 100

interface NavOfDay {
  id: number
  fundId: number
  fundCode: string
  expected: string | null
}

/** The NAVs of a day, and the earlier NAV dates of their funds. */
async function navsOf(read: Read, day: Day) {
  const isOpen = ne(workflowInstance.status, 'CANCELLED')
  const navs: NavOfDay[] = await read
    .select({ id: fundNav.id, fundId: fund.id, fundCode: fund.code, expected: fund.expectedSources })
    .from(fundNav)
    .innerJoin(fund, eq(fund.id, fundNav.fundId))
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .where(and(eq(fundNav.navDate, day), isOpen))
  const before = await read
    .select({ fundId: fundNav.fundId, navDate: fundNav.navDate })
    .from(fundNav)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .where(and(between(fundNav.navDate, addDays(day, -LOOKED_BACK), day), lt(fundNav.navDate, day), isOpen))
    .orderBy(desc(fundNav.navDate))
  const earlier = new Map<number, Day[]>()
  for (const { fundId, navDate } of before) earlier.set(fundId, [...(earlier.get(fundId) ?? []), navDate])
  return { navs, earlier }
}

interface ArrivedDay extends StoredDay {
  rowCount: number
  fileName: string
  uploadedAt: Date
  uploadedBy: string | null
}

/** What files state of funds between two days. */
async function arrivedDays(read: Read, from: Day, to: Day): Promise<ArrivedDay[]> {
  const { fileId, fundCode, date, isDealt, hasFlows, rowCount } = sourceDay
  const { kind, sender, fileName, uploadedAt } = sourceFile
  const rows = await read
    .select({
      fileId,
      fundCode,
      date,
      isDealt,
      hasFlows,
      rowCount,
      kind,
      sender,
      fileName,
      uploadedAt,
      uploadedBy: fullName,
    })
    .from(sourceDay)
    .innerJoin(sourceFile, eq(sourceFile.id, fileId))
    .leftJoin(appUser, eq(appUser.id, sourceFile.uploadedBy))
    .where(between(date, from, to))
  return rows.map((row) => ({ ...row, kind: row.kind as DayKind }))
}

/** The second sources of the NAVs of a day: expected, arrived and missing, and what arrived for funds without a NAV. */
export async function sourceRows(read: Read, day: Day): Promise<SourceRow[]> {
  const { navs, earlier } = await navsOf(read, day)
  const oldest = navs
    .map(({ fundId }) => earlier.get(fundId)?.[0] ?? day)
    .reduce((first, each) => (each < first ? each : first), addDays(day, -2))
  const [days, others, known] = await Promise.all([
    arrivedDays(read, oldest, day),
    rowsWithoutFund(read, day),
    read.select({ code: fund.code }).from(fund),
  ])
  const byFund = groupedBy(days, ({ fundCode }) => fundCode)
  const ofNavs = navs.flatMap((nav) => rowsOfNav(nav, day, earlier.get(nav.fundId) ?? [], byFund))
  const withNav = new Set(navs.map(({ fundCode }) => fundCode))
  const codes = new Set(known.map(({ code }) => code))
  const ofNoNav = [...byFund].flatMap(([fundCode, own]) =>
    withNav.has(fundCode)
      ? []
      : newestOf(own.filter(({ date }) => date === day)).map((each) =>
          arrivedRow(each, {
            nav: null,
            isExpected: false,
            fault: codes.has(fundCode) ? 'no NAV of this date' : 'no fund of this code',
          }),
        ),
  )
  return [...ofNavs, ...ofNoNav, ...ofVendors(navs, others)]
}

/** Prices and announcements, which are of no fund, and the vendors without a price that funds expect. */
function ofVendors(navs: readonly NavOfDay[], arrived: readonly SourceRow[]): SourceRow[] {
  const expecting = navs.map((nav) => ({ nav, expected: expectedSources(nav.expected) }))
  const own = arrived.map((row) => ({
    ...row,
    is_expected: expecting.some(({ expected }) => expected.get(row.kind)?.includes(row.sender)),
  }))
  const missing = expecting.flatMap(({ nav, expected }) =>
    (expected.get('PRICES') ?? [])
      .filter((sender) => !arrived.some((row) => row.kind === 'PRICES' && row.sender === sender))
      .map((sender) => missingRow('PRICES', nav, sender)),
  )
  return [...missing, ...own]
}

function missingRow(kind: SourceKind, { id, fundCode }: NavOfDay, sender: string): SourceRow {
  return {
    key: `${kind} ${fundCode} ${sender}`,
    kind,
    fund_code: fundCode,
    sender,
    state: 'MISSING',
    is_expected: true,
    source_date: null,
    row_count: null,
    file_name: null,
    uploaded_at: null,
    uploaded_by: null,
    fault: null,
    nav_id: id,
  }
}

function rowsOfNav(
  nav: NavOfDay,
  day: Day,
  earlier: readonly Day[],
  byFund: ReadonlyMap<string, ArrivedDay[]>,
): SourceRow[] {
  const own = byFund.get(nav.fundCode) ?? []
  const [previous = addDays(day, -2)] = earlier
  const expected = expectedSources(nav.expected)
  const chosen = chosenSources(
    own.filter(({ date }) => date >= previous || date >= addDays(day, -2)),
    { navDate: day, earlier, expected },
  )
  const arrived = chosen.flatMap(({ kind, sender, days }) => {
    const last = days.at(-1)
    const found = own.find(
      (each) =>
        each.kind === kind &&
        each.sender === sender &&
        each.fileId === last?.fileId &&
        each.date === last.date,
    )
    const isExpected = expected.get(kind)?.includes(sender) === true
    return found ? [arrivedRow(found, { nav, isExpected, fault: null })] : []
  })
  const missing = allMissing(chosen, { expected }).map(({ kind, sender }) => missingRow(kind, nav, sender))
  return [...arrived, ...missing]
}

/** The newest file of each kind and sender. */
function newestOf(days: readonly ArrivedDay[]): ArrivedDay[] {
  const newest = new Map<string, ArrivedDay>()
  for (const each of days) {
    const key = `${each.kind} ${each.sender}`
    const other = newest.get(key)
    if (!other || each.fileId > other.fileId) newest.set(key, each)
  }
  return [...newest.values()]
}

function arrivedRow(
  arrived: ArrivedDay,
  { nav, isExpected, fault }: { nav: NavOfDay | null; isExpected: boolean; fault: string | null },
): SourceRow {
  const { kind, fundCode, sender, date, rowCount, fileName, uploadedAt, uploadedBy } = arrived
  return {
    key: `${kind} ${fundCode} ${sender}`,
    kind,
    fund_code: fundCode,
    sender,
    state: 'ARRIVED',
    is_expected: isExpected,
    source_date: date,
    row_count: rowCount,
    file_name: fileName,
    uploaded_at: uploadedAt,
    uploaded_by: uploadedBy,
    fault,
    nav_id: nav?.id ?? null,
  }
}

/** Prices and announcements of a day, by sender: those of the newest file count. */
async function rowsWithoutFund(read: Read, day: Day): Promise<SourceRow[]> {
  const { kind, sender, fileName, uploadedAt } = sourceFile
  const rows = await read
    .select({ kind, sender, rows: count(), last: max(sourceLine.fileId) })
    .from(sourceLine)
    .innerJoin(sourceFile, eq(sourceFile.id, sourceLine.fileId))
    .where(and(eq(sourceLine.date, day), inArray(kind, ['PRICES', 'ANNOUNCEMENTS'])))
    .groupBy(kind, sender)
  const ids = rows.flatMap(({ last }) => last ?? [])
  const files =
    ids.length === 0
      ? []
      : await read
          .select({ id: sourceFile.id, fileName, uploadedAt, uploadedBy: fullName })
          .from(sourceFile)
          .leftJoin(appUser, eq(appUser.id, sourceFile.uploadedBy))
          .where(inArray(sourceFile.id, ids))
  return rows.map((row): SourceRow => {
    const file = files.find(({ id }) => id === row.last)
    return {
      key: `${row.kind} ${row.sender}`,
      kind: row.kind as SourceKind,
      fund_code: null,
      sender: row.sender,
      state: 'ARRIVED',
      is_expected: false,
      source_date: day,
      row_count: row.rows,
      file_name: file?.fileName ?? null,
      uploaded_at: file?.uploadedAt ?? null,
      uploaded_by: file?.uploadedBy ?? null,
      fault: null,
      nav_id: null,
    }
  })
}
