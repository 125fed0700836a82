import { createHmac } from 'node:crypto'
import type { Database, Read, Transaction } from 'db/database'
import { auditCheckpoint, workflowEvent } from 'db/schema/workflow'
import { and, asc, desc, gt, lte, sql } from 'drizzle-orm'
import { CHECKPOINT_LOCK } from './append-event.server'
import { canonicalJson, sha256 } from './event-hash'

/** [object id, seq, hash] of a chain's newest event. */
export type Head = [objectId: number, seq: number, hash: string]

export interface Checkpoint {
  at: Date
  lastEventId: number
  heads: Head[]
  hash: string
}

/** Hash of a checkpoint: the global chain goes through it. */
export function checkpointHash(
  content: { at: Date; lastEventId: number; heads: Head[] },
  previousHash: string,
): string {
  return sha256(`${previousHash}\n${canonicalJson({ ...content, at: content.at.toISOString() })}`)
}

export function signatureOf(hash: string, key: string): string {
  return createHmac('sha256', key).update(hash).digest('hex')
}

/** Whether one of these keys signed it. */
export const isSignedBy = (
  keys: readonly string[],
  { hash, signature }: { hash: string; signature: string },
) => keys.some((key) => signatureOf(hash, key) === signature)

/** Whether the newest checkpoint, if there is one, was signed with one of these keys. */
export async function knowsLastSignature(read: Read, keys: readonly string[]): Promise<boolean> {
  const [last] = await read
    .select({ hash: auditCheckpoint.hash, signature: auditCheckpoint.signature })
    .from(auditCheckpoint)
    .orderBy(desc(auditCheckpoint.id))
    .limit(1)
  return last === undefined || isSignedBy(keys, last)
}

/** Most events of a checkpoint: millions of new ones, as after a load, make several. */
const MOST_EVENTS = 10_000
/**
 * A load holds its events back from checkpoints until it is stored; no user's step waits longer than this behind our
 * lock.
 */
const WAIT_MS = 2_000
/** Held while checkpoints are written; not an object id. */
const WRITER_LOCK = -2

/**
 * Joins the heads of all chains changed since the last checkpoint into the global chain and signs it; in as many
 * checkpoints as it takes. Returns the last one, null when nothing happened. The caller writes the result to the log,
 * outside the database.
 * @throws StatementFailed (55P03) while a load is running: its events wait for the next checkpoint
 */
export async function writeCheckpoint(
  transaction: Database['transaction'],
  key: string,
  now: Date,
): Promise<Checkpoint | null> {
  const upTo = await transaction(settledEvents)
  return transaction((tx) => joinHeads(tx, upTo, key, now))
}

/** The newest event before which no new one can appear. Steps wait only until it is known. */
async function settledEvents(tx: Transaction): Promise<number> {
  await tx.execute(sql`select set_config('lock_timeout', ${String(WAIT_MS)}, true)`)
  await tx.execute(sql`select pg_advisory_xact_lock(${CHECKPOINT_LOCK})`)
  const [newest] = await tx.select({ id: sql<string | null>`max(${workflowEvent.id})` }).from(workflowEvent)
  return Number(newest?.id ?? 0)
}

async function joinHeads(tx: Transaction, upTo: number, key: string, now: Date): Promise<Checkpoint | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(${WRITER_LOCK})`)
  const [previous] = await tx
    .select({ hash: auditCheckpoint.hash, lastEventId: auditCheckpoint.lastEventId })
    .from(auditCheckpoint)
    .orderBy(desc(auditCheckpoint.id))
    .limit(1)
  let last: Checkpoint | null = null
  for (let after = previous?.lastEventId ?? 0; ; after = last.lastEventId) {
    const changed = await changedBetween(tx, after, upTo)
    if (changed.length === 0) return last
    const content = { at: now, lastEventId: lastIdOf(changed), heads: headsOf(changed) }
    const previousHash: string = last?.hash ?? previous?.hash ?? ''
    const hash = checkpointHash(content, previousHash)
    await tx
      .insert(auditCheckpoint)
      .values({ ...content, previousHash, hash, signature: signatureOf(hash, key) })
    last = { ...content, hash }
  }
}

type Changed = Awaited<ReturnType<typeof changedBetween>>

/** The next events in the order of their ids. */
function changedBetween(tx: Transaction, after: number, upTo: number) {
  return tx
    .select({
      id: workflowEvent.id,
      objectId: workflowEvent.objectId,
      seq: workflowEvent.seq,
      hash: workflowEvent.hash,
    })
    .from(workflowEvent)
    .where(and(gt(workflowEvent.id, after), lte(workflowEvent.id, upTo)))
    .orderBy(asc(workflowEvent.id))
    .limit(MOST_EVENTS)
}

function lastIdOf(changed: Changed): number {
  return changed.at(-1)?.id ?? 0
}

/** The newest event of each object among these, by object. */
function headsOf(changed: Changed): Head[] {
  const heads = new Map<number, Head>()
  for (const { objectId, seq, hash } of changed)
    if (seq > (heads.get(objectId)?.[1] ?? 0)) heads.set(objectId, [objectId, seq, hash])
  return [...heads.values()].sort(([a], [b]) => a - b)
}
