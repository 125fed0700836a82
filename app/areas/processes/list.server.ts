import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { fund, legalEntity } from 'db/schema/lookups'
import { entityEvent, entityProcess, entityProcessDate, process, task } from 'db/schema/processes'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { asc, eq, inArray, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { fullName } from '~/areas/access/users.server'
import type { List } from '~/platform/lists/list'
import {
  fieldsOfRows,
  fromSql,
  type ListTables,
  left,
  listedColumns,
  selected,
} from '~/platform/lists/list-fields.server'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { counted, showDay } from '~/platform/values/show'
import {
  anyOf,
  FUNDS,
  funds,
  HOLIDAYS,
  holidays,
  isEntityOfProcess,
  manco,
  ofFund,
  PROCESS_DECLARED,
  PROCESS_ROW,
  type ProcessReader,
  type ProcessRow,
  processRow,
  rankSql,
  statusSql,
  TASK_ROW,
  type TaskRow,
} from './fields.server'
import { processColumns } from './list'
import { PROCESS_STATUS_STYLE, type ProcessStatus } from './process'

/** Columns of Processes, and those that only their call has. */
export const PROCESS_FIELDS = listedColumns(processColumns(PROCESS_DECLARED), PROCESS_ROW)

/** The default order of the call: the next due first. */
export const PROCESS_ORDER: { column: keyof ProcessRow; descending: boolean }[] = [
  { column: 'process_due_date', descending: false },
  { column: 'entity', descending: false },
]

/** The dates with a text in one of their names: of processes, entities and users there are few. */
const foundSql = (like: SQL) => sql`(${entityProcessDate.entityProcessId} in (
    select run.id from ${entityProcess} run where run.process_id in (
        select ${process.id} from ${process} join ${entityEvent} on ${entityEvent.id} = ${process.entityEventId}
        where ${hasText(like, process.name, process.category, process.recipient, entityEvent.name)})
      or run.legal_entity_id in (
        select ${legalEntity.id} from ${legalEntity}
          left join ${legalEntity} ${sql.identifier('manco')} on ${manco.id} = ${legalEntity.managementCompanyId}
          left join ${FUNDS} on ${funds}.entity_id = ${legalEntity.id}
        where ${hasText(like, legalEntity.name, manco.name, sql`${funds}.codes`)})
      or run.fund_id in (select ${fund.id} from ${fund} where ${hasText(like, fund.name, fund.code)}))
  or ${entityProcessDate.userId} in (select ${appUser.id} from ${appUser} where ${hasText(like, fullName)}))`

const hasText = (like: SQL, ...texts: SQLWrapper[]) =>
  anyOf(texts.map((text) => sql`lower(${text}) like ${like}`))

/** Each has one row at most, so that PostgreSQL leaves out those that a query does not use. */
const TABLES: ListTables = {
  table: entityProcessDate,
  joins: [
    left(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId)),
    left(process, eq(process.id, entityProcess.processId)),
    left(entityEvent, eq(entityEvent.id, process.entityEventId)),
    left(ofFund, eq(ofFund.id, entityProcess.fundId)),
    left(legalEntity, isEntityOfProcess),
    left(manco, eq(manco.id, legalEntity.managementCompanyId)),
    left(appUser, eq(appUser.id, entityProcessDate.userId)),
    left(FUNDS, sql`${funds}.entity_id = ${legalEntity.id}`),
    left(HOLIDAYS, sql`${holidays}.calendar = coalesce(${ofFund.calendar}, ${legalEntity.calendar})`),
  ],
}

/** All process dates, each with the state of its tasks for the reader. */
export function processList(read: Read, reader: ProcessReader): List<ProcessRow> {
  return sqlList(
    // It has no instants: days are days everywhere.
    { read, timeZone: 'UTC' },
    {
      columns: sqlColumns(PROCESS_FIELDS, processRow(reader)),
      from: fromSql(TABLES),
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
  const rows = await fieldsOfRows(read, TABLES, processRow(reader), inArray(entityProcessDate.id, [...ids]))
  return rows.map((row) => ({
    ...row,
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
  read.$count(entityProcessDate, lt(entityProcessDate.openDue, today))

/** How far the processes of these tasks are, in a line each: "2 of 5 tasks done, process due 30/11/2026". */
export async function taskFiguresOf(
  read: Read,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { dueDate: due, tasks, completeTasks } = entityProcessDate
  const rows = await read
    .select({ id: task.id, due, tasks, completeTasks })
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
  return read
    .select(selected(TASK_ROW))
    .from(task)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, task.id))
    .innerJoin(workflowEvent, eq(workflowEvent.id, workflowInstance.lastEventId))
    .where(eq(task.entityProcessDateId, entityProcessDateId))
    .orderBy(asc(task.rank), asc(task.id))
}
