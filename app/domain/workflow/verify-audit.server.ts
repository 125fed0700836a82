import type { Read } from 'db/doors'
import { auditCheckpoint, workflowEvent, workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, gt, or } from 'drizzle-orm'
import { checkpointHash, type Head, signatureOf } from './checkpoint.server'
import { eventHash } from './event-hash'

export interface AuditReport {
  events: number
  chains: number
  checkpoints: number
  lastCheckpoint: string | null
  /** The first thing found wrong, in a sentence; null when all is as it was written. */
  broken: string | null
}

const PAGE = 2_000

/**
 * Re-computes every chain and every checkpoint, and holds each object's state against its newest event. With the hash
 * of a checkpoint that the log once told, that one must still be there: newer ones cannot have been removed silently.
 */
export async function verifyAudit(
  read: Read,
  key: string,
  expected: string | null = null,
): Promise<AuditReport> {
  const heads = new Map<number, { seq: number; hash: string; queue: string; status: string }>()
  const hashes = new Map<string, string>()
  const report: AuditReport = { events: 0, chains: 0, checkpoints: 0, lastCheckpoint: null, broken: null }

  let after = { objectId: -1, seq: -1 }
  for (;;) {
    const page = await read
      .select()
      .from(workflowEvent)
      .where(
        or(
          gt(workflowEvent.objectId, after.objectId),
          and(eq(workflowEvent.objectId, after.objectId), gt(workflowEvent.seq, after.seq)),
        ),
      )
      .orderBy(asc(workflowEvent.objectId), asc(workflowEvent.seq))
      .limit(PAGE)
    for (const { id, hash, previousHash, ...content } of page) {
      const head = heads.get(content.objectId)
      const name = `event ${id} (${content.objectKind} ${content.objectId}, number ${content.seq}, ${content.at.toISOString()})`
      if (content.seq !== (head?.seq ?? 0) + 1)
        return { ...report, broken: `${name}: number ${(head?.seq ?? 0) + 1} before it is missing` }
      if (previousHash !== (head?.hash ?? ''))
        return { ...report, broken: `${name} does not follow the event before it` }
      if (eventHash(content, previousHash) !== hash)
        return { ...report, broken: `${name} was changed: its content does not give its hash` }
      heads.set(content.objectId, {
        seq: content.seq,
        hash,
        queue: content.queue,
        status: content.status,
      })
      hashes.set(`${content.objectId}/${content.seq}`, hash)
      report.events += 1
      after = { objectId: content.objectId, seq: content.seq }
    }
    if (page.length < PAGE) break
  }
  report.chains = heads.size

  let previousHash = ''
  let expectedFound = expected === null
  for (const { id, hash, signature, ...row } of await read
    .select()
    .from(auditCheckpoint)
    .orderBy(asc(auditCheckpoint.id))) {
    const name = `checkpoint ${id} (${row.at.toISOString()})`
    const content = { at: row.at, lastEventId: row.lastEventId, heads: row.heads as Head[] }
    if (row.previousHash !== previousHash || checkpointHash(content, previousHash) !== hash)
      return { ...report, broken: `${name} was changed or one before it is missing` }
    if (signatureOf(hash, key) !== signature)
      return { ...report, broken: `${name} is not signed with the audit key` }
    for (const [objectId, seq, headHash] of content.heads) {
      const found = hashes.get(`${objectId}/${seq}`)
      if (found === undefined)
        return {
          ...report,
          broken: `object ${objectId}: event number ${seq}, which ${name} signed, was removed`,
        }
      if (found !== headHash)
        return {
          ...report,
          broken: `object ${objectId}: event number ${seq} is not the one that ${name} signed`,
        }
    }
    previousHash = hash
    report.checkpoints += 1
    report.lastCheckpoint = hash
    if (hash === expected) expectedFound = true
  }

  if (!expectedFound) return { ...report, broken: `the checkpoint ${expected} is missing` }

  for (const instance of await read.select().from(workflowInstance).orderBy(asc(workflowInstance.objectId))) {
    const head = heads.get(instance.objectId)
    if (!head || head.queue !== instance.queue || head.status !== instance.status)
      return {
        ...report,
        broken: `${instance.kind} ${instance.objectId} stands at ${instance.status} (${instance.queue}), which is not what its newest event says`,
      }
  }
  return report
}
