import type { Read } from 'db/database'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { beginSql, textArray } from '~/platform/lists/sql-columns.server'
import type { Day } from '~/platform/values/day'
import { type WaitingState, waitingSql } from './waiting-states.server'

/** How much waited at the end of a day, by when it was due. */
export interface DueCounts {
  late: number
  today: number
  /** Due in the three days after it. */
  soon: number
}

/** Days ahead that count as soon. */
export const SOON_DAYS = 3

interface PastDays {
  days: readonly Day[]
  timeZone: string
}

/**
 * What waited in these states at the end of each day, for any member of their queues: what waits now, without what came after the
 * day, and with what has left since. Due days are those of now.
 */
export async function dueAtEnds(
  read: Read,
  given: readonly WaitingState[],
  { days, timeZone }: PastDays,
): Promise<DueCounts[]> {
  const [first] = days
  if (first === undefined || given.length === 0) return days.map(() => ({ late: 0, today: 0, soon: 0 }))
  const states = given.map((state) => ({ ...state, excluded: [] }))
  const isWaiting = waitingSql(states, [0])
  const moved = (queue: 'queue' | 'from_queue', status: 'status' | 'from_status') => sql`
    select event.at, home.kind, home.object_id, home.definition_id, event.${sql.identifier(queue)} as queue,
      event.${sql.identifier(status)} as status
    from ${workflowEvent} event join ${workflowInstance} home on home.object_id = event.object_id
    where event.at >= ${beginSql(first, timeZone)} and event.type <> 'act'`
  const found: unknown = await read.execute(sql`
    with waiting as materialized (
      select 1 as sign, 'infinity'::timestamptz as at, place.due, place.opens
      from ${workflowInstance} place
      where place.queue not in ('SYSTEM', 'COMPLETED') and ${isWaiting} and place.due is not null
      union all
      select -1, place.at, goal.due, goal.opens
      from (${moved('queue', 'status')}) place
        cross join lateral work_due(place.kind, place.object_id, place.queue) goal
      where ${isWaiting} and goal.due is not null
      union all
      select 1, place.at, goal.due, goal.opens
      from (${moved('from_queue', 'from_status')}) place
        cross join lateral work_due(place.kind, place.object_id, place.queue) goal
      where ${isWaiting} and goal.due is not null
    )
    select ended.day::text,
      greatest(0, sum(sign) filter (where due < ended.day))::int as late,
      greatest(0, sum(sign) filter (where due = ended.day))::int as today,
      greatest(0, sum(sign) filter (where due > ended.day and due <= ended.day + ${SOON_DAYS}::int))::int as soon
    from unnest(${textArray(days)}::date[]) as ended(day)
      left join waiting on waiting.at >= ((ended.day + 1)::timestamp at time zone ${timeZone})
        and waiting.opens <= ended.day
    group by 1`)
  const counted = new Map((found as (DueCounts & { day: Day })[]).map(({ day, ...counts }) => [day, counts]))
  return days.map((day) => counted.get(day) ?? { late: 0, today: 0, soon: 0 })
}

/** How many steps a user took on each day. */
export async function stepsOnDays(
  read: Read,
  userId: number,
  { days, timeZone }: PastDays,
): Promise<number[]> {
  const [first] = days
  if (first === undefined) return []
  const found: unknown = await read.execute(sql`
    select ((at at time zone ${timeZone})::date)::text as day, count(*)::int as steps
    from ${workflowEvent} where user_id = ${userId} and type = 'step' and at >= ${beginSql(first, timeZone)}
    group by 1`)
  const counted = new Map((found as { day: Day; steps: number }[]).map(({ day, steps }) => [day, steps]))
  return days.map((day) => counted.get(day) ?? 0)
}
