import { batches } from 'db/bulk'
import type { Transaction } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { entityEvent, entityProcess, entityProcessDate, process, task } from 'db/schema/processes'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { appendEvents } from '~/platform/workflow/append-events.server'
import { moveInstances } from '~/platform/workflow/move-instances.server'
import { PROCESS_PLACE } from './process-events'
import { isLive, lastNominalDate } from './run-processes.server'

const WHY = 'Its process is no longer run on this date, and nobody had touched it.'
const CANCELLED = { queue: 'SYSTEM', status: 'CANCELLED', class: 'failed' } as const

/**
 * Takes the dates off that are still ahead, lie outside of what their processes are run for by now, and that nobody
 * touched: no person has an event in their chains. They leave the lists, their chains stay. Answers how many they were.
 */
export async function takeOffDates(tx: Transaction, today: Day, now: Date): Promise<number> {
  const outside = await datesOutside(tx, today)
  let takenOff = 0
  for (const batch of batches(outside)) takenOff += await takeOff(tx, batch, now)
  return takenOff
}

/** No person has done anything with a date or its tasks. */
const untouched: SQL = sql`not exists (select from ${workflowEvent}
    where ${workflowEvent.objectId} = ${entityProcessDate.id} and ${workflowEvent.userId} is not null)
  and not exists (select from ${task} join ${workflowEvent} on ${workflowEvent.objectId} = ${task.id}
    where ${task.entityProcessDateId} = ${entityProcessDate.id} and ${workflowEvent.userId} is not null)`

async function datesOutside(tx: Transaction, today: Day): Promise<number[]> {
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

async function takeOff(tx: Transaction, ids: readonly number[], now: Date): Promise<number> {
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
  // Whoever took a task on was waited for.
  const still = await tx
    .select({ id: entityProcessDate.id })
    .from(entityProcessDate)
    .where(and(inArray(entityProcessDate.id, [...ids]), untouched))
  const gone = new Set(still.map(({ id }) => id))
  if (gone.size === 0) return 0
  await moveInstances(
    tx,
    tasks.filter(({ of }) => gone.has(of)),
    { name: 'take off', to: CANCELLED, log: WHY, now },
  )
  await appendEvents(
    tx,
    [...gone].map((id) => ({
      ...{ objectKind: 'process', objectId: id, round: 1, type: 'act' as const, name: 'take off process' },
      ...{ at: now, who: null, log: WHY, ...PROCESS_PLACE.takenOff },
    })),
  )
  await tx.delete(task).where(inArray(task.entityProcessDateId, [...gone]))
  await tx.delete(entityProcessDate).where(inArray(entityProcessDate.id, [...gone]))
  return gone.size
}
