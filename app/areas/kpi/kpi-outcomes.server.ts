import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { kpiCommentEntry } from 'db/schema/kpi'
import { kpiComment } from 'db/schema/lookups'
import { fundNav, navControl } from 'db/schema/navs'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { eq, max, min, type SQL, sql } from 'drizzle-orm'
import type { Context } from '~/platform/values/context.server'
import { type Day, daysOfMonth } from '~/platform/values/day'
import { KPI, type KpiNav, type KpiOutcome, type KpiResult, keyParts } from './kpi'

/** Which NAVs count. */
export interface KpiScope {
  /** By NAV date, both included. */
  first: Day
  last: Day
  fundId?: number
  methodId?: number
}

const text = (outcome: KpiOutcome) => sql`${outcome}::text`

/** Done in time, done late, or not done: a failure from the day after the limit on. */
const byLimit = (done: SQL, limit: SQL, today: Day) => sql`case
  when ${limit} is null then ${text('unmeasured')}
  when ${done} <= ${limit} then ${text('met')}
  when ${done} is not null or ${limit} < ${today}::date then ${text('missed')}
  else ${text('open')} end`

/**
 * The same where a missing date means nothing before the NAV is sent: documents may have been there long before anyone
 * recorded the day.
 */
const byLimitOnceSent = (done: SQL, limit: SQL) => sql`case
  when ${limit} is null then ${text('unmeasured')}
  when ${done} is null and state.status <> 'SENT' then ${text('open')}
  when ${done} <= ${limit} then ${text('met')}
  else ${text('missed')} end`

/**
 * One line for each NAV that counts and each method (product, section 6): nav_id, fund_id, nav_date, method_id,
 * outcome, due, done and times. Cancelled NAVs do not count; what is missed depends on the day.
 */
export function kpiOutcomes(
  { today, timeZone }: Pick<Context, 'today' | 'timeZone'>,
  { first, last, fundId, methodId }: KpiScope,
): SQL {
  const dayOf = (instant: SQL) => sql`(${instant} at time zone ${timeZone})::date`
  const one = fundId === undefined ? sql`` : sql`and nav.fund_id = ${fundId}`
  const method = methodId === undefined ? sql`` : sql`and kpi.method_id = ${methodId}`
  return sql`(
    select nav.id as nav_id, nav.fund_id, nav.nav_date, kpi.method_id, kpi.outcome, kpi.due, kpi.done, kpi.times
    from ${fundNav} nav
    join ${workflowInstance} state on state.object_id = nav.id and state.status <> 'CANCELLED'
    cross join lateral (
      select count(*) filter (where event.name = 'submit') as submits,
        count(*) filter (where event.name = 'reopen') as reopens,
        ${dayOf(sql`min(event.at) filter (where event.name = 'send')`)} as sent,
        ((array_agg(event.data ->> 'documentReceptionDate' order by event.seq) filter (
          where event.name = 'submit'))[1])::date as received
      from ${workflowEvent} event where event.object_id = nav.id and event.type = 'step'
    ) happened
    cross join lateral (
      select ${dayOf(sql`min(control.submitted_at)`)} as controlled
      from ${navControl} control where control.fund_nav_id = nav.id and control.nav_error_id is null
    ) controls
    cross join lateral (values
      (${KPI.sent}::int, ${byLimit(sql`happened.sent`, sql`nav.max_sending_date`, today)},
        nav.max_sending_date, happened.sent, null::bigint),
      (${KPI.documents}, ${byLimitOnceSent(sql`happened.received`, sql`nav.max_prebalance_date`)},
        nav.max_prebalance_date, happened.received, null),
      (${KPI.preBalance}, ${byLimit(sql`controls.controlled`, sql`nav.max_prebalance_date`, today)},
        nav.max_prebalance_date, controls.controlled, null),
      (${KPI.firstTime}, case when happened.submits > 1 then ${text('missed')}
        when happened.submits = 1 and state.status = 'SENT' then ${text('met')} else ${text('open')} end,
        null, null, happened.submits),
      (${KPI.resends}, ${text('counted')}, null, null, happened.reopens)
    ) as kpi (method_id, outcome, due, done, times)
    where nav.nav_date between ${first}::date and ${last}::date ${one} ${method}
  )`
}

/** The results of a NAV by each method; empty for an object that is not a NAV, or a cancelled one. */
export async function outcomesOf(context: Context, navId: number): Promise<Map<number, KpiResult>> {
  const { read } = context
  const { fundId, navDate: first } = fundNav
  const [nav] = await read.select({ fundId, first }).from(fundNav).where(eq(fundNav.id, navId))
  if (!nav) return new Map()
  const found: unknown = await read.execute(sql`
    select each.method_id, each.outcome, each.due::text, each.done::text, each.times
    from ${kpiOutcomes(context, { ...nav, last: nav.first })} as each where each.nav_id = ${navId}`)
  const rows = found as (KpiResult & { method_id: number })[]
  return new Map(
    rows.map(({ method_id, times, ...standing }) => [
      method_id,
      { ...standing, times: times === null ? null : Number(times) },
    ]),
  )
}

/** The NAVs behind one row, in their order, each with its comment; empty for a key that names no row. */
export async function kpiNavs(context: Context, key: string): Promise<KpiNav[]> {
  const row = keyParts(key)
  if (!row) return []
  const { fundId, month, methodId } = row
  const scope = { ...daysOfMonth(month), fundId, methodId }
  const found: unknown = await context.read.execute(sql`
    select each.nav_id, each.nav_date::text, each.outcome, each.due::text, each.done::text, each.times,
      comment.value as comment, nullif(entry.log, '') as free_text,
      trim(concat(person.first_name, ' ', person.last_name)) as said_by
    from ${kpiOutcomes(context, scope)} as each
    left join ${kpiCommentEntry} entry on entry.object_id = each.nav_id and entry.method_id = each.method_id
    left join ${kpiComment} comment on comment.id = entry.comment_id
    left join ${appUser} person on person.id = entry.user_id
    order by each.nav_date`)
  return (found as KpiNav[]).map((nav) => ({
    ...nav,
    nav_id: Number(nav.nav_id),
    times: nav.times === null ? null : Number(nav.times),
    said_by: nav.comment === null ? null : nav.said_by,
  }))
}

/** The first and last months in which there are NAVs; null while there are none. */
export async function monthsWithNavs(read: Read): Promise<{ from: string; to: string } | null> {
  const month = (day: SQL) => sql<string | null>`to_char(${day}, 'YYYY-MM')`
  const [row] = await read
    .select({ from: month(min(fundNav.navDate)), to: month(max(fundNav.navDate)) })
    .from(fundNav)
  return row?.from && row.to ? { from: row.from, to: row.to } : null
}
