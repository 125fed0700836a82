import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { calendarHoliday, fund, legalEntity } from 'db/schema/lookups'
import { entityEvent, entityProcess, entityProcessDate, process, task } from 'db/schema/processes'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { asc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullName } from '~/areas/access/users.server'
import type { List } from '~/platform/lists/list'
import { expressionsOf, sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import type { EventClass } from '~/platform/workflow/types'
import { fieldsOf } from '~/ui/grid/columns'
import { processColumns } from './list'
import {
  PROCESS_STATUS_STYLE,
  type ProcessRow,
  type ProcessStatus,
  TASK_KINDS,
  type TaskKind,
  type TaskRow,
} from './process'
import { type ProcessReader, statusOf, taskSums } from './tasks/task-sums.server'

/**
 * Business days of a calendar from today until a due date: 0 on that day, negative from the day after it, however few
 * business days have passed since.
 * @param calendar name of the calendar; null in the database is Monday to Friday
 */
export function remainingDaysSql(due: SQLWrapper, calendar: SQLWrapper, today: Day): SQL {
  const now = sql`${today}::date`
  const until = sql`(${weekdaysBefore(sql`${due} + 1`)} - ${weekdaysBefore(sql`${now} + 1`)}
    - ${holidaysBetween(calendar, sql`${now} + 1`, sql`${due} + 1`)})`
  const since = sql`greatest(1, ${weekdaysBefore(now)} - ${weekdaysBefore(due)}
    - ${holidaysBetween(calendar, sql`${due}`, now)})`
  return sql`(case when ${due} >= ${now} then ${until} else -${since} end)::int`
}

/** Mondays to Fridays before a day, counted from the first Monday of 1900. */
function weekdaysBefore(day: SQLWrapper): SQL {
  const days = sql`(${day} - date '1900-01-01')`
  return sql`(${days} / 7 * 5 + least(${days} % 7, 5))`
}

/** Holidays that are not a Saturday or Sunday, from a day up to before another. */
function holidaysBetween(calendar: SQLWrapper, from: SQL, to: SQL): SQL {
  return sql`(select count(*) from ${calendarHoliday} where ${calendarHoliday.calendar} = ${calendar}
    and ${calendarHoliday.date} >= ${from} and ${calendarHoliday.date} < ${to}
    and extract(isodow from ${calendarHoliday.date}) < 6)`
}

const manco = alias(legalEntity, 'manco')
const sums = sql.identifier('sums')
const funds = sql.identifier('funds')

const total = sql`coalesce(${sums}.total, 0)`
const complete = sql`coalesce(${sums}.complete, 0)`
const severity = sql`coalesce(${sums}.severity, 0)`
const teamSeverity = sql`${sums}.team_severity`

/** The words of a severity; '' for none. */
const statusSql = (found: SQL) =>
  sql`case ${found} ${sql.join(
    [0, 1, 2, 3].map((each) => sql`when ${each}::int then ${statusOf(each)}`),
    sql` `,
  )} else '' end`

/** Columns of Processes, and those that only their call has. */
export const PROCESS_COLUMNS = [...processColumns(), ...fieldsOf({ user_id: 'number' })]
type ProcessColumn = (typeof PROCESS_COLUMNS)[number]['id']

/** The default order of the call: the next due first. */
export const PROCESS_ORDER: { column: ProcessColumn; descending: boolean }[] = [
  { column: 'process_due_date', descending: false },
  { column: 'entity', descending: false },
]

/** The columns of a process date, to show, sort, filter and group by. */
const shown = ({ today }: ProcessReader): Record<ProcessColumn, SQLWrapper> => ({
  entity_process_date_id: entityProcessDate.id,
  user_id: entityProcessDate.userId,
  user_name: sql`coalesce(${fullName}, '')`,
  manco: sql`coalesce(${manco.name}, '')`,
  category_name: process.category,
  entity: legalEntity.name,
  entity_group_components: sql`coalesce(${funds}.codes, '')`,
  entity_event: entityEvent.name,
  event_date: entityProcessDate.eventDate,
  process: process.name,
  recipient: process.recipient,
  process_due_date: entityProcessDate.dueDate,
  remaining_days: sql`case when ${severity} > 0 then ${remainingDaysSql(entityProcessDate.dueDate, legalEntity.calendar, today)} end`,
  completed_tasks: sql`${complete} || '/' || ${total}`,
  team_status: statusSql(teamSeverity),
  process_status: statusSql(severity),
})

/** Columns with an order of their own: statuses from the best to the worst, tasks by the completed fraction. */
const SORTED: Partial<Record<ProcessColumn, SQL>> = {
  completed_tasks: sql`(${complete}::numeric / greatest(${total}, 1))`,
  team_status: sql`coalesce(${teamSeverity}, -1)`,
  process_status: severity,
}

const NULLABLE: readonly string[] = ['user_id', 'remaining_days']

const columnsFor = (reader: ProcessReader) =>
  sqlColumns(
    PROCESS_COLUMNS,
    expressionsOf(shown(reader), (id) => ({
      required: !NULLABLE.includes(id),
      // For these the search would read every task of the site.
      ...(SORTED[id] ? { sorted: SORTED[id], unsearched: true } : {}),
    })),
  )

const fromSql = (tasks: SQL) => sql`${entityProcessDate}
  join ${entityProcess} on ${entityProcess.id} = ${entityProcessDate.entityProcessId}
  join ${process} on ${process.id} = ${entityProcess.processId}
  join ${entityEvent} on ${entityEvent.id} = ${process.entityEventId}
  join ${legalEntity} on ${legalEntity.id} = ${entityProcess.legalEntityId}
  left join ${legalEntity} ${sql.identifier('manco')} on ${manco.id} = ${legalEntity.managementCompanyId}
  left join ${appUser} on ${appUser.id} = ${entityProcessDate.userId}
  left join (select ${fund.legalEntityId} as entity_id, string_agg(${fund.code}, ', ' order by ${fund.code}) as codes
    from ${fund} where ${fund.legalEntityId} is not null group by ${fund.legalEntityId}) ${funds}
    on ${funds}.entity_id = ${legalEntity.id}
  left join (${tasks}) ${sums} on ${sums}.date_id = ${entityProcessDate.id}`

/** All process dates, each with the state of its tasks for the reader. */
export function processList(read: Read, reader: ProcessReader): List<ProcessRow> {
  return sqlList(
    read,
    {
      columns: columnsFor(reader),
      from: fromSql(taskSums(reader)),
      key: entityProcessDate.id,
      keyOf: (row) => row.entity_process_date_id,
      rows: (ids) => processRows(read, ids, reader),
    },
    // It has no instants: days are days everywhere.
    'UTC',
  )
}

/** Process dates of these ids as the list shows them, in any order. */
export async function processRows(
  read: Read,
  ids: readonly number[],
  reader: ProcessReader,
): Promise<ProcessRow[]> {
  if (ids.length === 0) return []
  const columns = Object.entries(shown(reader)).map(
    ([name, value]) => sql`${value} as ${sql.identifier(name)}`,
  )
  const tasks = taskSums(reader, inArray(sql`entity_process_date_id`, [...ids]))
  const found: unknown = await read.execute(sql`
    select ${sql.join(columns, sql`, `)} from ${fromSql(tasks)} where ${inArray(entityProcessDate.id, [...ids])}`)
  return (found as Omit<ProcessRow, 'team_status_style' | 'process_status_style'>[]).map((row) => ({
    ...row,
    entity_process_date_id: Number(row.entity_process_date_id),
    team_status_style: row.team_status === '' ? '' : PROCESS_STATUS_STYLE[row.team_status],
    process_status_style: PROCESS_STATUS_STYLE[row.process_status],
  }))
}

/** How many process dates are due on a day, by their status. */
export interface DueCount {
  day: Day
  status: ProcessStatus
  count: number
}

/** The process dates that are due from a day to another, both included, counted by day and status. */
export async function processesDue(
  read: Read,
  reader: ProcessReader,
  { first, last }: { first: Day; last: Day },
): Promise<DueCount[]> {
  const due = sql`${entityProcessDate.dueDate} between ${first}::date and ${last}::date`
  const tasks = taskSums(
    reader,
    sql`entity_process_date_id in (select ${entityProcessDate.id} from ${entityProcessDate} where ${due})`,
  )
  const found: unknown = await read.execute(sql`
    select ${entityProcessDate.dueDate}::text as day, ${statusSql(severity)} as status, count(*)::int as count
    from ${entityProcessDate} left join (${tasks}) ${sums} on ${sums}.date_id = ${entityProcessDate.id}
    where ${due} group by 1, 2 order by 1`)
  return found as DueCount[]
}

/** One process date as the list shows it. @throws DomainError not-found */
export async function processById(read: Read, id: number, reader: ProcessReader): Promise<ProcessRow> {
  const [row] = await processRows(read, [id], reader)
  if (!row) throw noSuchProcess(id)
  return row
}

export function noSuchProcess(id: number): DomainError {
  return new DomainError('not-found', `There is no process ${id}. Open it from the list of Processes.`)
}

/** The tasks of a process date in their order, each with the last step that was taken. */
export async function tasksOf(read: Read, entityProcessDateId: number): Promise<TaskRow[]> {
  const rows = await read
    .select({
      task_id: task.id,
      entity_process_date_id: task.entityProcessDateId,
      task_rank: task.rank,
      task_group: task.group,
      task_name: task.name,
      task_due_date: task.dueDate,
      task_team: task.team,
      kind: workflowInstance.kind,
      last_event_date: workflowEvent.at,
      who: workflowEvent.whoName,
      last_event_status: workflowInstance.status,
      last_event_queue: workflowInstance.queue,
      last_event_class: workflowInstance.class,
    })
    .from(task)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, task.id))
    .innerJoin(workflowEvent, eq(workflowEvent.id, workflowInstance.lastEventId))
    .where(eq(task.entityProcessDateId, entityProcessDateId))
    .orderBy(asc(task.rank), asc(task.id))
  return rows.map(({ kind, last_event_class, ...row }) => ({
    ...row,
    workflow_name: TASK_KINDS[kind as TaskKind],
    last_event_class: last_event_class as EventClass,
  }))
}
