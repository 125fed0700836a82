import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { fundNav } from 'db/schema/navs'
import { eq, sql } from 'drizzle-orm'
import type { FundType } from '~/areas/navs/rules/contract'
import { tolerancesInForce } from '~/areas/navs/rules/tolerances'
import { toleranceRows } from '~/areas/navs/tolerances.server'
import { SITE_CURRENCY } from '~/areas/reference-data/reference-data'
import type { List } from '~/platform/lists/list'
import { rowList } from '~/platform/lists/row-list.server'
import type { Day } from '~/platform/values/day'
import { RATE_COLUMNS } from './list'
import type { RateRow } from './prices'

const AGE = 'N13.days'

/** Rule N13: how many calendar days old a stored rate may be, by fund code, as it is set for the NAV date. */
async function oldestDays(read: Read, day: Day): Promise<Record<string, string>> {
  const [rows, funds] = await Promise.all([
    toleranceRows(read, AGE),
    read
      .selectDistinct({ code: fund.code, type: fund.type, provider: fund.provider })
      .from(fundNav)
      .innerJoin(fund, eq(fund.id, fundNav.fundId))
      .where(eq(fundNav.navDate, day)),
  ])
  const daysOf = ({ code, type, provider }: (typeof funds)[number]) =>
    tolerancesInForce(rows, { fund: code, fundType: type as FundType, provider, day })[AGE]?.value ?? '0'
  return Object.fromEntries(funds.map((each) => [each.code, daysOf(each)]))
}

/** The latest stored rate of a currency that counts on the NAV date; the site currency's is always 1. */
const stored = (currency: string) => {
  const code = sql.identifier(currency)
  return sql`(
    select 1::numeric as rate, nav.nav_date as date where pair.${code} = ${SITE_CURRENCY}
    union all
    (select each.rate, each.date from exchange_rate each
      where pair.${code} <> ${SITE_CURRENCY} and each.currency = pair.${code} and each.date <= nav.nav_date
      order by each.date desc limit 1))`
}

/**
 * Every FX RATE of the current controls of a NAV date but those of the funds' own currencies, against the stored rates
 * (rule N13).
 */
export async function rateRows(read: Read, navDate: Day): Promise<RateRow[]> {
  const oldest = JSON.stringify(await oldestDays(read, navDate))
  const counts = (each: string) => {
    const name = sql.identifier(each)
    return sql`case when ${name}.rate > 0 and nav.nav_date - ${name}.date <= oldest.days::numeric then ${name}.rate end`
  }
  const rows: unknown = await read.execute(sql`
    with compared as (
      select nav.id as nav_id, line.row, line.code as currency, fund.code as fund_code, fund.provider,
        fund.currency as fund_currency, line.value as rate, ${counts('own')} as own, ${counts('base')} as base,
        least(own.date, base.date) as date, tna.value as tna,
        case when exists (select from nav_control_table held where held.control_id = nav.current_control_id and held.kind = 'Inventory')
          then coalesce(worth.market_value, 0) else tna.value end as worth
      from fund_nav nav
        join workflow_instance at on at.object_id = nav.id and at.status <> 'CANCELLED'
        join fund on fund.id = nav.fund_id
        join jsonb_each_text(${oldest}::jsonb) oldest(code, days) on oldest.code = fund.code
        join nav_line line on line.control_id = nav.current_control_id and line.type = 'FX RATE'
        cross join lateral (select line.code as currency, fund.currency as fund_currency) pair
        left join lateral ${stored('currency')} own on true
        left join lateral ${stored('fund_currency')} base on true
        left join lateral (
          select total.value from nav_line total
          where total.control_id = nav.current_control_id and total.type = 'FUND TNA' and total.code = fund.code
          order by total.row limit 1) tna on true
        left join control_currency worth on worth.control_id = nav.current_control_id and worth.currency = line.code
      where nav.nav_date = ${navDate} and line.code <> fund.currency
    )
    select nav_id || ' ' || row as key, nav_id, currency, fund_code, provider, fund_currency, rate::text as rate,
      trim_scale(round(own / base, 12))::text as stored,
      case when own / base is not null then date::text end as stored_date,
      trim_scale(round((rate * base / own - 1) * 100, 6))::text as deviation,
      trim_scale(round((1 - own / base / nullif(rate, 0)) * worth * 10000 / nullif(greatest(tna, 0), 0), 4))::text as effect
    from compared
    order by abs((1 - own / base / nullif(rate, 0)) * worth / nullif(greatest(tna, 0), 0)) desc nulls last,
      currency, fund_code, row`)
  return (rows as (Omit<RateRow, 'nav_id' | 'size'> & { nav_id: string })[]).map((row) => ({
    ...row,
    nav_id: Number(row.nav_id),
    size: row.effect?.replace('-', '') ?? '0',
  }))
}

/** The rates as a grid requests them. */
export const rateList = (rows: readonly RateRow[]): List<RateRow> =>
  rowList(rows, RATE_COLUMNS, { keyOf: ({ key }) => key })
