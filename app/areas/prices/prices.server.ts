import type { Read } from 'db/database'
import { priceRow } from 'db/schema/prices'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { PRICE_COLUMNS } from './list'
import type { Holding, PriceRow } from './prices'

/** The latest NAV date that has a current control of a NAV that is not cancelled; null on a site without any. */
export async function latestPriceDate(read: Read): Promise<Day | null> {
  const rows: unknown = await read.execute(sql`
    select nav.nav_date::text as day from fund_nav nav join workflow_instance at on at.object_id = nav.id
    where nav.current_control_id is not null and at.status <> 'CANCELLED'
    order by nav.nav_date desc limit 1`)
  return (rows as { day: Day }[])[0]?.day ?? null
}

const r = priceRow

/** A number without the zeros that its division left. */
const trimmed = (value: SQL) => sql<string | null>`trim_scale(${value})::text`

const columns = sqlColumns(PRICE_COLUMNS, {
  isin: { sql: r.isin, required: true },
  name: { sql: r.name, required: true },
  type: { sql: r.type, required: true },
  currency: { sql: r.currency, required: true },
  price_date: { sql: r.priceDate, required: true },
  provider: { sql: r.provider, required: true },
  fund_codes: { sql: sql`replace(${r.fundCodes}, chr(10), ', ')`, required: true },
  funds: {
    sql: sql`array_length(string_to_array(${r.fundCodes}, chr(10)), 1)`,
    required: true,
  },
  price: { sql: r.price, required: true },
  median: { sql: r.median, required: true },
  deviation: { sql: r.deviation },
  effect: { sql: r.effect },
  effect_fund: { sql: r.exposureFund },
  size: { sql: r.size, required: true },
})

/** The prices of all instruments of Equity, Bond and Fund on a NAV date, by the current controls of that date. */
export function priceList(context: Context, navDate: Day): List<PriceRow> {
  return sqlList(context, {
    columns,
    from: sql`price_row`,
    where: sql`${r.navDate} = ${navDate}`,
    key: r.id,
    search: sql`(${r.search} || chr(10) || lower(${r.fundCodes}))`,
    keyOf: ({ id }) => id,
    rows: (ids) => rowsOf(context.read, ids),
  })
}

async function rowsOf(read: Read, ids: readonly number[]): Promise<PriceRow[]> {
  const rows = await read
    .select({
      id: r.id,
      isin: r.isin,
      name: r.name,
      type: r.type,
      currency: r.currency,
      price_date: r.priceDate,
      provider: r.provider,
      fund_codes: r.fundCodes,
      price: r.price,
      median: r.median,
      deviation: trimmed(sql`${r.deviation}`),
      effect: trimmed(sql`${r.effect}`),
      effect_fund: r.exposureFund,
      size: sql<string>`trim_scale(${r.size})::text`,
    })
    .from(r)
    .where(inArray(r.id, [...ids]))
  return rows.map(({ fund_codes, ...row }) => {
    const codes = fund_codes.split('\n').sort()
    return { ...row, fund_codes: codes.join(', '), funds: codes.length }
  })
}

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
