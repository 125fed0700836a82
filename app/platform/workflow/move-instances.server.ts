import type { Transaction } from 'db/database'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { inArray, sql } from 'drizzle-orm'
import { appendEvents } from './append-events.server'
import type { Instance, State } from './types'

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
    })
    .where(
      inArray(
        workflowInstance.objectId,
        instances.map(({ objectId }) => objectId),
      ),
    )
}
