import { fundNav, navControl } from 'db/schema/navs'
import { sql } from 'drizzle-orm'
import type { Context } from '~/platform/values/context.server'
import { monthOf, monthsBefore, monthsOf } from '~/platform/values/day'

/** The controls of the NAV dates of a month, and how many of their rules are not OK. */
export interface AlertMonth {
  /** yyyy-MM */
  month: string
  controls: number
  alerts: number
}

const MONTHS = 12

/** The last months, oldest first. */
export async function alertMonths({ read, today }: Pick<Context, 'read' | 'today'>): Promise<AlertMonth[]> {
  const last = monthOf(today)
  const first = monthsBefore(last, MONTHS - 1)
  const found: unknown = await read.execute(sql`
    select to_char(nav.nav_date, 'YYYY-MM') as month, count(*)::int as controls, sum(control.nok_count)::int as alerts
    from ${navControl} control join ${fundNav} nav on nav.id = control.fund_nav_id
    where nav.nav_date >= ${`${first}-01`}::date and nav.nav_date <= ${today}::date
    group by 1`)
  const counted = new Map((found as AlertMonth[]).map((each) => [each.month, each]))
  return monthsOf(first, last).map((month) => counted.get(month) ?? { month, controls: 0, alerts: 0 })
}
