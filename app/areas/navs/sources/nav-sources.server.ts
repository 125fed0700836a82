import type { Read } from 'db/database'
import { fund, shareClass, vendor } from 'db/schema/lookups'
import { fundNav } from 'db/schema/navs'
import { sourceDay, sourceFile } from 'db/schema/sources'
import { workflowInstance } from 'db/schema/workflow'
import { and, desc, eq, gte, lt, lte, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { addDays, type Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { rowsOfLines } from '../control/stored-lines.server'
import { explanationsFor } from '../explained/counting.server'
import type { NavFacts } from '../nav'
import type {
  CashRow,
  PositionRow,
  RegisterRow,
  SecondSources,
  SourceOfKind,
  SourceTable,
  VendorPrice,
} from '../rules/contract'
import { lastWeekday } from '../rules/rule-context'
import { expectedSources } from './expected-sources'
import {
  announcementsThatCount,
  type ChosenSource,
  chosenSources,
  missingSenders,
  type NavInCalendar,
  type StoredAnnouncement,
  type StoredDay,
} from './nav-sources'
import type { DayKind } from './source-kinds'

/** The NAV dates of a fund before a day that were not cancelled, the newest first. */
function navDatesBefore(read: Read, fundId: number, navDate: Day) {
  return read
    .select({ navDate: fundNav.navDate })
    .from(fundNav)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .where(
      and(eq(fundNav.fundId, fundId), lt(fundNav.navDate, navDate), ne(workflowInstance.status, 'CANCELLED')),
    )
    .orderBy(desc(fundNav.navDate))
}

/** Three NAV dates are more than a weekend has. */
const MAX_BEFORE = 3

/** The days that may count for a NAV: none before its previous NAV date, or before the last weekday. */
function mayCount({ navDate, earlier }: NavInCalendar): SQL | undefined {
  const beforeWeekend = addDays(navDate, -2)
  const [previous = beforeWeekend] = earlier
  const { date, isDealt } = sourceDay
  const inTime = gte(date, previous < beforeWeekend ? previous : beforeWeekend)
  // The first NAV of a fund has all deals before it.
  return and(lte(date, navDate), earlier.length === 0 ? or(inTime, isDealt) : inTime)
}

/** The days of a fund that may count for one of some NAVs. @param kind of all kinds where it is left out */
async function storedDays(
  read: Read,
  fundCode: string,
  navs: readonly NavInCalendar[],
  kind?: DayKind,
): Promise<StoredDay[]> {
  const { fileId, date, isDealt, hasFlows } = sourceDay
  const rows = await read
    .select({ fileId, kind: sourceFile.kind, sender: sourceFile.sender, date, isDealt, hasFlows })
    .from(sourceDay)
    .innerJoin(sourceFile, eq(sourceFile.id, fileId))
    .where(
      and(
        eq(sourceDay.fundCode, fundCode),
        kind === undefined ? undefined : eq(sourceFile.kind, kind),
        or(...navs.map(mayCount)),
      ),
    )
  return rows.map((row) => ({ ...row, fundCode, kind: row.kind as DayKind }))
}

/** Columns of which no rule shows a cell. */
const WITHOUT_FIGURE = [
  'Fund code',
  'Date',
  'Class code',
  'Account',
  'Currency',
  'Instrument code',
  'ISIN',
  'Exchange',
  'Event',
  'Ex date',
  'Price date',
  'Price factor',
]

/** The cells of a line's figures: a control keeps thousands of them. */
const figureCells = (cells: SQLWrapper) =>
  sql<
    Readonly<Record<string, string>>
  >`${cells} - array(select json_array_elements_text(${JSON.stringify(WITHOUT_FIGURE)}::json))`

/** A line as it is stored. */
interface StoredLine {
  cells: Readonly<Record<string, string>>
  classCode: string | null
  account: string | null
  instrumentCode: string | null
  isin: string | null
  currency: string | null
  amount: Decimal
  pending: Decimal | null
  issued: Decimal | null
  redeemed: Decimal | null
  marketValue: Decimal | null
}

/** Rows by column, as PostgreSQL writes thousands of them at the least cost: a name stands once. Null without rows. */
type ByColumn<Row> = { [Name in keyof Row]: Row[Name][] | null }

/** Values of rows by column as JSON: an aggregate. */
function columnsJson(values: Readonly<Record<string, SQLWrapper>>, order: SQL): SQL {
  const columns = Object.entries(values).map(
    ([name, value]) => sql`${name}::text, json_agg(${value} order by ${order})`,
  )
  return sql`json_build_object(${sql.join(columns, sql`, `)})`
}

function rowsOfColumns<Row extends object>(columns: ByColumn<Row>): Row[] {
  const names = Object.keys(columns) as (keyof Row)[]
  const [first] = names
  if (first === undefined) return []
  return (columns[first] ?? []).map((_, at) => {
    const row: Partial<Row> = {}
    for (const name of names) row[name] = columns[name]?.[at]
    return row as Row
  })
}

/** The lines of one file and day. */
type StoredLines = { file: string; lines: readonly StoredLine[] }

const keyOfDay = ({ fileId, date }: Pick<StoredDay, 'fileId' | 'date'>) => `${fileId} ${date}`

/** The values of a line, `l`. */
const LINE: Readonly<Record<keyof StoredLine, SQL>> = {
  cells: figureCells(sql`l.cells`),
  classCode: sql`l.class_code`,
  account: sql`l.account`,
  instrumentCode: sql`l.instrument_code`,
  isin: sql`l.isin`,
  currency: sql`l.currency`,
  amount: sql`l.amount::text`,
  pending: sql`l.pending::text`,
  issued: sql`l.issued::text`,
  redeemed: sql`l.redeemed::text`,
  marketValue: sql`l.market_value::text`,
}

/**
 * The lines of the chosen days of a fund, by file and day. PostgreSQL writes them as JSON: a depositary has thousands of
 * them, which the driver would read value by value.
 */
async function linesOf(
  read: Read,
  fundCode: string,
  chosen: readonly ChosenSource[],
): Promise<ReadonlyMap<string, StoredLines>> {
  const days = chosen.flatMap((each) => each.days)
  if (days.length === 0) return new Map()
  const rows = await read.execute<{
    file_id: number
    date: Day
    file: string
    lines: ByColumn<StoredLine>
  }>(sql`
    select l.file_id, l.date::text as date, f.file_name as file, ${columnsJson(LINE, sql`l.position`)} as lines
    from source_line l join source_file f on f.id = l.file_id
    where l.fund_code = ${fundCode} and (l.file_id, l.date) in (
      select "fileId", date from json_to_recordset(${JSON.stringify(days)}::json) as days ("fileId" int, date date))
    group by l.file_id, l.date, f.file_name`)
  return new Map(
    rows.map(({ file_id: fileId, date, file, lines }) => [
      keyOfDay({ fileId, date }),
      { file, lines: rowsOfColumns(lines) },
    ]),
  )
}

/** What the rules take of each line of a kind. @param isLast of the last day of its sender */
type RowOf<Row> = (line: StoredLine, file: string, isLast: boolean) => Row

const registerRow: RowOf<RegisterRow> = (line, file, isLast) => ({
  file,
  cells: line.cells,
  classCode: line.classCode ?? '',
  outstanding: isLast ? line.amount : null,
  issued: line.issued,
  redeemed: line.redeemed,
})

const cashRow: RowOf<CashRow> = (line, file) => ({
  file,
  cells: line.cells,
  account: line.account ?? '',
  currency: line.currency ?? '',
  balance: line.amount,
  pending: line.pending,
})

const positionRow: RowOf<PositionRow> = (
  { cells, instrumentCode, isin, amount, pending, marketValue },
  file,
) => ({ file, cells, instrumentCode, isin, quantity: amount, pending, marketValue })

interface SourcesOfNav {
  nav: NavInCalendar
  chosen: readonly ChosenSource[]
  /** By file and day. */
  lines: ReadonlyMap<string, StoredLines>
}

function sourceOfKind<Row>(
  kind: DayKind,
  rowOf: RowOf<Row>,
  { nav, chosen, lines }: SourcesOfNav,
): SourceOfKind<Row> {
  return {
    missing: missingSenders(chosen, nav, kind),
    tables: chosen
      .filter((each) => each.kind === kind)
      .map(
        ({ sender, date, days }): SourceTable<Row> => ({
          sender,
          date,
          hasFlows: days.every(({ hasFlows }) => hasFlows),
          rows: days.flatMap((day) => {
            const own = lines.get(keyOfDay(day))
            return own ? own.lines.map((line) => rowOf(line, own.file, day.date === date)) : []
          }),
        }),
      ),
  }
}

/** What registers say of some NAVs of a fund, by NAV date, as `secondSources` has it of each; all is read at once. */
export async function registersOf(
  read: Read,
  { fundId, fundCode }: Pick<NavFacts, 'fundId' | 'fundCode'>,
  navDates: readonly Day[],
): Promise<ReadonlyMap<Day, SourceOfKind<RegisterRow>>> {
  const last = navDates.toSorted().at(-1)
  if (last === undefined) return new Map()
  const [[found], before] = await Promise.all([
    read.select({ expected: fund.expectedSources }).from(fund).where(eq(fund.id, fundId)),
    navDatesBefore(read, fundId, last),
  ])
  const expected = expectedSources(found?.expected ?? null)
  const navs = navDates.map(
    (navDate): NavInCalendar => ({
      navDate,
      earlier: before.map((each) => each.navDate).filter((date) => date < navDate),
      expected,
    }),
  )
  const days = await storedDays(read, fundCode, navs, 'REGISTER')
  const chosen = navs.map((nav) => ({ nav, chosen: chosenSources(days, nav) }))
  const lines = await linesOf(
    read,
    fundCode,
    chosen.flatMap((each) => each.chosen),
  )
  return new Map(
    chosen.map((each) => [each.nav.navDate, sourceOfKind('REGISTER', registerRow, { ...each, lines })]),
  )
}

/** The order of the senders of prices and announcements, as the site says. */
async function vendorOrder(read: Read): Promise<ReadonlyMap<string, number>> {
  const rows = await read.select().from(vendor)
  return new Map(rows.map(({ sender, order }) => [sender, order]))
}

/**
 * What other parties say of a NAV; undefined where nothing is there and nothing is expected.
 * @param inventory its lines by column, as the worker returned them; null where there is none
 * @param previous the control that the rules compare with
 */
export async function secondSources(
  read: Read,
  { fundId, fundCode, navDate }: Pick<NavFacts, 'fundId' | 'fundCode' | 'navDate'>,
  inventory: string | null,
  previous: { controlId: number; navDate: Day } | null,
): Promise<SecondSources | undefined> {
  const [[found], earlier, order, explained] = await Promise.all([
    read
      .select({ expected: fund.expectedSources, kept: fund.announcementsKept })
      .from(fund)
      .where(eq(fund.id, fundId)),
    navDatesBefore(read, fundId, navDate).limit(MAX_BEFORE),
    vendorOrder(read),
    explanationsFor(read, { fundId, navDate }),
  ])
  const nav: NavInCalendar = {
    navDate,
    earlier: earlier.map((each) => each.navDate),
    expected: expectedSources(found?.expected ?? null),
  }
  const chosen = chosenSources(await storedDays(read, fundCode, [nav]), nav)
  const vendors = nav.expected.get('PRICES') ?? null
  const [lines, prices, announcements] = await Promise.all([
    linesOf(read, fundCode, chosen),
    vendorPrices(read, { inventory, fundCode, chosen, navDate, senders: vendors }),
    found?.kept && previous ? storedAnnouncements(read, fundId, previous.controlId, inventory) : [],
  ])
  const missingVendors =
    inventory === null
      ? []
      : (vendors ?? []).filter((vendor) => !prices.some(({ sender }) => sender === vendor))
  const own: SourcesOfNav = { nav, chosen, lines }
  const sources: SecondSources = {
    register: sourceOfKind('REGISTER', registerRow, own),
    cash: sourceOfKind('CASH', cashRow, own),
    positions: sourceOfKind('POSITIONS', positionRow, own),
    prices,
    ...(missingVendors.length > 0 ? { missingVendors } : {}),
    announcements: announcementsThatCount(announcements, {
      fundCode,
      after: previous?.navDate ?? navDate,
      upTo: navDate,
      order,
      expected: nav.expected,
    }),
    ...(explained.length > 0 ? { explained } : {}),
  }
  const { register, cash, positions } = sources
  const isEmpty =
    [register, cash, positions].every(({ tables, missing }) => tables.length + missing.length === 0) &&
    prices.length + missingVendors.length + sources.announcements.length + explained.length === 0
  return isEmpty ? undefined : sources
}

/** The values of a price that was found. */
const PRICE: Readonly<Record<keyof VendorPrice, SQL>> = {
  sender: sql`found.sender`,
  file: sql`file`,
  cells: sql`cells`,
  isin: sql`isin`,
  currency: sql`currency`,
  exchange: sql`exchange`,
  priceDate: sql`date`,
  price: sql`amount::text`,
  priceFactor: sql`price_factor::text`,
}

interface PricesWanted {
  /** Its lines by column, as JSON; null where there is none. */
  inventory: string | null
  fundCode: string
  chosen: readonly ChosenSource[]
  navDate: Day
  /** The only ones that count; null for all. */
  senders: readonly string[] | null
}

/**
 * Vendors' prices of the instruments and price dates of an inventory, and at the NAV date, or the last weekday before it,
 * of instruments that only a depositary has a figure of: of each sender the latest row, in a file the first; senders in
 * the site's order.
 */
async function vendorPrices(
  read: Read,
  { inventory, fundCode, chosen, navDate, senders }: PricesWanted,
): Promise<VendorPrice[]> {
  const days = chosen.flatMap((each) => (each.kind === 'POSITIONS' ? each.days : []))
  const stated = JSON.stringify(days.map(({ fileId, date }) => ({ id: fileId, date })))
  const dates = [navDate, lastWeekday(navDate)].filter((date) => date !== null)
  const [row] = await read.execute<{ prices: ByColumn<VendorPrice> }>(sql`
    with held as materialized (
      select line.isin, line."priceDate" as date, line.price
      from ${rowsOfLines(inventory ?? '{}', { isin: 'text', priceDate: 'date', price: 'text' }, 'line')}
      where line.isin is not null),
    wanted as (
      select isin, date from held where date is not null
      union select named.isin, dates.date::date
      from json_to_recordset(${stated}::json) as days (id int, date date)
        join source_line named on named.file_id = days.id and named.date = days.date and named.fund_code = ${fundCode}
        cross join json_array_elements_text(${JSON.stringify(dates)}::json) dates(date)
      where named.isin is not null and named.isin not in (select isin from held where price is not null)),
    found as (
      select distinct on (l.isin collate "C", l.date, f.sender, l.currency, coalesce(l.exchange, ''))
        f.sender, f.file_name as file, ${figureCells(sql`l.cells`)} as cells, l.isin, l.currency, l.exchange, l.date, l.amount,
        l.price_factor, l.position
      from wanted join source_line l on l.isin = wanted.isin and l.date = wanted.date
        join source_file f on f.id = l.file_id and f.kind = 'PRICES'
      order by l.isin collate "C", l.date, f.sender, l.currency, coalesce(l.exchange, ''), f.id desc, l.position)
    select ${columnsJson(PRICE, sql`v.sort_order nulls last, found.sender, position`)} as prices
    from found left join ${vendor} v on v.sender = found.sender
    where ${senders === null ? sql`true` : sql`found.sender in (select json_array_elements_text(${JSON.stringify(senders)}::json))`}`)
  return row ? rowsOfColumns(row.prices) : []
}

/** All announcements of the instruments of a control, of an inventory, and of the classes of a fund, of whatever day. */
async function storedAnnouncements(
  read: Read,
  fundId: number,
  controlId: number,
  inventory: string | null,
): Promise<StoredAnnouncement[]> {
  const rows = await read.execute<{
    file_id: number
    sender: string
    file: string
    cells: Record<string, string>
    isin: string | null
    class_code: string | null
    fund_code: string | null
    event: string | null
    ex_date: Day
    currency: string
    rate: string
    net_rate: string | null
  }>(sql`
    with classes as (select code from ${shareClass} where fund_id = ${fundId}),
    isins as (
      select isin from inventory_line
      where control_id = ${controlId} and isin is not null and type in ('Equity', 'Fund')
      union select line.isin from ${rowsOfLines(inventory ?? '{}', { isin: 'text', type: 'text' }, 'line')}
      where line.isin is not null and line.type in ('Equity', 'Fund')
      union select code from classes)
    select l.file_id, f.sender, f.file_name as file, ${figureCells(sql`l.cells`)} as cells, l.isin, l.class_code, l.fund_code, l.event,
      l.date::text as ex_date, l.currency, l.amount::text as rate, l.net_rate::text
    from source_line l join source_file f on f.id = l.file_id and f.kind = 'ANNOUNCEMENTS'
    where l.isin in (select isin from isins) or l.class_code in (select code from classes)
    order by l.file_id, l.position`)
  return rows.map(({ file_id, class_code, fund_code, ex_date, net_rate, ...row }) => ({
    ...row,
    fileId: file_id,
    classCode: class_code,
    fundCode: fund_code,
    exDate: ex_date,
    netRate: net_rate,
  }))
}
