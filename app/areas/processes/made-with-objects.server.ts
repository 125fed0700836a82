import type { Read } from 'db/database'
import {
  entityEvent,
  entityProcess,
  entityProcessDate,
  process,
  processTask,
  task,
} from 'db/schema/processes'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, inArray, isNotNull, not, type SQL, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fundCalendar } from '~/areas/reference-data/calendars.server'
import type { WriteContext } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { groupedBy } from '~/platform/values/grouped'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import type { EventClass } from '~/platform/workflow/types'
import { dueDay } from './business-days'
import { lockProcesses } from './generate-processes.server'
import { NOT_BEGUN, type Recurrence } from './process'
import { DEFINED_TASK, holidaysOf, isLive, storeTasks } from './tasks/create-tasks.server'

// Processes that are made with an object of a fund, such as a NAV error: once, on one day, in its transaction.

interface MadeWith {
  recurrence: Recurrence
  objectId: number
  fundId: number
  /** From which its tasks are due. */
  day: Day
  /** The calendar weeks of each deadline, by the step of the object that ends it. */
  weeks: Readonly<Record<string, number>>
}

/** Makes the processes whose event is this kind of object, each with its tasks. */
export async function makeProcesses(context: WriteContext, given: MadeWith): Promise<void> {
  const { tx } = context
  const { recurrence, objectId, fundId, day, weeks } = given
  await lockProcesses(tx)
  const defined = await tx
    .select({
      processId: process.id,
      ...DEFINED_TASK,
      endsWith: processTask.endsWith,
    })
    .from(processTask)
    .innerJoin(process, eq(process.id, processTask.processId))
    .innerJoin(entityEvent, eq(entityEvent.id, process.entityEventId))
    .where(and(eq(entityEvent.recurrence, recurrence), isLive, not(processTask.isRetired)))
    .orderBy(asc(process.id), asc(processTask.rank), asc(processTask.id))
  const holidays = await fundHolidays(tx, fundId)
  for (const [processId, tasks] of groupedBy(defined, (each) => each.processId)) {
    const dated = tasks.map(({ processId: _, ...each }) => {
      const ownWeeks = each.endsWith === null ? undefined : weeks[each.endsWith]
      const due = ownWeeks === undefined ? each : { dueOffset: ownWeeks, dueUnit: 'weeks' as const }
      return { ...each, ...due, dueDate: dueDay(day, { ...each, ...due }, holidays) }
    })
    const [run] = await tx
      .insert(entityProcess)
      .values({ processId, objectId, fundId, validFrom: day, validTo: day })
      .returning({ id: entityProcess.id })
    if (!run) throw new Error(`Process ${processId} of object ${objectId} was not stored`)
    const last = dated.reduce((latest, { dueDate }) => (dueDate > latest ? dueDate : latest), day)
    const [date] = await tx
      .insert(entityProcessDate)
      .values({ entityProcessId: run.id, nominalDate: day, eventDate: day, dueDate: last })
      .returning({ id: entityProcessDate.id })
    if (!date) throw new Error(`The date of process ${processId} of object ${objectId} was not stored`)
    await storeTasks(
      context,
      dated.map((each) => ({ ...each, entityProcessDateId: date.id })),
    )
  }
}

async function fundHolidays(read: Read, fundId: number) {
  const calendar = sql<string | null>`${fundCalendar(sql`${fundId}::int`)}`
  const rows: unknown = await read.execute(sql`select ${calendar} as calendar`)
  const own = (rows as { calendar: string | null }[])[0]?.calendar ?? null
  return (await holidaysOf(read, [own]))(own)
}

/** What becomes of deadlines: their moves, of the steps that only the system takes. */
const MOVES = {
  /** Its step was taken. */
  met: { name: 'met', from: NOT_BEGUN, status: 'DONE', class: 'success', opensRound: false },
  /** The object has ended without it. */
  lapsed: {
    name: 'lapsed',
    from: NOT_BEGUN,
    status: 'NOT APPLICABLE',
    class: 'invalidated',
    opensRound: false,
  },
  /** What its step said no longer holds. */
  renewed: { name: 'due again', from: 'DONE', status: NOT_BEGUN, class: 'new', opensRound: true },
} as const satisfies Record<
  string,
  { name: string; from: string; status: string; class: EventClass; opensRound: boolean }
>

/**
 * Moves the deadlines of an object that is locked, in the name of the person whose act does it.
 * @param step the one that ends them; null for all of its deadlines
 */
export async function moveDeadlines(
  { tx, actor, now }: Pick<UserWriteContext, 'tx' | 'actor' | 'now'>,
  { objectId, step }: { objectId: number; step: string | null },
  move: keyof typeof MOVES,
  log: string,
): Promise<void> {
  const { name, from, status, class: style, opensRound } = MOVES[move]
  const rows = await tasksWhere(
    tx,
    eq(entityProcess.objectId, objectId),
    eq(workflowInstance.kind, 'deadline'),
    eq(workflowInstance.status, from),
    step === null ? isNotNull(processTask.endsWith) : eq(processTask.endsWith, step),
  )
  if (rows.length === 0) return
  // The date first, like all code that moves a task.
  const dates = [...new Set(rows.map(({ entityProcessDateId }) => entityProcessDateId))].sort((a, b) => a - b)
  await tx
    .select({ id: entityProcessDate.id })
    .from(entityProcessDate)
    .where(inArray(entityProcessDate.id, dates))
    .orderBy(asc(entityProcessDate.id))
    .for('no key update')
  for (const { taskId } of rows) {
    const instance = await lockInstance(tx, taskId)
    if (instance.status !== from) continue
    await moveInstance(tx, instance, {
      type: 'system',
      name,
      to: { queue: instance.queue, status, class: style },
      who: actor,
      log,
      now,
      opensRound,
    })
  }
}

/** A task of a process that was made with an object. */
export interface ObjectTask {
  taskId: number
  entityProcessDateId: number
  name: string
  due: Day
  queue: string
  status: string
  class: EventClass
}

/** The tasks of the processes that were made with an object, in their order. */
export const tasksOfObject = (read: Read, objectId: number): Promise<ObjectTask[]> =>
  tasksWhere(read, eq(entityProcess.objectId, objectId))

function tasksWhere(read: Read, ...conditions: SQL[]): Promise<ObjectTask[]> {
  return read
    .select({
      taskId: task.id,
      entityProcessDateId: task.entityProcessDateId,
      name: task.name,
      due: task.dueDate,
      queue: workflowInstance.queue,
      status: workflowInstance.status,
      class: sql<EventClass>`${workflowInstance.class}`,
    })
    .from(task)
    .innerJoin(entityProcessDate, eq(entityProcessDate.id, task.entityProcessDateId))
    .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
    .innerJoin(processTask, eq(processTask.id, task.processTaskId))
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, task.id))
    .where(and(...conditions))
    .orderBy(asc(entityProcess.processId), asc(task.rank), asc(task.id))
}
