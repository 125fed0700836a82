import type { Transaction } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { entityEvent, entityProcess, entityProcessDate, process, task } from 'db/schema/processes'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, gte, or, type SQL, sql } from 'drizzle-orm'
import { type Day, dayIn } from '~/platform/values/day'
import type { Holidays } from './business-days'
import { lockProcesses } from './lock-processes.server'
import { type MovableDate, movedDate } from './moved-date'
import type { Roll, TaskKind } from './process'
import { recordMoves } from './record-moves.server'
import { isTaskComplete } from './task-standing'

export interface HolidayChange {
  /** Which entities keep these holidays. */
  entities: SQL
  before: Holidays
  after: Holidays
  /** Why, for the history: "Holiday LU 26/12/2026 added". */
  why: string
}

/**
 * Moves the dates of some entities that are still ahead to where they fall by changed holidays, each with an event of
 * its own. Answers how many process dates moved, their tasks among them.
 */
export async function moveDates(
  tx: Transaction,
  { entities, before, after, why }: HolidayChange,
  now: Date,
  timeZone: string,
): Promise<{ moved: number }> {
  await lockProcesses(tx)
  const today = dayIn(now, timeZone)
  const dates = await datesAhead(tx, and(entities, touchedBy(changedDays(before, after))), today)
  const moves = dates.flatMap((was) => {
    const is = movedDate(was, before, after, today)
    return is === null ? [] : [{ id: was.id, was, is }]
  })
  await store(tx, moves)
  await recordMoves(tx, moves, why, now)
  return { moved: moves.length }
}

/** The days that are holidays in one of the two alone. */
function changedDays(before: Holidays, after: Holidays): Day[] {
  return [...[...before].filter((day) => !after.has(day)), ...[...after].filter((day) => !before.has(day))]
}

/** Days beyond the first and the last of a date between which nothing bears on it: more than any row of holidays. */
const MARGIN = 14

/** The dates on which one of these days may bear: it lies among their own days. Of thousands most are far from it. */
function touchedBy(days: readonly Day[]): SQL {
  const { id, nominalDate, eventDate, dueDate } = entityProcessDate
  const due = (most: SQL) => sql`(select ${most} from task t where t.entity_process_date_id = ${id})`
  return sql`exists (
    select from jsonb_array_elements_text(${JSON.stringify(days)}::jsonb) as changed(day)
    where changed.day::date between
      least(${nominalDate}, ${eventDate}, ${dueDate}, ${due(sql`min(t.due_date)`)}) - ${MARGIN}::int and
      greatest(${nominalDate}, ${eventDate}, ${dueDate}, ${due(sql`max(t.due_date)`)}) + ${MARGIN}::int)`
}

interface Move {
  id: number
  is: { eventDate: Day; dueDate: Day; tasks: readonly { id: number; dueDate: Day }[] }
}

async function store(tx: Transaction, moves: readonly Move[]): Promise<void> {
  const dates = moves.map(({ id, is }) => ({ id, event_date: is.eventDate, due_date: is.dueDate }))
  const tasks = moves.flatMap(({ is }) => is.tasks.map(({ id, dueDate }) => ({ id, due_date: dueDate })))
  await tx.execute(sql`update entity_process_date d set event_date = m.event_date, due_date = m.due_date
    from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb) as m(id bigint, event_date date, due_date date)
    where d.id = m.id`)
  await tx.execute(sql`update task t set due_date = m.due_date
    from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as m(id bigint, due_date date)
    where t.id = m.id`)
}

/** The dates of which something is today or later, locked, each with the tasks that are not complete. */
async function datesAhead(
  tx: Transaction,
  which: SQL | undefined,
  today: Day,
): Promise<(MovableDate & { id: number })[]> {
  const ahead = and(
    which,
    or(
      gte(entityProcessDate.eventDate, today),
      gte(entityProcessDate.dueDate, today),
      sql`exists (select from task t where t.entity_process_date_id = ${entityProcessDate.id} and t.due_date >= ${today}::date)`,
    ),
  )
  const rows = await tx
    .select({
      id: entityProcessDate.id,
      nominalDate: entityProcessDate.nominalDate,
      eventDate: entityProcessDate.eventDate,
      dueDate: entityProcessDate.dueDate,
      rolls: entityEvent.rolls,
      dueOffset: process.dueOffset,
    })
    .from(entityProcessDate)
    .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
    .innerJoin(legalEntity, eq(legalEntity.id, entityProcess.legalEntityId))
    .innerJoin(process, eq(process.id, entityProcess.processId))
    .innerJoin(entityEvent, eq(entityEvent.id, process.entityEventId))
    .where(ahead)
    .orderBy(asc(entityProcessDate.id))
    .for('update', { of: entityProcessDate })
  const tasks = await tx
    .select({
      of: task.entityProcessDateId,
      id: task.id,
      name: task.name,
      dueOffset: task.dueOffset,
      dueDate: task.dueDate,
      kind: workflowInstance.kind,
      status: workflowInstance.status,
    })
    .from(task)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, task.id))
    .innerJoin(entityProcessDate, eq(entityProcessDate.id, task.entityProcessDateId))
    .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
    .innerJoin(legalEntity, eq(legalEntity.id, entityProcess.legalEntityId))
    .where(and(which, gte(task.dueDate, today)))
    .orderBy(asc(task.rank), asc(task.id))
  const open = new Map<number, typeof tasks>()
  for (const each of tasks) {
    if (isTaskComplete({ kind: each.kind as TaskKind, status: each.status })) continue
    const others = open.get(each.of)
    if (others) others.push(each)
    else open.set(each.of, [each])
  }
  return rows.map(({ rolls, ...row }) => ({ ...row, rolls: rolls as Roll, tasks: open.get(row.id) ?? [] }))
}
