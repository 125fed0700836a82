import type { Read } from 'db/database'
import { fund, legalEntity } from 'db/schema/lookups'
import { fundNav } from 'db/schema/navs'
import { entityEvent, entityEventDay, entityProcess, process } from 'db/schema/processes'
import { and, between, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import type { Recurring } from './nominal-dates'
import type { Recurrence, Roll } from './process'
import { enabledProcessUsers } from './process-users.server'

/** A process that an entity runs, with all that its dates are made of. */
export interface RunProcess {
  entityProcessId: number
  legalEntityId: number
  calendar: string | null
  entityEventId: number
  event: Recurring & { rolls: Roll }
  /** Business days from the event date to the due date of the whole. */
  dueOffset: number
  /** Who has its dates; null where nobody has them, or somebody who may no longer. */
  userId: number | null
  validFrom: Day
  /** The last nominal date that it is run for; null is without end. */
  validTo: Day | null
}

/** What neither its process nor its event being retired keeps from being run. */
export const isLive: SQL = sql`not ${process.isRetired} and not ${entityEvent.isRetired}`

/** The last nominal date of a process that an entity runs: an entity that is dead runs none. */
export const lastNominalDate = sql<Day | null>`least(${entityProcess.validTo}, ${legalEntity.deadDate})`

/** The processes that entities run and that have tasks, retired ones left out. */
export async function runProcesses(read: Read): Promise<RunProcess[]> {
  const rows = await read
    .select({
      entityProcessId: entityProcess.id,
      legalEntityId: entityProcess.legalEntityId,
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
 * The days between two that no rule says: those given of an event, or of an event on NAV dates those of the entity's
 * funds.
 */
export async function daysOfEvents(
  read: Read,
  runs: readonly RunProcess[],
  from: Day,
  to: Day,
): Promise<(run: RunProcess) => readonly Day[]> {
  const given = await read
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
  const [byEvent, byEntity] = [byOwner(given), byOwner(navs)]
  return ({ event: { recurrence }, entityEventId, legalEntityId }) =>
    (recurrence === 'NAV date' ? byEntity.get(legalEntityId) : byEvent.get(entityEventId)) ?? []
}

function byOwner(rows: readonly { of: number | null; date: Day }[]): Map<number, Day[]> {
  const days = new Map<number, Day[]>()
  for (const { of, date } of rows) {
    if (of === null) continue
    const known = days.get(of)
    if (known) known.push(date)
    else days.set(of, [date])
  }
  return days
}
