import { batches, insertAll } from 'db/bulk'
import type { Read } from 'db/database'
import { calendarHoliday, fund, legalEntity } from 'db/schema/lookups'
import { fundNav } from 'db/schema/navs'
import {
  entityEvent,
  entityEventDay,
  entityProcess,
  entityProcessDate,
  process,
  processTask,
  task,
} from 'db/schema/processes'
import { and, asc, between, eq, gte, inArray, lt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { fundCalendar } from '~/areas/reference-data/calendars.server'
import type { WriteContext } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { startAll } from '~/platform/workflow/start-instances.server'
import { enabledProcessUsers } from '../assign-process.server'
import { cachedBusinessDays, dueDay, type Holidays, type Recurring } from '../business-days'
import { type DueUnit, NOT_BEGUN, type Recurrence, type Roll, type TaskKind } from '../process'

/** The holidays of these calendars. Without a calendar, or in an empty one, every Monday to Friday counts. */
export async function holidaysOf(
  read: Read,
  calendars: readonly (string | null)[],
): Promise<(calendar: string | null) => Holidays> {
  const names = [...new Set(calendars.filter((each) => each !== null))]
  const byCalendar = new Map<string, Set<Day>>(names.map((name) => [name, new Set()]))
  if (names.length > 0) {
    const { calendar, date } = calendarHoliday
    const rows = await read.select({ calendar, date }).from(calendarHoliday).where(inArray(calendar, names))
    for (const row of rows) byCalendar.get(row.calendar)?.add(row.date)
  }
  const none: Holidays = new Set()
  return (calendar) => (calendar === null ? none : (byCalendar.get(calendar) ?? none))
}

/** The holidays of the calendar of a process date: that of its entity, or of the fund that it was made for. */
export async function holidaysOfProcess(read: Read, processDateId: number): Promise<Holidays> {
  const { calendar } = legalEntity
  const found = await read
    .select({ calendar: sql<string | null>`coalesce(${calendar}, ${fundCalendar(entityProcess.fundId)})` })
    .from(entityProcessDate)
    .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
    .leftJoin(legalEntity, eq(legalEntity.id, entityProcess.legalEntityId))
    .where(eq(entityProcessDate.id, processDateId))
  const own = found[0]?.calendar ?? null
  return (await holidaysOf(read, [own]))(own)
}

/** A process that an entity runs, with all that its dates are created from. */
export interface RunProcess {
  entityProcessId: number
  legalEntityId: number
  calendar: string | null
  entityEventId: number
  event: Recurring & { rolls: Roll }
  /** Business days from the event date to the due date of the whole process. */
  dueOffset: number
  /** The user of its dates; null where there is none, or one who may no longer have them. */
  userId: number | null
  validFrom: Day
  /** The last nominal date that it is run for; null is without end. */
  validTo: Day | null
}

/** What a task has from the definition of its process. */
export const DEFINED_TASK = {
  processTaskId: processTask.id,
  rank: processTask.rank,
  group: processTask.group,
  name: processTask.name,
  team: processTask.team,
  dueOffset: processTask.dueOffset,
  dueUnit: sql<DueUnit>`${processTask.dueUnit}`,
  needsReview: processTask.needsReview,
}

/** Only what runs: neither the process nor its event is retired. */
export const isLive: SQL = sql`not ${process.isRetired} and not ${entityEvent.isRetired}`

/** The last nominal date of a process that an entity runs: an entity that is dead runs none. */
export const lastNominalDate = sql<Day | null>`least(${entityProcess.validTo}, ${legalEntity.deadDate})`

/** The processes that entities run and that have tasks, retired ones left out. */
export async function runProcesses(read: Read): Promise<RunProcess[]> {
  const rows = await read
    .select({
      entityProcessId: entityProcess.id,
      legalEntityId: legalEntity.id,
      calendar: legalEntity.calendar,
      entityEventId: process.entityEventId,
      recurrence: entityEvent.recurrence,
      weekday: entityEvent.weekday,
      yearEndMonth: entityEvent.yearEndMonth,
      dayOffset: entityEvent.dayOffset,
      rolls: entityEvent.rolls,
      dueOffset: process.dueOffset,
      userId: entityProcess.userId,
      validFrom: entityProcess.validFrom,
      validTo: lastNominalDate,
    })
    .from(entityProcess)
    .innerJoin(process, eq(process.id, entityProcess.processId))
    .innerJoin(entityEvent, eq(entityEvent.id, process.entityEventId))
    .innerJoin(legalEntity, eq(legalEntity.id, entityProcess.legalEntityId))
    .where(
      and(
        isLive,
        sql`exists (select from process_task t where t.process_id = ${process.id} and not t.is_retired)`,
      ),
    )
  const users = new Set((await enabledProcessUsers(read)).map(({ id }) => id))
  return rows.map(({ recurrence, weekday, yearEndMonth, dayOffset, rolls, userId, ...row }) => ({
    ...row,
    userId: userId !== null && users.has(userId) ? userId : null,
    event: {
      recurrence: recurrence as Recurrence,
      weekday,
      yearEndMonth,
      dayOffset,
      rolls: rolls as Roll,
    },
  }))
}

/**
 * The days between two for an event without a rule: its given days, or, for an event on NAV dates, those of the
 * entity's funds.
 */
export async function daysOfEvents(
  read: Read,
  runs: readonly RunProcess[],
  from: Day,
  to: Day,
): Promise<(run: RunProcess) => readonly Day[]> {
  const ownDays = await read
    .select({ of: entityEventDay.entityEventId, date: entityEventDay.date })
    .from(entityEventDay)
    .where(between(entityEventDay.date, from, to))
  const onNavDates = runs.filter(({ event }) => event.recurrence === 'NAV date')
  const entities = [...new Set(onNavDates.map(({ legalEntityId }) => legalEntityId))]
  const navs =
    entities.length === 0
      ? []
      : await read
          .selectDistinct({ of: fund.legalEntityId, date: fundNav.navDate })
          .from(fundNav)
          .innerJoin(fund, eq(fund.id, fundNav.fundId))
          .where(and(inArray(fund.legalEntityId, entities), between(fundNav.navDate, from, to)))
  const [byEvent, byEntity] = [byOwner(ownDays), byOwner(navs)]
  return ({ event: { recurrence }, entityEventId, legalEntityId }) =>
    (recurrence === 'NAV date' ? byEntity.get(legalEntityId) : byEvent.get(entityEventId)) ?? []
}

function byOwner(rows: readonly { of: number | null; date: Day }[]): Map<number, Day[]> {
  const days = new Map<number, Day[]>()
  for (const { of, date } of rows) {
    if (of === null) continue
    const existing = days.get(of)
    if (existing) existing.push(date)
    else days.set(of, [date])
  }
  return days
}

/**
 * Creates the missing tasks of dates: all those of new dates, and those added to a process later, where the event is
 * still ahead. Returns how many were created.
 */
export async function createTasks(context: WriteContext): Promise<number> {
  const { tx } = context
  const missing = await missingTasks(context)
  const holidays = await holidaysOf(
    tx,
    missing.map(({ calendar }) => calendar),
  )
  const businessDaysAfter = cachedBusinessDays()
  await storeTasks(
    context,
    missing.map(({ calendar, eventDate, ...row }) => ({
      ...row,
      endsWith: null,
      dueDate: dueDay(eventDate, row, holidays(calendar), businessDaysAfter),
    })),
  )
  return missing.length
}

interface NewTask extends Omit<typeof task.$inferInsert, 'id'> {
  needsReview: boolean
  /** The step that ends it, of the object that its process is made with; null: people end it. */
  endsWith: string | null
}

/** Stores new tasks, and begins their workflows. */
export async function storeTasks(context: WriteContext, tasks: readonly NewTask[]): Promise<void> {
  const { tx } = context
  const started = new Map<string, { kind: TaskKind; team: string; objectIds: number[] }>()
  const deadlines = new Set(
    tasks.filter(({ endsWith }) => endsWith !== null).map(({ processTaskId }) => processTaskId),
  )
  for (const batch of batches(tasks)) {
    const rows = batch.map(({ endsWith: _, ...row }) => row)
    const made = await insertAll<
      typeof task,
      { id: string; process_task_id: number; team: string; needs_review: boolean }
    >(tx, task, rows, [task.id, task.processTaskId, task.team, task.needsReview])
    for (const { id, process_task_id, team, needs_review } of made) {
      const kind: TaskKind = deadlines.has(process_task_id)
        ? 'deadline'
        : needs_review
          ? 'reviewed task'
          : 'task'
      const key = `${kind} ${team}`
      const alike = started.get(key) ?? { kind, team, objectIds: [] }
      started.set(key, alike)
      alike.objectIds.push(Number(id))
    }
  }
  // All at once: the sums of a date are added up when its last task begins, not by kind and team.
  await startAll(
    context,
    [...started.values()].map(({ kind, team, objectIds }) => ({
      kind,
      objectIds,
      state: { queue: team, status: NOT_BEGUN, class: 'new' },
      log: 'Created from the tasks of its process',
    })),
  )
}

/** Each date of today or later with each task of its process that it lacks. */
function missingTasks({ tx, today }: WriteContext) {
  // A date with as many tasks as its process has ever had lacks none: of most dates no task is looked at.
  const all = tx
    .select({ of: processTask.processId, tasks: sql<number>`count(*)`.as('all_tasks') })
    .from(processTask)
    .groupBy(processTask.processId)
    .as('all_of_process')
  const made = sql`array(select made.process_task_id from ${task} made
    where made.entity_process_date_id = ${entityProcessDate.id})`
  return tx
    .select({
      entityProcessDateId: entityProcessDate.id,
      eventDate: entityProcessDate.eventDate,
      calendar: legalEntity.calendar,
      ...DEFINED_TASK,
    })
    .from(entityProcessDate)
    .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
    .innerJoin(legalEntity, eq(legalEntity.id, entityProcess.legalEntityId))
    .innerJoin(process, eq(process.id, entityProcess.processId))
    .innerJoin(entityEvent, eq(entityEvent.id, process.entityEventId))
    .innerJoin(all, and(eq(all.of, process.id), lt(entityProcessDate.tasks, all.tasks)))
    .innerJoin(processTask, eq(processTask.processId, process.id))
    .where(
      and(
        isLive,
        not(processTask.isRetired),
        // A date created today for today may have rolled to an earlier day.
        or(gte(entityProcessDate.eventDate, today), gte(entityProcessDate.nominalDate, today)),
        gte(entityProcessDate.nominalDate, entityProcess.validFrom),
        lte(entityProcessDate.nominalDate, sql`coalesce(${lastNominalDate}, 'infinity')`),
        sql`not ${processTask.id} = any (${made})`,
      ),
    )
    .orderBy(asc(entityProcessDate.id), asc(processTask.rank), asc(processTask.id))
}
