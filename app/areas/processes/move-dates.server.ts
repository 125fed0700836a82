import type { Transaction } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { entityEvent, entityProcess, entityProcessDate, process, task } from 'db/schema/processes'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, gte, or, type SQL, sql } from 'drizzle-orm'
import type { TransactionAt, WriteContext } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { appendEvents } from '~/platform/workflow/history.server'
import { type Holidays, type MovableDate, movedDate } from './business-days'
import { lockProcesses } from './generate-processes.server'
import {
  type DueUnit,
  isTaskComplete,
  PROCESS_STATE,
  processSubject,
  type Roll,
  type TaskKind,
} from './process'
import { holidaysOf } from './tasks/create-tasks.server'

interface DateMove {
  id: number
  was: { eventDate: Day; dueDate: Day }
  is: { eventDate: Day; dueDate: Day; tasks: readonly { id: number; name: string; was: Day; dueDate: Day }[] }
}

/** Records in the chain of each locked process date what moved, from where to where, and why. */
async function recordMoves(
  { tx, now }: TransactionAt,
  moves: readonly DateMove[],
  why: string,
): Promise<void> {
  await appendEvents(
    tx,
    moves.map(({ id, was, is }) => ({
      subject: processSubject(id),
      event: {
        type: 'act',
        name: 'move process',
        to: PROCESS_STATE.moved,
        who: null,
        log: `${why}. ${movedLine(was, is)}`,
        data: {
          was: canonicalJson({ ...dates(was), tasks: is.tasks.map(({ id, was }) => ({ id, dueDate: was })) }),
          is: canonicalJson({
            ...dates(is),
            tasks: is.tasks.map(({ id, dueDate }) => ({ id, dueDate })),
          }),
        },
        now,
      },
    })),
  )
}

const dates = ({ eventDate, dueDate }: DateMove['was']) => ({ eventDate, dueDate })

/** "Event 26/12/2026 → 28/12/2026; due …; Send the report: due …" */
function movedLine(was: DateMove['was'], is: DateMove['is']): string {
  const moved = (what: string, from: Day, to: Day) =>
    from === to ? [] : [`${what} ${showDay(from)} → ${showDay(to)}`]
  return [
    ...moved('Event', was.eventDate, is.eventDate),
    ...moved('Due', was.dueDate, is.dueDate),
    ...is.tasks.flatMap(({ name, was: before, dueDate }) => moved(`${name}: due`, before, dueDate)),
  ].join('; ')
}

interface HolidayChange {
  /** The entities that follow these holidays. */
  entities: SQL
  before: Holidays
  after: Holidays
  /** Why, for the history: "Holiday LU 26/12/2026 added". */
  why: string
}

/**
 * Moves the future dates of some entities to where changed holidays put them, each with its own event. Returns how many
 * process dates moved, including moves of their tasks.
 */
async function moveDates(
  context: WriteContext,
  { entities, before, after, why }: HolidayChange,
): Promise<{ moved: number }> {
  const { tx, today } = context
  await lockProcesses(tx)
  const dates = await datesAhead(context, and(entities, touchedBy(changedDays(before, after))))
  const moves = dates.flatMap((was) => {
    const is = movedDate(was, before, after, today)
    return is === null ? [] : [{ id: was.id, was, is }]
  })
  await store(tx, moves)
  await recordMoves(context, moves, why)
  return { moved: moves.length }
}

/** The days that are holidays in only one of the two. */
function changedDays(before: Holidays, after: Holidays): Day[] {
  return [...[...before].filter((day) => !after.has(day)), ...[...after].filter((day) => !before.has(day))]
}

/**
 * The margin in days before the first and after the last day of a date within which holidays affect it: more than any
 * row of holidays.
 */
const MARGIN = 14

/** The dates that one of these days may affect: it is among their own days. Of thousands, most are far from it. */
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

/** The dates with at least one day of today or later, locked, each with the tasks that are not complete. */
async function datesAhead(
  { tx, today }: WriteContext,
  which: SQL | undefined,
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
      dueUnit: sql<DueUnit>`${task.dueUnit}`,
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

/** The days of a calendar that became holidays, and those that ceased to be. */
export interface ChangedHolidays {
  added: readonly Day[]
  removed: readonly Day[]
}

/**
 * Moves the future dates of the entities on a calendar, after its holidays were changed in this transaction. Returns
 * how many process dates moved.
 */
export async function moveForCalendar(
  context: WriteContext,
  calendar: string,
  { added, removed }: ChangedHolidays,
): Promise<{ moved: number }> {
  const { tx } = context
  const after = (await holidaysOf(tx, [calendar]))(calendar)
  const before = new Set([...[...after].filter((day) => !added.includes(day)), ...removed])
  const why = `Calendar ${calendar}: ${[...counted('added', added), ...counted('removed', removed)].join(', ')}`
  return moveDates(context, { entities: eq(legalEntity.calendar, calendar), before, after, why })
}

const MAX_NAMED = 3

/** "holiday 26/12/2026 added", "11 holidays added" */
function counted(verb: string, days: readonly Day[]): string[] {
  if (days.length === 0) return []
  if (days.length > MAX_NAMED) return [`${days.length} holidays ${verb}`]
  return [`holiday${days.length === 1 ? '' : 's'} ${days.map(showDay).join(', ')} ${verb}`]
}

/**
 * Moves the future dates of an entity that follows another calendar from now on. Returns how many process dates moved.
 * @param calendars before and after; null is Monday to Friday
 */
export async function moveForEntity(
  context: WriteContext,
  legalEntityId: number,
  calendars: { before: string | null; after: string | null },
): Promise<{ moved: number }> {
  const { tx } = context
  if (calendars.before === calendars.after) return { moved: 0 }
  const holidays = await holidaysOf(tx, [calendars.before, calendars.after])
  const named = (calendar: string | null) => calendar ?? 'Monday to Friday'
  const why = `Calendar of the entity: ${named(calendars.before)} → ${named(calendars.after)}`
  const [before, after] = [holidays(calendars.before), holidays(calendars.after)]
  const entities = eq(legalEntity.id, legalEntityId)
  return moveDates(context, { entities, before, after, why })
}
