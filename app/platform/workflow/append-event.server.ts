import type { Transaction } from 'db/database'
import { workflowEvent } from 'db/schema/workflow'
import { desc, eq, sql } from 'drizzle-orm'
import { eventHash } from './event-hash'
import type { EventData, State } from './types'

/** Held shared by whoever appends and alone by the checkpoint, so that no event commits behind its back; no object id. */
export const CHECKPOINT_LOCK = -1

export interface NewEvent extends State {
  objectKind: string
  objectId: number
  round: number
  type: 'step' | 'system' | 'act'
  name: string
  stepId?: number | null
  at: Date
  /** Null for SYSTEM. */
  who: { id: number; fullName: string } | null
  from?: { queue: string; status: string } | null
  log: string
  data?: EventData
}

/** Appends an event to its object's chain and answers its id. */
export async function appendEvent(tx: Transaction, event: NewEvent): Promise<number> {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(${CHECKPOINT_LOCK}), pg_advisory_xact_lock(${event.objectId})`,
  )
  const [head] = await tx
    .select({ seq: workflowEvent.seq, hash: workflowEvent.hash })
    .from(workflowEvent)
    .where(eq(workflowEvent.objectId, event.objectId))
    .orderBy(desc(workflowEvent.seq))
    .limit(1)
  const content = eventContent(event, (head?.seq ?? 0) + 1)
  const previousHash = head?.hash ?? ''
  const [row] = await tx
    .insert(workflowEvent)
    .values({ ...content, previousHash, hash: eventHash(content, previousHash) })
    .returning({ id: workflowEvent.id })
  if (!row) throw new Error('The event was not stored')
  return row.id
}

/** What an event at a place of its chain says, as it is hashed and stored. */
export function eventContent(event: NewEvent, seq: number) {
  return {
    objectKind: event.objectKind,
    objectId: event.objectId,
    seq,
    round: event.round,
    type: event.type,
    name: event.name,
    stepId: event.stepId ?? null,
    at: event.at,
    userId: event.who?.id ?? null,
    whoName: event.who?.fullName ?? 'SYSTEM',
    fromQueue: event.from?.queue ?? null,
    fromStatus: event.from?.status ?? null,
    queue: event.queue,
    status: event.status,
    class: event.class,
    log: storable(event.log),
    data: storableData(event.data ?? {}),
  }
}

/** What PostgreSQL cannot keep (U+0000, halves of pairs) becomes U+FFFD before it is hashed, not behind the hash's back. */
function storable(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD').replaceAll('\0', '\uFFFD')
}

function storableData(data: EventData): EventData {
  return JSON.parse(JSON.stringify(data), (_, value) =>
    typeof value === 'string' ? storable(value) : value,
  ) as EventData
}
