import { batches, insertRows } from 'db/bulk'
import type { Transaction } from 'db/database'
import { workflowEvent } from 'db/schema/workflow'
import { desc, eq, sql } from 'drizzle-orm'
import { eventHash } from './event-hash'
import type { EventData, State } from './types'

/**
 * Held in shared mode while events are appended and exclusively by the checkpoint, so that it misses no committed
 * event; not an object id.
 */
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

/** Appends an event to its object's chain and returns its id. */
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

/** The content of an event at its position in the chain, as hashed and stored. */
function eventContent(event: NewEvent, seq: number) {
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

/**
 * Characters that PostgreSQL cannot store (U+0000, lone surrogates) become U+FFFD before hashing, so that the hash
 * matches the stored text.
 */
function storable(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD').replaceAll('\0', '\uFFFD')
}

function storableData(data: EventData): EventData {
  return JSON.parse(JSON.stringify(data), (_, value) =>
    typeof value === 'string' ? storable(value) : value,
  ) as EventData
}

/**
 * Appends events to the chains of many objects, in order for each object. The caller must keep other transactions from
 * these chains: it holds the rows of all the objects, or the chains (`lockChains`).
 */
export async function appendEvents(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${CHECKPOINT_LOCK})`)
  for (const batch of batches(events)) {
    const heads = await headsOf(tx, [...new Set(batch.map(({ objectId }) => objectId))])
    const rows = batch.map((event) => {
      const head = heads.get(event.objectId)
      const content = eventContent(event, (head?.seq ?? 0) + 1)
      const previousHash = head?.hash ?? ''
      const hash = eventHash(content, previousHash)
      heads.set(event.objectId, { seq: content.seq, hash })
      return { ...content, previousHash, hash }
    })
    await insertRows(tx, workflowEvent, rows)
  }
}

/** The newest event of each chain that has one. */
async function headsOf(tx: Transaction, objectIds: readonly number[]) {
  const found: unknown = await tx.execute(sql`
    select chain.id, head.seq, head.hash
    from (select id::bigint from jsonb_array_elements_text(${JSON.stringify(objectIds)}::jsonb) as given(id)) chain
    cross join lateral (
      select e.seq, e.hash from ${workflowEvent} e where e.object_id = chain.id order by e.seq desc limit 1) head`)
  return new Map(
    (found as { id: string; seq: number; hash: string }[]).map(({ id, seq, hash }) => [
      Number(id),
      { seq: Number(seq), hash },
    ]),
  )
}

/** Most chain locks in one transaction: a server has a few thousand for all users. */
const MAX_EVENTS = 500

/**
 * Keeps other transactions from appending to these chains until this one ends, as `appendEvent` does for one chain. For
 * more than MAX_EVENTS chains it stops all other transactions from appending.
 */
export async function lockChains(tx: Transaction, objectIds: readonly number[]): Promise<void> {
  // In the same order everywhere: otherwise two transactions could deadlock.
  const ids = [...new Set(objectIds)].sort((a, b) => a - b)
  if (ids.length > MAX_EVENTS) await tx.execute(sql`select pg_advisory_xact_lock(${CHECKPOINT_LOCK})`)
  else
    await tx.execute(sql`
      select pg_advisory_xact_lock(id::bigint) from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as chain(id)`)
}
