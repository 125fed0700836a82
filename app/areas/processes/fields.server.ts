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
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullName } from '~/areas/access/users.server'
import { weekdaysBefore } from '~/platform/lists/business-days.server'
import { declaredColumns, type ListFields, type RowOf } from '~/platform/lists/list-fields.server'
import { textArray } from '~/platform/lists/sql-columns.server'
import type { Day } from '~/platform/values/day'
import { EVENT_CLASSES, type EventClass } from '~/platform/workflow/types'
import { PROCESS_STATUSES, type ProcessStatus, TASK_KINDS } from './process'

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

/** How many of these days there are up to one. */
const upTo = (days: SQLWrapper, last: SQL) => sql`coalesce(width_bucket(${last}, ${days}), 0)`

export const manco = alias(legalEntity, 'manco')
/** The fund of a process that was made with one of its objects. */
export const ofFund = alias(fund, 'of_fund')
export const funds = sql.identifier('funds')
export const holidays = sql.identifier('holidays')

const { tasks, completeTasks, openDue, teams, openTeams, openTeamDues, begunTeams } = entityProcessDate

/** The rank of the worst status of a date's tasks: late from the day after the due date of the first open one. */
export const rankSql = (today: Day) => sql`(case when ${openDue} is null then ${rankOf('DONE')}::int
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

export const anyOf = (parts: SQL[]) =>
  parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`

/** The text of a rank; '' for none. */
export const statusSql = (rank: SQL) =>
  sql<ProcessStatus | ''>`case ${rank} ${sql.join(
    PROCESS_STATUSES.map((status) => sql`when ${rankOf(status)}::int then ${status}`),
    sql` `,
  )} else '' end`

/** The codes of the funds of each entity. */
export const FUNDS = sql`(select ${fund.legalEntityId} as entity_id, string_agg(${fund.code}, ', ' order by ${fund.code}) as codes
  from ${fund} where ${fund.legalEntityId} is not null group by ${fund.legalEntityId}) ${funds}`

/** The holidays of each calendar, without Saturdays and Sundays. */
export const HOLIDAYS = sql`(select ${calendarHoliday.calendar} as calendar, array_agg(${calendarHoliday.date} order by ${calendarHoliday.date}) as days
  from ${calendarHoliday} where extract(isodow from ${calendarHoliday.date}) < 6 group by ${calendarHoliday.calendar}) ${holidays}`

/** The entity that runs a process, or the fund that it was made for. */
export const ENTITY_NAME = sql<string>`coalesce(${ofFund.name}, ${legalEntity.name})`

/** The event of a process, or the object that it was made with: "NAV error 1012". */
export const EVENT_NAME = sql<string>`case when ${entityProcess.objectId} is null then ${entityEvent.name}
  else concat(${entityEvent.recurrence}, ' ', ${entityProcess.objectId}) end`

/** The entity that runs a process, or that of the fund that it was made for. */
export const isEntityOfProcess = sql`${legalEntity.id} = coalesce(${entityProcess.legalEntityId}, ${ofFund.legalEntityId})`

const STATUS_OPTIONS = PROCESS_STATUSES.map((value) => ({ value, label: value }))

const doneOfAll = sql<string>`(${completeTasks}::text || '/' || ${tasks}::text)`

/**
 * The fields of a process date as the list has them (specification, section 3: Process row). Statuses sort from the best
 * to the worst, tasks by the completed fraction.
 */
export function processRow(reader: ProcessReader) {
  const { today } = reader
  return {
    entity_process_date_id: {
      kind: 'id',
      sql: entityProcessDate.id,
      required: true,
      column: { header: 'Id', size: 70, meta: { hiddenByDefault: true } },
    },
    user_id: { kind: 'id', sql: entityProcessDate.userId, listed: true },
    user_name: {
      kind: 'text',
      sql: sql`coalesce(${fullName}, '')`,
      required: true,
      joined: sql`${appUser.id} is not null`,
      column: { header: 'User', look: 'slim', meta: { title: 'Who is responsible for it' } },
    },
    manco: {
      kind: 'text',
      sql: sql`coalesce(${manco.name}, '')`,
      required: true,
      joined: sql`${manco.id} is not null`,
      column: { header: 'Manco', look: 'slim', meta: { title: 'Management company of the entity' } },
    },
    category_name: {
      kind: 'text',
      sql: process.category,
      required: true,
      column: { header: 'Category', look: 'slim' },
    },
    entity: {
      kind: 'text',
      sql: ENTITY_NAME,
      required: true,
      column: { header: 'Entity', look: 'slim', meta: { phone: 'name' } },
    },
    entity_group_components: {
      kind: 'text',
      sql: sql`coalesce(${ofFund.code}, ${funds}.codes, '')`,
      required: true,
      joined: sql`(${funds}.entity_id is not null or ${ofFund.id} is not null)`,
      about: 'Codes of the funds of the entity, separated by commas.',
      column: { header: 'Components', look: 'slim', meta: { title: 'Codes of the funds of the entity' } },
    },
    entity_event: {
      kind: 'text',
      sql: EVENT_NAME,
      required: true,
      column: { header: 'Event', look: 'slim' },
    },
    event_date: {
      kind: 'day',
      sql: entityProcessDate.eventDate,
      required: true,
      column: { header: 'Event Date', size: 105 },
    },
    process: {
      kind: 'text',
      sql: process.name,
      required: true,
      column: { header: 'Process', look: 'slim', size: 180, meta: { phone: 'object' } },
    },
    recipient: {
      kind: 'text',
      sql: process.recipient,
      required: true,
      column: { header: 'Recipient', look: 'slim' },
    },
    process_due_date: {
      kind: 'day',
      sql: entityProcessDate.dueDate,
      required: true,
      column: { header: 'Due Date', size: 112, meta: { phone: 'due' } },
    },
    remaining_days: {
      kind: 'count',
      sql: sql`case when ${openDue} is not null then ${remainingDaysSql(entityProcessDate.dueDate, sql`${holidays}.days`, today)} end`,
      filled: sql`${openDue} is not null`,
      empty: sql`${openDue} is null`,
      // Past its due date the days are below 0.
      rising: [sql`<`, sql`>=`].map((side) => sql`${DUE_WHILE_OPEN} ${side} ${today}::date`),
      about: 'Business days until the due date, negative when late; null when all is done.',
      column: {
        header: 'Days',
        size: 72,
        meta: { title: 'Remaining business days until the due date; negative when it is late' },
      },
    },
    completed_tasks: {
      kind: 'text',
      sql: doneOfAll,
      required: true,
      // Numbers have no case.
      lower: doneOfAll,
      sorted: sql`(${completeTasks}::numeric / greatest(${tasks}, 1))`,
      unsearched: true,
      about: 'Such as 3/7.',
      column: {
        header: 'Tasks',
        size: 65,
        meta: { align: 'end', values: false, title: 'Completed and total tasks' },
      },
    },
    team_status: {
      kind: 'text',
      sql: statusSql(teamRankSql(reader)),
      required: true,
      sorted: sql`coalesce(${teamRankSql(reader)}, -1)`,
      unsearched: true,
      among: (statuses) => teamAmongSql(statuses, reader),
      oneOf: [...PROCESS_STATUSES, ''],
      about: 'Of the open tasks of your queues; "" without any.',
      column: {
        header: 'Team Status',
        size: 132,
        meta: {
          kind: 'badge',
          filter: 'select',
          options: STATUS_OPTIONS,
          title: 'The worst status of the open tasks of your queues',
        },
      },
    },
    process_status: {
      kind: 'text',
      sql: statusSql(rankSql(today)) as SQL<ProcessStatus>,
      required: true,
      sorted: rankSql(today),
      unsearched: true,
      among: (statuses) => amongSql(statuses, today),
      oneOf: PROCESS_STATUSES,
      column: {
        header: 'Status',
        size: 180,
        meta: {
          kind: 'badge',
          filter: 'select',
          options: STATUS_OPTIONS,
          title: 'The worst status of all its tasks',
          pinned: 'end',
          phone: 'status',
        },
      },
    },
  } satisfies ListFields
}

/** The same without a reader, where only the kinds of its fields matter. */
export const PROCESS_ROW = processRow({ today: '2000-01-01', actor: { queues: [] } })

/** One process of one entity on one event date. */
export interface ProcessRow extends RowOf<typeof PROCESS_ROW> {
  team_status_style: EventClass | ''
  process_status_style: EventClass
}

/** The columns of Processes (specification, Process row): its name and status first, then its definition. */
export const PROCESS_DECLARED = declaredColumns(PROCESS_ROW, [
  'entity_process_date_id',
  'process',
  'entity',
  'process_due_date',
  'remaining_days',
  'completed_tasks',
  'team_status',
  'user_name',
  'event_date',
  'entity_event',
  'recipient',
  'entity_group_components',
  'category_name',
  'manco',
  'process_status',
])

const workflowName = sql<string>`case ${workflowInstance.kind} ${sql.join(
  Object.entries(TASK_KINDS).map(([kind, name]) => sql`when ${kind} then ${name}`),
  sql` `,
)} end`

/**
 * The fields of a task of a process date, with the columns that its grid and calls have, in the specification's words
 * and order (section 3: Task).
 */
export const TASK_ROW = {
  task_id: { kind: 'id', sql: task.id, required: true, listed: true },
  entity_process_date_id: { kind: 'id', sql: task.entityProcessDateId, required: true },
  task_rank: {
    kind: 'count',
    sql: task.rank,
    required: true,
    column: { header: 'Task Order', size: 85, meta: { phone: 'object' } },
  },
  task_group: {
    kind: 'text',
    sql: task.group,
    required: true,
    column: { header: 'Group', look: 'slim', size: 86 },
  },
  task_name: {
    kind: 'text',
    sql: task.name,
    required: true,
    column: { header: 'Task Name', look: 'slim', size: 200, meta: { phone: 'name' } },
  },
  task_due_date: {
    kind: 'day',
    sql: task.dueDate,
    required: true,
    column: { header: 'Task Due Date', size: 98, meta: { phone: 'due' } },
  },
  task_team: {
    kind: 'text',
    sql: task.team,
    required: true,
    column: { header: 'Task Team', look: 'slim', size: 110 },
  },
  workflow_name: {
    kind: 'text',
    sql: workflowName,
    required: true,
    column: {
      header: 'Workflow name',
      size: 118,
      meta: {
        filter: 'select',
        options: Object.values(TASK_KINDS).map((value) => ({ value, label: value })),
      },
    },
  },
  last_event_date: {
    kind: 'instant',
    sql: workflowEvent.at,
    required: true,
    column: { header: 'Last Event date', size: 132 },
  },
  who: {
    kind: 'text',
    sql: workflowEvent.whoName,
    required: true,
    about: 'Who took the last step; SYSTEM for an untouched task.',
    column: { header: 'Assigned To', look: 'slim', size: 112 },
  },
  last_event_status: {
    kind: 'text',
    sql: workflowInstance.status,
    required: true,
    column: {
      header: 'Last Event Status',
      size: 196,
      meta: { kind: 'badge', filter: 'select', pinned: 'end', phone: 'status' },
    },
  },
  last_event_queue: { kind: 'text', sql: workflowInstance.queue, required: true, listed: true },
  last_event_class: {
    kind: 'text',
    oneOf: EVENT_CLASSES,
    sql: sql<EventClass>`${workflowInstance.class}`,
    required: true,
  },
} satisfies ListFields

/** One task of a process date. */
export type TaskRow = RowOf<typeof TASK_ROW>

export const TASK_DECLARED = declaredColumns(TASK_ROW)
