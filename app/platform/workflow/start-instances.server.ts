import { batches, insertAll } from 'db/bulk'
import type { Transaction } from 'db/database'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { inArray, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { appendEvents, CHECKPOINT_LOCK } from './append-event.server'
import { definitionInForce } from './definition.server'
import { firstEvent } from './event-hash'
import type { Instance, State } from './types'

export interface Start {
  kind: string
  objectIds: readonly number[]
  state: State
  log: string
  now: Date
  /** In the site's zone: determines the version of the workflow. */
  today: Day
}

/**
 * Starts the workflow of new objects, each with a SYSTEM event; thousands at once. The first event of a chain needs no
 * lock of its own: other transactions cannot know an id that is not committed yet.
 */
export async function startInstances(tx: Transaction, start: Start): Promise<void> {
  const { kind, objectIds, state, log, now, today } = start
  const definitionId = await definitionInForce(tx, kind, today)
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${CHECKPOINT_LOCK})`)
  for (const batch of batches(objectIds)) {
    const events = await insertAll<typeof workflowEvent, { id: string; object_id: string }>(
      tx,
      workflowEvent,
      batch.map((objectId) => firstEvent({ kind, objectId, name: 'create', state, log, at: now })),
      [workflowEvent.id, workflowEvent.objectId],
    )
    await insertAll(
      tx,
      workflowInstance,
      events.map(({ id, object_id }) => ({
        objectId: Number(object_id),
        kind,
        definitionId,
        round: 1,
        ...state,
        lastEventId: Number(id),
        lastEventAt: now,
      })),
      [workflowInstance.objectId],
    )
  }
}

interface SystemMove {
  name: string
  to: State
  log: string
  now: Date
  /** Begins a new round of each. */
  opensRound?: boolean
}

/** Moves many locked objects by SYSTEM to one place, thousands at once: an event of each, and its new state. */
export async function moveInstances(
  tx: Transaction,
  instances: readonly Pick<Instance, 'objectId' | 'kind' | 'round' | 'queue' | 'status'>[],
  { name, to, log, now, opensRound = false }: SystemMove,
): Promise<void> {
  if (instances.length === 0) return
  const more = opensRound ? 1 : 0
  await appendEvents(
    tx,
    instances.map(({ objectId, kind, round, queue, status }) => ({
      ...{ objectKind: kind, objectId, type: 'system' as const, name, at: now, who: null, log },
      round: round + more,
      from: { queue, status },
      ...to,
    })),
  )
  const newest = sql`(select ${workflowEvent.id} from ${workflowEvent}
    where ${workflowEvent.objectId} = ${workflowInstance.objectId} order by ${workflowEvent.seq} desc limit 1)`
  await tx
    .update(workflowInstance)
    .set({
      ...to,
      round: sql`${workflowInstance.round} + ${more}::int`,
      lastEventId: newest,
      lastEventAt: now,
      lastUserId: null,
    })
    .where(
      inArray(
        workflowInstance.objectId,
        instances.map(({ objectId }) => objectId),
      ),
    )
}
