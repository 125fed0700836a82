import type { Read } from 'db/database'
import { entityProcessDate, task } from 'db/schema/processes'
import { workflowInstance } from 'db/schema/workflow'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { counted, showDay } from '~/platform/values/show'
import { COMPLETE_TASKS, NOT_BEGUN, PROCESS_STATUSES, type ProcessStatus } from '../process'

/** Who reads the list, and when. */
export interface ProcessReader {
  /** In the site's zone. */
  today: Day
  actor: { queues: readonly string[] }
}

/** The rank of a status: 0 is done. */
const severity = (status: ProcessStatus) => PROCESS_STATUSES.length - 1 - PROCESS_STATUSES.indexOf(status)

/** The meaning of a severity in the database. */
export function statusOf(found: number): ProcessStatus {
  return PROCESS_STATUSES.find((each) => severity(each) === found) ?? 'DONE'
}

const listed = (texts: readonly string[]) =>
  sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )

const isComplete = sql.join(
  Object.entries(COMPLETE_TASKS).map(
    ([kind, statuses]) =>
      sql`(${workflowInstance.kind} = ${kind} and ${workflowInstance.status} in (${listed(statuses)}))`,
  ),
  sql` or `,
)

/** The status of a task on a day: late from the day after its due date; one that awaits its review is in progress. */
const standing = (today: Day): SQL => sql`case
  when ${isComplete} then ${severity('DONE')}::int
  when ${task.dueDate} < ${today}::date then ${severity('LATE')}::int
  when ${workflowInstance.status} = ${NOT_BEGUN} then ${severity('TO DO')}::int
  else ${severity('IN PROGRESS')}::int end`

/**
 * The sums of the tasks of each process date: a select of date_id, total, complete, severity, and team_severity (null
 * when none is in the reader's queues). Where a query does not use these, PostgreSQL leaves its join out.
 */
export function taskSums({ today, actor }: ProcessReader, where: SQL = sql`true`): SQL {
  const mine = actor.queues.length === 0 ? sql`false` : sql`team in (${listed(actor.queues)})`
  return sql`
    select date_id, count(*)::int as total, (count(*) filter (where severity = 0))::int as complete,
      max(severity) as severity, max(severity) filter (where ${mine}) as team_severity
    from (
      select ${task.entityProcessDateId} as date_id, ${task.team} as team, ${standing(today)} as severity
      from ${task} join ${workflowInstance} on ${workflowInstance.objectId} = ${task.id}
      where ${where}) as tasks
    group by date_id`
}

/** How many process dates have a late task. */
export async function countLateDates(read: Read, today: Day): Promise<number> {
  const found: unknown = await read.execute(sql`
    select count(distinct ${task.entityProcessDateId})::int as late
    from ${task} join ${workflowInstance} on ${workflowInstance.objectId} = ${task.id}
    where ${task.dueDate} < ${today}::date and not (${isComplete})`)
  return (found as { late: number }[])[0]?.late ?? 0
}

/** How far the processes of these tasks are, in a line each: "2 of 5 tasks done, process due 30/11/2026". */
export async function taskFiguresOf(
  read: Read,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const found: unknown = await read.execute(sql`
    select own.id, date.due_date::text as due, sums.total, sums.complete
    from ${task} own join ${entityProcessDate} date on date.id = own.entity_process_date_id
      join lateral (
        select count(*)::int as total, (count(*) filter (where ${isComplete}))::int as complete
        from ${task} join ${workflowInstance} on ${workflowInstance.objectId} = ${task.id}
        where ${task.entityProcessDateId} = date.id) sums on true
    where ${inArray(sql`own.id`, [...ids])}`)
  type Sums = { id: string | number; due: Day; total: number; complete: number }
  return new Map(
    (found as Sums[]).map(({ id, due, total, complete }) => [
      Number(id),
      `${complete} of ${counted(total, 'task')} done, process due ${showDay(due)}`,
    ]),
  )
}
