import type { Read } from 'db/doors'
import { auditCheckpoint, workflowDefinition, workflowEvent, workflowInstance } from 'db/schema/workflow'
import { asc, gt, sql } from 'drizzle-orm'
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

/** What checkpoints signed, by "object/seq". */
type Signed = Map<string, { hash: string; by: string }>

const PAGE = 2_000

/**
 * Re-computes every chain and every checkpoint, and holds each object's state against its newest event. With the hash
 * of a checkpoint that the log once told, that one must still be there: newer ones cannot have been removed silently.
 * Work may go on meanwhile: what a checkpoint signed is there before it, so checkpoints are read first.
 */
export async function verifyAudit(
  read: Read,
  key: string,
  expected: string | null = null,
): Promise<AuditReport> {
  const report: AuditReport = { events: 0, chains: 0, checkpoints: 0, lastCheckpoint: null, broken: null }
  const signed: Signed = new Map()
  const checkpointFault = await readCheckpoints(read, key, expected, signed, report)
  const broken =
    (await readEvents(read, signed, report)) ?? checkpointFault ?? removed(signed) ?? (await stateFault(read))
  return { ...report, broken }
}

async function readCheckpoints(
  read: Read,
  key: string,
  expected: string | null,
  signed: Signed,
  report: AuditReport,
): Promise<string | null> {
  let previousHash = ''
  let expectedFound = expected === null
  for (let after = 0; ; ) {
    const page = await read
      .select()
      .from(auditCheckpoint)
      .where(gt(auditCheckpoint.id, after))
      .orderBy(asc(auditCheckpoint.id))
      .limit(PAGE)
    for (const { id, hash, signature, ...row } of page) {
      const name = `checkpoint ${id} (${row.at.toISOString()})`
      const content = { at: row.at, lastEventId: row.lastEventId, heads: row.heads as Head[] }
      if (row.previousHash !== previousHash || checkpointHash(content, previousHash) !== hash)
        return `${name} was changed or one before it is missing`
      if (signatureOf(hash, key) !== signature) return `${name} is not signed with the audit key`
      for (const [objectId, seq, headHash] of content.heads)
        signed.set(`${objectId}/${seq}`, { hash: headHash, by: name })
      previousHash = hash
      after = id
      report.checkpoints += 1
      report.lastCheckpoint = hash
      if (hash === expected) expectedFound = true
    }
    if (page.length < PAGE) break
  }
  return expectedFound ? null : `the checkpoint ${expected} is missing`
}

/** Follows every chain, and takes out of `signed` what is as it was signed. */
async function readEvents(read: Read, signed: Signed, report: AuditReport): Promise<string | null> {
  let head = { objectId: -1, seq: 0, hash: '' }
  for (;;) {
    const page = await read
      .select()
      .from(workflowEvent)
      .where(sql`(${workflowEvent.objectId}, ${workflowEvent.seq}) > (${head.objectId}, ${head.seq})`)
      .orderBy(asc(workflowEvent.objectId), asc(workflowEvent.seq))
      .limit(PAGE)
    for (const { id, hash, previousHash, ...content } of page) {
      const { objectId, seq } = content
      if (objectId !== head.objectId) {
        head = { objectId, seq: 0, hash: '' }
        report.chains += 1
      }
      const name = `event ${id} (${content.objectKind} ${objectId}, number ${seq}, ${content.at.toISOString()})`
      if (seq !== head.seq + 1) return `${name}: number ${head.seq + 1} before it is missing`
      if (previousHash !== head.hash) return `${name} does not follow the event before it`
      if (eventHash(content, previousHash) !== hash)
        return `${name} was changed: its content does not give its hash`
      const promised = signed.get(`${objectId}/${seq}`)
      if (promised && promised.hash !== hash) return `${name} is not the one that ${promised.by} signed`
      signed.delete(`${objectId}/${seq}`)
      head = { objectId, seq, hash }
      report.events += 1
    }
    if (page.length < PAGE) return null
  }
}

function removed(signed: Signed): string | null {
  for (const [key, { by }] of signed) {
    const [objectId, seq] = key.split('/')
    return `object ${objectId}: event number ${seq}, which ${by} signed, was removed`
  }
  return null
}

/** State and newest event of an object are compared within one statement, which sees both as of one moment. */
async function stateFault(read: Read): Promise<string | null> {
  const [moved] = await read.execute<{ kind: string; object_id: string; queue: string; status: string }>(sql`
    select i.kind, i.object_id, i.queue, i.status from ${workflowInstance} i
    left join lateral (select e.queue, e.status, e.class, e.round from ${workflowEvent} e
      where e.object_id = i.object_id order by e.seq desc limit 1) last on true
    where (i.queue, i.status, i.class, i.round) is distinct from (last.queue, last.status, last.class, last.round)
    order by i.object_id limit 1`)
  if (moved)
    return `${moved.kind} ${moved.object_id} stands at ${moved.status} (${moved.queue}), which is not what its newest event says`
  const [lost] = await read.execute<{ object_kind: string; object_id: string }>(sql`
    select e.object_kind, e.object_id from ${workflowEvent} e
    where e.seq = 1 and e.object_kind in (select kind from ${workflowDefinition})
      and not exists (select from ${workflowInstance} i where i.object_id = e.object_id)
    order by e.object_id limit 1`)
  return lost ? `${lost.object_kind} ${lost.object_id} has events, but its state was removed` : null
}
