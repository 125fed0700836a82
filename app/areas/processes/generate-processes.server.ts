import { batches, insertRows } from 'db/bulk'
import type { Transaction } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { entityEvent, entityProcess, entityProcessDate, process, task } from 'db/schema/processes'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { TransactionAt, WriteContext } from '~/platform/values/context.server'
import { addDays, type Day } from '~/platform/values/day'
import { counted } from '~/platform/values/show'
import { appendEvents } from '~/platform/workflow/history.server'
import { moveInstances } from '~/platform/workflow/start-instances.server'
import { cachedBusinessDays, nominalDates, rolledDate } from './business-days'
import { PROCESS_STATE, processSubject } from './process'
import {
  createTasks,
  daysOfEvents,
  holidaysOf,
  isLive,
  lastNominalDate,
  type RunProcess,
  runProcesses,
} from './tasks/create-tasks.server'

/**
 * All code that creates or moves dates takes this lock and so runs one at a time, until its transaction ends: two at
 * once create nothing twice, and no date is created by holidays that are changing.
 */
export async function lockProcesses(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('processes'))`)
}

const REASON = 'Its process no longer runs on this date, and it was untouched.'
const CANCELLED = { queue: 'SYSTEM', status: 'CANCELLED', class: 'failed' } as const

/**
 * Removes future dates that their processes are no longer run for and that were not touched: no person has an event in
 * their chains. They leave the lists, their chains stay. Returns how many there were.
 */
async function takeOffDates(context: WriteContext): Promise<number> {
  const outside = await datesOutside(context)
  let takenOff = 0
  for (const batch of batches(outside)) takenOff += await takeOff(context, batch)
  return takenOff
}

/** No person has done anything with a date or its tasks. */
const untouched: SQL = sql`not exists (select from ${workflowEvent}
    where ${workflowEvent.objectId} = ${entityProcessDate.id} and ${workflowEvent.userId} is not null)
  and not exists (select from ${task} join ${workflowEvent} on ${workflowEvent.objectId} = ${task.id}
    where ${task.entityProcessDateId} = ${entityProcessDate.id} and ${workflowEvent.userId} is not null)`

async function datesOutside({ tx, today }: WriteContext): Promise<number[]> {
  const nominal = entityProcessDate.nominalDate
  const rows = await tx
    .select({ id: entityProcessDate.id })
    .from(entityProcessDate)
    .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
    .innerJoin(legalEntity, eq(legalEntity.id, entityProcess.legalEntityId))
    .innerJoin(process, eq(process.id, entityProcess.processId))
    .innerJoin(entityEvent, eq(entityEvent.id, process.entityEventId))
    .where(
      and(
        gte(entityProcessDate.eventDate, today),
        sql`not (${isLive} and ${nominal} >= ${entityProcess.validFrom}
          and ${nominal} <= coalesce(${lastNominalDate}, 'infinity'))`,
        untouched,
      ),
    )
    .orderBy(asc(entityProcessDate.id))
  return rows.map(({ id }) => id)
}

async function takeOff({ tx, now }: TransactionAt, ids: readonly number[]): Promise<number> {
  await tx
    .select({ id: entityProcessDate.id })
    .from(entityProcessDate)
    .where(inArray(entityProcessDate.id, [...ids]))
    .orderBy(asc(entityProcessDate.id))
    .for('update')
  const { objectId, kind, round, queue, status } = workflowInstance
  const tasks = await tx
    .select({ objectId, kind, round, queue, status, of: task.entityProcessDateId })
    .from(workflowInstance)
    .innerJoin(task, eq(task.id, objectId))
    .where(inArray(task.entityProcessDateId, [...ids]))
    .orderBy(asc(objectId))
    .for('update', { of: workflowInstance })
  // This waited for a user who was taking a task on.
  const still = await tx
    .select({ id: entityProcessDate.id })
    .from(entityProcessDate)
    .where(and(inArray(entityProcessDate.id, [...ids]), untouched))
  const gone = new Set(still.map(({ id }) => id))
  if (gone.size === 0) return 0
  await moveInstances(
    { tx, now },
    tasks.filter(({ of }) => gone.has(of)),
    { name: 'take off', to: CANCELLED, log: REASON },
  )
  await appendEvents(
    tx,
    [...gone].map((id) => ({
      subject: processSubject(id),
      event: {
        type: 'act',
        name: 'take off process',
        to: PROCESS_STATE.takenOff,
        who: null,
        log: REASON,
        now,
      },
    })),
  )
  await tx.delete(task).where(inArray(task.entityProcessDateId, [...gone]))
  await tx.delete(entityProcessDate).where(inArray(entityProcessDate.id, [...gone]))
  return gone.size
}

/** How far ahead dates are created, in calendar days. */
const AHEAD = 365

export interface Generated {
  /** Process dates that were made. */
  dates: number
  /** Created tasks: those of new dates, and those that were added to dates later. */
  tasks: number
  /** Future process dates that were removed: they are no longer run, and were not touched. */
  takenOff: number
}

/**
 * Creates the dates and tasks that entities run from today to a year ahead, each once: a second run creates nothing.
 * Existing dates stay as they were defined. Exceptions: a future date that is no longer run and was not touched is
 * removed, and a task added to a process later comes to the dates whose event is still ahead.
 */
export async function generateProcesses(context: WriteContext): Promise<Generated> {
  const { tx } = context
  await lockProcesses(tx)
  const takenOff = await takeOffDates(context)
  const rows = await missingDates(context)
  await insertRows(tx, entityProcessDate, rows)
  return { dates: rows.length, tasks: await createTasks(context), takenOff }
}

/** "12 process dates and 60 tasks were made."; undefined when there were none. */
export function generatedLine({ dates, tasks, takenOff }: Generated): string | undefined {
  const made = [
    ...(dates === 0 ? [] : [counted(dates, 'process date')]),
    ...(tasks === 0 ? [] : [counted(tasks, 'task')]),
  ]
  const parts = [
    ...(made.length === 0 ? [] : [`${made.join(' and ')} ${dates + tasks === 1 ? 'was' : 'were'} created.`]),
    ...(takenOff === 0
      ? []
      : [
          `${counted(takenOff, 'untouched future process date')} ${takenOff === 1 ? 'was' : 'were'} removed.`,
        ]),
  ]
  return parts.length === 0 ? undefined : parts.join(' ')
}

async function missingDates({ tx, today }: WriteContext) {
  const until = addDays(today, AHEAD)
  const runs = await runProcesses(tx)
  const days = await daysOfEvents(tx, runs, today, until)
  const holidays = await holidaysOf(
    tx,
    runs.map(({ calendar }) => calendar),
  )
  const made = await tx
    .select({
      of: entityProcessDate.entityProcessId,
      nominal: sql<string>`string_agg(${entityProcessDate.nominalDate}::text, ' ')`,
    })
    .from(entityProcessDate)
    .where(gte(entityProcessDate.nominalDate, today))
    .groupBy(entityProcessDate.entityProcessId)
  const created = new Map(made.map(({ of, nominal }) => [of, nominal]))
  const businessDaysAfter = cachedBusinessDays()
  // Thousands of entities run a process over the same days.
  const ruled = new Map<string, Day[]>()
  const datesOf = (run: RunProcess) => {
    const [from, to] = validity(run, today, until)
    if (run.event.recurrence === 'NAV date') return nominalDates(run.event, from, to, days(run))
    const key = `${run.entityEventId} ${from} ${to}`
    const dates = ruled.get(key) ?? nominalDates(run.event, from, to, days(run))
    ruled.set(key, dates)
    return dates
  }

  return runs.flatMap((run) => {
    const { entityProcessId, calendar, event, dueOffset, userId } = run
    const off = holidays(calendar)
    const there = created.get(entityProcessId) ?? ''
    return datesOf(run)
      .filter((nominal) => !there.includes(nominal))
      .map((nominalDate) => {
        const eventDate = rolledDate(nominalDate, event.rolls, off)
        const dueDate = businessDaysAfter(eventDate, dueOffset, off)
        return { entityProcessId, nominalDate, eventDate, dueDate, userId }
      })
  })
}

/** From the first to the last nominal date for which a process is run now. */
function validity({ validFrom, validTo }: RunProcess, today: Day, until: Day): [from: Day, to: Day] {
  return [validFrom > today ? validFrom : today, validTo !== null && validTo < until ? validTo : until]
}
