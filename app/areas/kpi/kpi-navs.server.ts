import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { kpiCommentEntry } from 'db/schema/kpi'
import { kpiComment } from 'db/schema/lookups'
import { sql } from 'drizzle-orm'
import { type KpiScope, kpiOutcomes } from './kpi-outcomes.server'
import { daysOfMonth } from './kpi-period'
import { type KpiNav, keyParts } from './kpi-row'

/** The NAVs behind one row, in their order, each with what was said of it; none for a key that names no row. */
export async function kpiNavs(
  read: Read,
  key: string,
  now: Pick<KpiScope, 'today' | 'timeZone'>,
): Promise<KpiNav[]> {
  const row = keyParts(key)
  if (!row) return []
  const { fundId, month, methodId } = row
  const scope = { ...now, ...daysOfMonth(month), fundId, methodId }
  const found: unknown = await read.execute(sql`
    select each.nav_id, each.nav_date::text, each.outcome, each.due::text, each.done::text, each.times,
      comment.value as comment, nullif(entry.log, '') as free_text,
      trim(concat(person.first_name, ' ', person.last_name)) as said_by
    from ${kpiOutcomes(scope)} as each
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

/** The months in which there are NAVs, as far as the first and the last one; null while there is none. */
export async function monthsWithNavs(read: Read): Promise<{ from: string; to: string } | null> {
  const found: unknown = await read.execute(sql`
    select to_char(min(nav_date), 'YYYY-MM') as "from", to_char(max(nav_date), 'YYYY-MM') as "to" from fund_nav`)
  const [row] = found as { from: string | null; to: string | null }[]
  return row?.from && row.to ? { from: row.from, to: row.to } : null
}
