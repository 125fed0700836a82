import { workflowEvent } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { beginSql } from '~/platform/lists/sql-columns.server'
import type { Context } from '~/platform/values/context.server'
import { addDays, type Day } from '~/platform/values/day'

/** The events of a day: those that the last verification read, and those since. */
export interface EventDay {
  day: Day
  verified: number
  since: number
}

/** How many days are drawn. */
const DAYS = 30

/** The events of the last days, oldest first. @param verifiedAt of the last verification; null before the first */
export async function eventDays(
  { read, today, timeZone }: Pick<Context, 'read' | 'today' | 'timeZone'>,
  verifiedAt: Date | null,
): Promise<EventDay[]> {
  const days = Array.from({ length: DAYS }, (_, at) => addDays(today, at - DAYS + 1))
  const at = verifiedAt?.toISOString() ?? null
  const found: unknown = await read.execute(sql`
    select ((at at time zone ${timeZone})::date)::text as day,
      (count(*) filter (where at <= ${at}::timestamptz))::int as verified,
      (count(*) filter (where coalesce(at > ${at}::timestamptz, true)))::int as since
    from ${workflowEvent} where at >= ${beginSql(days[0] ?? today, timeZone)} group by 1`)
  const counted = new Map((found as EventDay[]).map((each) => [each.day, each]))
  return days.map((day) => counted.get(day) ?? { day, verified: 0, since: 0 })
}
