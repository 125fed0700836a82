import { batches, insertAll, insertRows } from 'db/bulk'
import type { Transaction } from 'db/database'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { inArray, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { definitionInForce } from './definition.server'
import { chained } from './event-hash'
import { appendEvents, CHECKPOINT_LOCK } from './history.server'
import type { EventData, Instance, State } from './types'

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
 * Starts the workflow of new objects, possibly thousands, each with a SYSTEM event. The first event of a chain needs no
 * lock: other transactions cannot know an id that is not committed yet.
 */
export function startInstances(tx: Transaction, start: Start): Promise<void> {
  return startAll(tx, [start])
}

/** The same for objects of several kinds and places, in order of their ids. */
export async function startAll(tx: Transaction, starts: readonly Start[]): Promise<void> {
  const objects: Begun[] = []
  for (const { kind, objectIds, state, log, now, today } of starts) {
    const common = { kind, definitionId: await definitionInForce(tx, kind, today), state, log, now }
    for (const objectId of objectIds) objects.push({ ...common, objectId })
  }
  objects.sort((a, b) => a.objectId - b.objectId)
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${CHECKPOINT_LOCK})`)
  for (const batch of batches(objects)) await begin(tx, batch)
}

interface Begun extends Omit<Start, 'objectIds' | 'today'> {
  objectId: number
  definitionId: number
}

async function begin(tx: Transaction, objects: readonly Begun[]): Promise<void> {
  const events = await insertAll<typeof workflowEvent, { id: string; object_id: string }>(
    tx,
    workflowEvent,
    objects.map(({ kind, objectId, state, log, now }) =>
      chained(
        { kind, objectId, round: 1 },
        { type: 'system', name: 'create', to: state, who: null, log, now },
      ),
    ),
    [workflowEvent.id, workflowEvent.objectId],
  )
  const eventOf = new Map(events.map(({ id, object_id }) => [Number(object_id), Number(id)]))
  await insertRows(
    tx,
    workflowInstance,
    objects.map(({ kind, objectId, definitionId, state, now }) => ({
      objectId,
      kind,
      definitionId,
      round: 1,
      ...state,
      lastEventId: eventOf.get(objectId) ?? 0,
      lastEventAt: now,
    })),
  )
}

interface SystemMove {
  name: string
  to: State
  /** The same for all, or computed for each. */
  log: string | ((objectId: number) => string)
  /** The data of each event; empty by default. */
  data?: (objectId: number) => EventData
  now: Date
  /** Starts a new round for each. */
  opensRound?: boolean
}

/** Moves many locked objects, possibly thousands, to one place, by SYSTEM: an event for each, and its new state. */
export async function moveInstances(
  tx: Transaction,
  instances: readonly Pick<Instance, 'objectId' | 'kind' | 'round' | 'queue' | 'status'>[],
  { name, to, log, data, now, opensRound = false }: SystemMove,
): Promise<void> {
  if (instances.length === 0) return
  await appendEvents(
    tx,
    instances.map((instance) => ({
      subject: instance,
      event: {
        type: 'system',
        name,
        to,
        who: null,
        log: typeof log === 'string' ? log : log(instance.objectId),
        data: data?.(instance.objectId),
        now,
        opensRound,
      },
    })),
  )
  const newest = sql`(select ${workflowEvent.id} from ${workflowEvent}
    where ${workflowEvent.objectId} = ${workflowInstance.objectId} order by ${workflowEvent.seq} desc limit 1)`
  await tx
    .update(workflowInstance)
    .set({
      ...to,
      round: sql`${workflowInstance.round} + ${opensRound ? 1 : 0}::int`,
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
