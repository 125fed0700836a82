import { createHmac } from 'node:crypto'
import type { Transaction } from 'db/doors'
import { auditCheckpoint, workflowEvent } from 'db/schema/workflow'
import { asc, desc, gt, sql } from 'drizzle-orm'
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

/**
 * Joins the heads of all chains changed since the last checkpoint into the global chain and signs it.
 * Answers null when nothing happened. The caller writes the answer to the log, outside the database.
 */
export async function writeCheckpoint(tx: Transaction, key: string, now: Date): Promise<Checkpoint | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CHECKPOINT_LOCK})`)
  const [previous] = await tx
    .select({ hash: auditCheckpoint.hash, lastEventId: auditCheckpoint.lastEventId })
    .from(auditCheckpoint)
    .orderBy(desc(auditCheckpoint.id))
    .limit(1)
  const changed = await tx
    .selectDistinctOn([workflowEvent.objectId], {
      objectId: workflowEvent.objectId,
      seq: workflowEvent.seq,
      hash: workflowEvent.hash,
    })
    .from(workflowEvent)
    .where(gt(workflowEvent.id, previous?.lastEventId ?? 0))
    .orderBy(asc(workflowEvent.objectId), desc(workflowEvent.seq))
  if (changed.length === 0) return null
  const [newest] = await tx.select({ id: sql<string>`max(${workflowEvent.id})` }).from(workflowEvent)
  const heads = changed.map(({ objectId, seq, hash }): Head => [objectId, seq, hash])
  const content = { at: now, lastEventId: Number(newest?.id ?? 0), heads }
  const previousHash = previous?.hash ?? ''
  const hash = checkpointHash(content, previousHash)
  await tx
    .insert(auditCheckpoint)
    .values({ ...content, previousHash, hash, signature: signatureOf(hash, key) })
  return { ...content, hash }
}
