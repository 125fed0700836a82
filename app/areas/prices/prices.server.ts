import type { Read } from 'db/database'
import { fundNav } from 'db/schema/navs'
import { priceRow } from 'db/schema/prices'
import { workflowInstance } from 'db/schema/workflow'
import { and, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import { fieldsOfRows, fromSql, type ListTables } from '~/platform/lists/list-fields.server'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { PRICE_DECLARED, PRICE_ROW, type PriceRow } from './fields.server'
import { priceColumns } from './list'
import type { Holding } from './prices'

/** The latest NAV date that has a current control of a NAV that is not cancelled; null on a site without any. */
export async function latestPriceDate(read: Read): Promise<Day | null> {
  const [latest] = await read
    .select({ day: fundNav.navDate })
    .from(fundNav)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, fundNav.id))
    .where(and(isNotNull(fundNav.currentControlId), ne(workflowInstance.status, 'CANCELLED')))
    .orderBy(desc(fundNav.navDate))
    .limit(1)
  return latest?.day ?? null
}

/** Columns of prices. */
export const PRICE_COLUMNS = priceColumns(PRICE_DECLARED)

const columns = sqlColumns(PRICE_COLUMNS, PRICE_ROW)

const TABLES: ListTables = { table: priceRow, joins: [] }

/** The prices of all instruments of Equity, Bond and Fund on a NAV date, by the current controls of that date. */
export function priceList(context: Context, navDate: Day): List<PriceRow> {
  return sqlList(context, {
    columns,
    from: fromSql(TABLES),
    where: eq(priceRow.navDate, navDate),
    key: priceRow.id,
    search: sql`(${priceRow.search} || chr(10) || lower(${priceRow.fundCodes}))`,
    keyOf: ({ id }) => id,
    rows: (ids) => rowsOf(context.read, ids),
  })
}

async function rowsOf(read: Read, ids: readonly number[]): Promise<PriceRow[]> {
  const rows = await fieldsOfRows(read, TABLES, PRICE_ROW, inArray(priceRow.id, [...ids]))
  return rows.map((row) => ({
    ...row,
    fund_codes: row.fund_codes.split(', ').sort().join(', '),
    deviation: trimmed(row.deviation),
    effect: trimmed(row.effect),
    size: plain(new Big(row.size)),
  }))
}

/** Without the zeros that a division left. */
const trimmed = (value: Decimal | null) => value && plain(new Big(value))

/**
 * All lines that hold an instrument on a NAV date, in all currencies and of all price dates; outliers first. Their
 * medians are looked up as `move_prices` of the database does it, never by the date alone.
 */
export async function holdingsOf(read: Read, navDate: Day, isin: string): Promise<Holding[]> {
  const rows: unknown = await read.execute(sql`
    select line.control_id || ' ' || line.row as key, line.fund_nav_id::int8 as nav_id, line.fund_code, line.provider,
      line.instrument_code, line.currency, line.price_date::text as price_date, line.price::text as price,
      compared.median::text as median, trim_scale(round((line.price - compared.median) * 100 / nullif(compared.median, 0), 6))::text as deviation,
      line.quantity::text as quantity, line.market_value::text as market_value,
      trim_scale(round((line.price - compared.median) * line.exposure * 10000, 4))::text as effect, result.result
    from price_line line
      cross join lateral (select each.median from price_row each
        where each.nav_date + 0 = line.nav_date and each.isin = line.isin and each.currency = line.currency
          and each.price_date = line.price_date limit 1) compared
      join workflow_instance at on at.object_id = line.fund_nav_id and at.status <> 'CANCELLED'
      left join rule_result result on result.control_id = line.control_id and result.rule_id = 'I15'
    where line.nav_date = ${navDate} and line.isin = ${isin} and line.control_id = line.current_control_id
    order by abs((line.price - compared.median) * line.exposure) desc nulls last, line.fund_code, line.row`)
  return (rows as (Omit<Holding, 'nav_id'> & { nav_id: string })[]).map((row) => ({
    ...row,
    nav_id: Number(row.nav_id),
  }))
}
