import { batches, insertRows } from 'db/bulk'
import type { Read, Transaction } from 'db/database'
import { workflowEvent } from 'db/schema/workflow'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { ACTS_FOR, type ChainHead, chained } from './event-hash'
import type { EventClass, EventData, EventSubject, NewEvent } from './types'

/** An event as users see it. */
export interface HistoryEvent {
  id: number
  round: number
  type: NewEvent['type']
  name: string
  stepId: number | null
  at: Date
  userId: number | null
  whoName: string
  queue: string
  status: string
  class: EventClass
  log: string
  data: EventData
}

const columns = {
  id: workflowEvent.id,
  round: workflowEvent.round,
  type: workflowEvent.type,
  name: workflowEvent.name,
  stepId: workflowEvent.stepId,
  at: workflowEvent.at,
  userId: workflowEvent.userId,
  whoName: workflowEvent.whoName,
  queue: workflowEvent.queue,
  status: workflowEvent.status,
  class: workflowEvent.class,
  log: workflowEvent.log,
  data: workflowEvent.data,
}

/** All events of an object, newest first. */
export async function historyOf(read: Read, objectId: number): Promise<HistoryEvent[]> {
  const rows = await read
    .select(columns)
    .from(workflowEvent)
    .where(eq(workflowEvent.objectId, objectId))
    .orderBy(desc(workflowEvent.seq))
  return rows as HistoryEvent[]
}

export async function lastEventOf(read: Read, objectId: number): Promise<HistoryEvent | null> {
  const [row] = await read
    .select(columns)
    .from(workflowEvent)
    .where(eq(workflowEvent.objectId, objectId))
    .orderBy(desc(workflowEvent.seq))
    .limit(1)
  return (row as HistoryEvent | undefined) ?? null
}

/** The user for whom a substitute did something; null for what people did themselves. */
export const ACTED_FOR = sql<number | null>`(${workflowEvent.data} ->> ${ACTS_FOR}::text)::int`

/**
 * Users who took steps of these names in a round, or in all rounds, newest first; marks are derived from this. What a
 * substitute did counts as done by both.
 */
export async function actorsOf(
  read: Read,
  objectId: number,
  round: number | null,
  names: readonly string[],
): Promise<{ name: string; userId: number; id: number }[]> {
  const rows = await read
    .select({
      name: workflowEvent.name,
      userId: workflowEvent.userId,
      actedFor: ACTED_FOR,
      id: workflowEvent.id,
    })
    .from(workflowEvent)
    .where(
      and(
        eq(workflowEvent.objectId, objectId),
        round === null ? undefined : eq(workflowEvent.round, round),
        inArray(workflowEvent.name, [...names]),
      ),
    )
    .orderBy(desc(workflowEvent.seq))
  return rows.flatMap(({ userId, actedFor, ...row }) =>
    [userId, actedFor].flatMap((person) => (person === null ? [] : [{ ...row, userId: person }])),
  )
}

/**
 * The users in each role of the four-eyes rule, by the names of the steps and events that give it.
 * @param round null for all rounds
 */
export async function rolesByStep<Role extends string>(
  read: Read,
  objectId: number,
  round: number | null,
  steps: Readonly<Record<Role, readonly string[]>>,
): Promise<Record<Role, Set<number>>> {
  const entries = Object.entries<readonly string[]>(steps)
  const done = await actorsOf(
    read,
    objectId,
    round,
    entries.flatMap(([, names]) => names),
  )
  const roles = entries.map(([role, names]) => [
    role,
    new Set(done.filter(({ name }) => names.includes(name)).map(({ userId }) => userId)),
  ])
  return Object.fromEntries(roles) as Record<Role, Set<number>>
}

/** The steps of two people who approve a payment, one after the other. */
export const TWO_APPROVALS = {
  'first approver': ['first approval'],
  'second approver': ['second approval'],
} as const

/**
 * Held in shared mode while events are appended and exclusively by the checkpoint, so that it misses no committed
 * event; not an object id.
 */
export const CHECKPOINT_LOCK = -1

/** Appends an event to its subject's chain and returns its id. */
export async function appendEvent(tx: Transaction, subject: EventSubject, event: NewEvent): Promise<number> {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(${CHECKPOINT_LOCK}), pg_advisory_xact_lock(${subject.objectId})`,
  )
  const [head] = await tx
    .select({ seq: workflowEvent.seq, hash: workflowEvent.hash })
    .from(workflowEvent)
    .where(eq(workflowEvent.objectId, subject.objectId))
    .orderBy(desc(workflowEvent.seq))
    .limit(1)
  const [row] = await tx
    .insert(workflowEvent)
    .values(chained(subject, event, head))
    .returning({ id: workflowEvent.id })
  if (!row) throw new Error('The event was not stored')
  return row.id
}

/**
 * Appends events to the chains of many subjects, in order for each. The caller must keep other transactions from these
 * chains: it holds the rows of all the objects, or the chains (`lockChains`).
 */
export async function appendEvents(
  tx: Transaction,
  events: readonly { subject: EventSubject; event: NewEvent }[],
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${CHECKPOINT_LOCK})`)
  for (const batch of batches(events)) {
    const heads = await headsOf(tx, [...new Set(batch.map(({ subject }) => subject.objectId))])
    const rows = batch.map(({ subject, event }) => {
      const row = chained(subject, event, heads.get(subject.objectId))
      heads.set(subject.objectId, row)
      return row
    })
    await insertRows(tx, workflowEvent, rows)
  }
}

/** The newest event of each chain that has one. */
async function headsOf(tx: Transaction, objectIds: readonly number[]): Promise<Map<number, ChainHead>> {
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
