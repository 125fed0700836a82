import { inBatches, insertAll, insertRows } from 'db/bulk'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { inArray, sql } from 'drizzle-orm'
import type { TransactionAt, WriteContext } from '~/platform/values/context.server'
import { inSteps } from '~/platform/values/in-steps'
import { definitionInForce } from './definition.server'
import { chained } from './event-hash'
import { appendEvents, CHECKPOINT_LOCK } from './history.server'
import type { EventData, Instance, State } from './types'

export interface Start {
  kind: string
  objectIds: readonly number[]
  state: State
  log: string
}

/** `today` determines the version of the workflow. */
type StartContext = Pick<WriteContext, 'tx' | 'now' | 'today'>

/**
 * Starts the workflow of new objects, possibly thousands, each with a SYSTEM event. The first event of a chain needs no
 * lock: other transactions cannot know an id that is not committed yet.
 */
export function startInstances(context: StartContext, start: Start): Promise<void> {
  return startAll(context, [start])
}

/** The same for objects of several kinds and places, in order of their ids. */
export async function startAll({ tx, now, today }: StartContext, starts: readonly Start[]): Promise<void> {
  const objects: Begun[] = []
  for (const { kind, objectIds, state, log } of starts) {
    const common = { kind, definitionId: await definitionInForce(tx, kind, today), state, log }
    await inSteps(objectIds, (objectId) => objects.push({ ...common, objectId }))
  }
  objects.sort((a, b) => a.objectId - b.objectId)
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${CHECKPOINT_LOCK})`)
  await inBatches(objects, BATCH, (batch) => begin({ tx, now }, batch))
}

/** Takes a few milliseconds to hash: others are answered in between. */
const BATCH = 250

interface Begun extends Omit<Start, 'objectIds'> {
  objectId: number
  definitionId: number
}

async function begin({ tx, now }: TransactionAt, objects: readonly Begun[]): Promise<void> {
  const events = await insertAll<typeof workflowEvent, { id: string; object_id: string }>(
    tx,
    workflowEvent,
    objects.map(({ kind, objectId, state, log }) =>
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
    objects.map(({ kind, objectId, definitionId, state }) => ({
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
  /** Starts a new round for each. */
  opensRound?: boolean
}

/** Moves many locked objects, possibly thousands, to one place, by SYSTEM: an event for each, and its new state. */
export async function moveInstances(
  { tx, now }: TransactionAt,
  instances: readonly Pick<Instance, 'objectId' | 'kind' | 'round' | 'queue' | 'status'>[],
  { name, to, log, data, opensRound = false }: SystemMove,
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
