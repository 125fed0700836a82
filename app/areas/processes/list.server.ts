import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { calendarHoliday, fund, legalEntity } from 'db/schema/lookups'
import {
  DUE_WHILE_OPEN,
  entityEvent,
  entityProcess,
  entityProcessDate,
  process,
  task,
} from 'db/schema/processes'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { asc, eq, inArray, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullName } from '~/areas/access/users.server'
import type { List } from '~/platform/lists/list'
import { expressionsOf, type SqlExpression, sqlColumns, textArray } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { counted, showDay } from '~/platform/values/show'
import type { EventClass } from '~/platform/workflow/types'
import { fieldsOf } from '~/ui/grid/columns'
import { PROCESS_COLUMNS } from './list'
import {
  PROCESS_STATUS_STYLE,
  PROCESS_STATUSES,
  type ProcessRow,
  type ProcessStatus,
  TASK_KINDS,
  type TaskKind,
  type TaskRow,
} from './process'

/** Who reads the list, and when. */
export interface ProcessReader {
  /** In the site's zone. */
  today: Day
  actor: { queues: readonly string[] }
}

/** The rank of a status: 0 is done. */
const rankOf = (status: ProcessStatus) => PROCESS_STATUSES.length - 1 - PROCESS_STATUSES.indexOf(status)

/**
 * Business days from today until a due date: 0 on that day, negative from the day after it, however few business days
 * have passed since.
 * @param holidays of a calendar, in their order, none of them a Saturday or Sunday; null is Monday to Friday
 */
function remainingDaysSql(due: SQLWrapper, holidays: SQLWrapper, today: Day): SQL {
  const now = sql`${today}::date`
  const until = sql`(${weekdaysBefore(sql`${due} + 1`)} - ${weekdaysBefore(sql`${now} + 1`)}
    - ${upTo(holidays, sql`${due}`)} + ${upTo(holidays, now)})`
  const since = sql`greatest(1, ${weekdaysBefore(now)} - ${weekdaysBefore(due)}
    - ${upTo(holidays, sql`(${now} - 1)`)} + ${upTo(holidays, sql`(${due} - 1)`)})`
  return sql`(case when ${due} >= ${now} then ${until} else -${since} end)::int`
}

/** Mondays to Fridays before a day, counted from the first Monday of 1900. */
function weekdaysBefore(day: SQLWrapper): SQL {
  const days = sql`(${day} - date '1900-01-01')`
  return sql`(${days} / 7 * 5 + least(${days} % 7, 5))`
}

/** How many of these days there are up to one. */
const upTo = (days: SQLWrapper, last: SQL) => sql`coalesce(width_bucket(${last}, ${days}), 0)`

const manco = alias(legalEntity, 'manco')
const funds = sql.identifier('funds')
const holidays = sql.identifier('holidays')

const { tasks, completeTasks, openDue, teams, openTeams, openTeamDues, begunTeams } = entityProcessDate

/** The rank of the worst status of a date's tasks: late from the day after the due date of the first open one. */
const rankSql = (today: Day) => sql`(case when ${openDue} is null then ${rankOf('DONE')}::int
  when ${openDue} < ${today}::date then ${rankOf('LATE')}::int
  when ${begunTeams} <> '{}' then ${rankOf('IN PROGRESS')}::int
  else ${rankOf('TO DO')}::int end)`

/** The same of the tasks in the reader's queues; null where there are none. */
function teamRankSql({ today, actor }: ProcessReader): SQL {
  if (actor.queues.length === 0) return sql`null::int`
  const mine = textArray(actor.queues)
  return sql`(case when not ${teams} && ${mine} then null
    when not ${openTeams} && ${mine} then ${rankOf('DONE')}::int
    when ${openDue} < ${today}::date and ${lateTeamSql(mine, today)} then ${rankOf('LATE')}::int
    when ${begunTeams} && ${mine} then ${rankOf('IN PROGRESS')}::int
    else ${rankOf('TO DO')}::int end)`
}

/** The dates that have one of these statuses. */
function amongSql(statuses: readonly string[], today: Day): SQL {
  const open = sql`${openDue} >= ${today}::date`
  const byStatus: Readonly<Record<string, SQL>> = {
    LATE: sql`${openDue} < ${today}::date`,
    'IN PROGRESS': sql`(${open} and ${begunTeams} <> '{}')`,
    'TO DO': sql`(${open} and ${begunTeams} = '{}')`,
    DONE: sql`${openDue} is null`,
  } satisfies Record<ProcessStatus, SQL>
  return anyOf(statuses.flatMap((status) => byStatus[status] ?? []))
}

/** The same of the status of the reader's queues: conditions that PostgreSQL can estimate, and the cheapest first. */
function teamAmongSql(statuses: readonly string[], { today, actor }: ProcessReader): SQL {
  if (actor.queues.length === 0) return sql`false`
  const mine = textArray(actor.queues)
  const isOpen = sql`(${openDue} is not null and ${openTeams} && ${mine})`
  const isLate = sql`(${openDue} < ${today}::date and ${lateTeamSql(mine, today)})`
  const inTime = sql`(${openDue} >= ${today}::date or not ${lateTeamSql(mine, today)})`
  const byStatus: Readonly<Record<string, SQL>> = {
    LATE: sql`(${isOpen} and ${isLate})`,
    'IN PROGRESS': sql`(${isOpen} and ${begunTeams} && ${mine} and ${inTime})`,
    'TO DO': sql`(${isOpen} and not ${begunTeams} && ${mine} and ${inTime})`,
    DONE: sql`(${teams} && ${mine} and not ${openTeams} && ${mine})`,
  } satisfies Record<ProcessStatus, SQL>
  return anyOf(statuses.flatMap((status) => byStatus[status] ?? []))
}

/** One of these queues has a late task. */
const lateTeamSql = (
  mine: SQL,
  today: Day,
) => sql`exists (select from unnest(${openTeams}, ${openTeamDues}) as own (team, due)
  where own.due < ${today}::date and own.team = any (${mine}))`

const anyOf = (parts: SQL[]) => (parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`)

/** The text of a rank; '' for none. */
const statusSql = (rank: SQL) =>
  sql`case ${rank} ${sql.join(
    PROCESS_STATUSES.map((status) => sql`when ${rankOf(status)}::int then ${status}`),
    sql` `,
  )} else '' end`

/** Columns of Processes, and those that only their call has. */
export const PROCESS_FIELDS = [...PROCESS_COLUMNS, ...fieldsOf({ user_id: 'number' })]
type ProcessColumn = (typeof PROCESS_FIELDS)[number]['id']

/** The default order of the call: the next due first. */
export const PROCESS_ORDER: { column: ProcessColumn; descending: boolean }[] = [
  { column: 'process_due_date', descending: false },
  { column: 'entity', descending: false },
]

/** The columns of a process date, to show, sort, filter and group by. */
const shown = (reader: ProcessReader): Record<ProcessColumn, SQLWrapper> => ({
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
  remaining_days: sql`case when ${openDue} is not null then ${remainingDaysSql(entityProcessDate.dueDate, sql`${holidays}.days`, reader.today)} end`,
  completed_tasks: sql`(${completeTasks}::text || '/' || ${tasks}::text)`,
  team_status: statusSql(teamRankSql(reader)),
  process_status: statusSql(rankSql(reader.today)),
})

/** Columns with an order of their own: statuses from the best to the worst, tasks by the completed fraction. */
const sorted = (reader: ProcessReader): Partial<Record<ProcessColumn, SQL>> => ({
  completed_tasks: sql`(${completeTasks}::numeric / greatest(${tasks}, 1))`,
  team_status: sql`coalesce(${teamRankSql(reader)}, -1)`,
  process_status: rankSql(reader.today),
})

function columnsFor(reader: ProcessReader) {
  const [orders, expressions] = [sorted(reader), shown(reader)]
  const hints: Partial<Record<ProcessColumn, Omit<SqlExpression, 'sql'>>> = {
    process_status: { among: (statuses) => amongSql(statuses, reader.today) },
    team_status: { among: (statuses) => teamAmongSql(statuses, reader) },
    user_name: { joined: sql`${appUser.id} is not null` },
    manco: { joined: sql`${manco.id} is not null` },
    entity_group_components: { joined: sql`${funds}.entity_id is not null` },
    // Numbers have no case.
    completed_tasks: { lower: expressions.completed_tasks },
    // Past its due date the days are below 0.
    remaining_days: {
      filled: sql`${openDue} is not null`,
      empty: sql`${openDue} is null`,
      rising: [sql`<`, sql`>=`].map((side) => sql`${DUE_WHILE_OPEN} ${side} ${reader.today}::date`),
    },
  }
  return sqlColumns(
    PROCESS_FIELDS,
    expressionsOf(expressions, (id) => ({
      required: !['user_id', 'remaining_days'].includes(id),
      ...(orders[id] ? { sorted: orders[id], unsearched: true } : {}),
      ...hints[id],
    })),
  )
}

/** The dates with a text in one of their names: of processes, entities and users there are few. */
const foundSql = (like: SQL) => sql`(${entityProcessDate.entityProcessId} in (
    select run.id from ${entityProcess} run where run.process_id in (
        select ${process.id} from ${process} join ${entityEvent} on ${entityEvent.id} = ${process.entityEventId}
        where ${hasText(like, process.name, process.category, process.recipient, entityEvent.name)})
      or run.legal_entity_id in (
        select ${legalEntity.id} from ${legalEntity}
          left join ${legalEntity} ${sql.identifier('manco')} on ${manco.id} = ${legalEntity.managementCompanyId}
          left join ${FUNDS} ${funds} on ${funds}.entity_id = ${legalEntity.id}
        where ${hasText(like, legalEntity.name, manco.name, sql`${funds}.codes`)}))
  or ${entityProcessDate.userId} in (select ${appUser.id} from ${appUser} where ${hasText(like, fullName)}))`

const hasText = (like: SQL, ...texts: SQLWrapper[]) =>
  anyOf(texts.map((text) => sql`lower(${text}) like ${like}`))

/** The codes of the funds of each entity. */
const FUNDS = sql`(select ${fund.legalEntityId} as entity_id, string_agg(${fund.code}, ', ' order by ${fund.code}) as codes
  from ${fund} where ${fund.legalEntityId} is not null group by ${fund.legalEntityId})`

/** Each has one row at most, so that PostgreSQL leaves out those that a query does not use. */
const FROM = sql`${entityProcessDate}
  left join ${entityProcess} on ${entityProcess.id} = ${entityProcessDate.entityProcessId}
  left join ${process} on ${process.id} = ${entityProcess.processId}
  left join ${entityEvent} on ${entityEvent.id} = ${process.entityEventId}
  left join ${legalEntity} on ${legalEntity.id} = ${entityProcess.legalEntityId}
  left join ${legalEntity} ${sql.identifier('manco')} on ${manco.id} = ${legalEntity.managementCompanyId}
  left join ${appUser} on ${appUser.id} = ${entityProcessDate.userId}
  left join ${FUNDS} ${funds} on ${funds}.entity_id = ${legalEntity.id}
  left join (select ${calendarHoliday.calendar} as calendar, array_agg(${calendarHoliday.date} order by ${calendarHoliday.date}) as days
    from ${calendarHoliday} where extract(isodow from ${calendarHoliday.date}) < 6 group by ${calendarHoliday.calendar}) ${holidays}
    on ${holidays}.calendar = ${legalEntity.calendar}`

/** All process dates, each with the state of its tasks for the reader. */
export function processList(read: Read, reader: ProcessReader): List<ProcessRow> {
  return sqlList(
    // It has no instants: days are days everywhere.
    { read, timeZone: 'UTC' },
    {
      columns: columnsFor(reader),
      from: FROM,
      key: entityProcessDate.id,
      found: foundSql,
      keyOf: (row) => row.entity_process_date_id,
      rows: (ids) => processRows(read, ids, reader),
    },
  )
}

/** Process dates of these ids as the list shows them, in any order. */
async function processRows(read: Read, ids: readonly number[], reader: ProcessReader): Promise<ProcessRow[]> {
  if (ids.length === 0) return []
  const columns = Object.entries(shown(reader)).map(
    ([name, value]) => sql`${value} as ${sql.identifier(name)}`,
  )
  const found: unknown = await read.execute(sql`
    select ${sql.join(columns, sql`, `)} from ${FROM} where ${inArray(entityProcessDate.id, [...ids])}`)
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
  { read, today }: Context,
  { first, last }: { first: Day; last: Day },
): Promise<DueCount[]> {
  const found: unknown = await read.execute(sql`
    select ${entityProcessDate.dueDate}::text as day, ${statusSql(rankSql(today))} as status, count(*)::int as count
    from ${entityProcessDate} where ${entityProcessDate.dueDate} between ${first}::date and ${last}::date
    group by 1, 2 order by 1`)
  return found as DueCount[]
}

/** How many process dates have a late task. */
export const countLateDates = ({ read, today }: Context): Promise<number> =>
  read.$count(entityProcessDate, lt(openDue, today))

/** How far the processes of these tasks are, in a line each: "2 of 5 tasks done, process due 30/11/2026". */
export async function taskFiguresOf(
  read: Read,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await read
    .select({ id: task.id, due: entityProcessDate.dueDate, tasks, completeTasks })
    .from(task)
    .innerJoin(entityProcessDate, eq(entityProcessDate.id, task.entityProcessDateId))
    .where(inArray(task.id, [...ids]))
  return new Map(
    rows.map(({ id, due, tasks, completeTasks }) => [
      id,
      `${completeTasks} of ${counted(tasks, 'task')} done, process due ${showDay(due)}`,
    ]),
  )
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
