import type { Read } from 'db/database'
import { auditCheckpoint, workflowDefinition, workflowEvent, workflowInstance } from 'db/schema/workflow'
import { asc, gt, type SQL, sql } from 'drizzle-orm'
import {
  type AuditKey,
  checkpointHash,
  type Head,
  headLeaf,
  isSignedBy,
  type Seals,
  sealsBetween,
} from './checkpoint.server'
import { eventHash } from './event-hash'
import { merkleRoot } from './merkle'

/** Objects per statement: each statement stays well within the time limit of a read. */
const OBJECTS = 20_000

/**
 * Compares each object's state with its newest event; returns the first difference as a sentence, null if they agree.
 * Both are compared in one statement, so that it sees them at the same moment.
 */
async function stateFault(read: Read): Promise<string | null> {
  const moved = await firstFault(read, movedAfter)
  if (moved)
    return `${moved.kind} ${moved.object_id} is at ${moved.status} (${moved.queue}), but its newest event says otherwise`
  const lost = await firstFault(read, lostAfter)
  return lost ? `${lost.kind} ${lost.object_id} has events, but its state was removed` : null
}

interface Fault {
  kind: string
  object_id: string
  status: string
  queue: string
}

/** Checks all objects, page by page in order of id. */
async function firstFault(read: Read, page: (after: number) => SQL): Promise<Fault | null> {
  for (let after = -1; ; ) {
    const found: unknown = await read.execute(page(after))
    const rows = found as (Fault & { last: string; wrong: boolean })[]
    const wrong = rows.find((row) => row.wrong)
    if (wrong) return wrong
    const last = rows[0]?.last
    if (last === undefined || last === null) return null
    after = Number(last)
  }
}

/** One row with the last object of the page, and one with the first faulty object. */
const movedAfter = (after: number) => sql`
  with page as materialized (
    select object_id, kind, queue, status, class, round from ${workflowInstance}
    where object_id > ${after} order by object_id limit ${OBJECTS})
  select true as wrong, kind, object_id, queue, status, null::bigint as last from (
    select i.* from page i
    left join lateral (select e.queue, e.status, e.class, e.round from ${workflowEvent} e
      where e.object_id = i.object_id order by e.seq desc limit 1) last on true
    where (i.queue, i.status, i.class, i.round) is distinct from (last.queue, last.status, last.class, last.round)
    order by i.object_id limit 1) as moved
  union all
  select false, null, null, null, null, max(object_id) from page
  order by wrong`

const lostAfter = (after: number) => sql`
  with page as materialized (
    select object_id, object_kind from ${workflowEvent}
    where object_id > ${after} and seq = 1 order by object_id limit ${OBJECTS})
  select true as wrong, object_kind as kind, object_id, null as queue, null as status, null::bigint as last from (
    select e.* from page e
    where e.object_kind in (select kind from ${workflowDefinition})
      and not exists (select from ${workflowInstance} i where i.object_id = e.object_id)
    order by e.object_id limit 1) as lost
  union all
  select false, null, null, null, null, max(object_id) from page
  order by wrong`

export interface AuditReport {
  events: number
  chains: number
  checkpoints: number
  lastCheckpoint: string | null
  /** The first fault, as a sentence; null if nothing has changed since it was written. */
  broken: string | null
}

const PAGE = 2_000
/** Checkpoints per page: each may have thousands of heads. */
const CHECKPOINTS = 20

/**
 * Recomputes every chain and every checkpoint, and compares each object's state with its newest event. A given hash of
 * a checkpoint that the log reported before must still exist: newer ones cannot have been removed silently. Each
 * checkpoint must be signed with one of the keys. The site may be in use: the events signed by a checkpoint were stored
 * before it. Everything is read in pages, however much there is.
 */
export async function verifyAudit(
  read: Read,
  keys: AuditKey | readonly AuditKey[],
  expected: string | null = null,
): Promise<AuditReport> {
  const report: AuditReport = { events: 0, chains: 0, checkpoints: 0, lastCheckpoint: null, broken: null }
  const faults = await readCheckpoints(read, [keys].flat(), expected, report)
  const broken =
    (await readEvents(read, report)) ??
    faults.replaced ??
    faults.checkpoint ??
    faults.removed ??
    (await stateFault(read))
  return { ...report, broken }
}

/** The first fault of each kind. */
interface CheckpointFaults {
  checkpoint: string | null
  /** An event that differs from the signed one. */
  replaced: string | null
  removed: string | null
}

async function readCheckpoints(
  read: Read,
  keys: readonly AuditKey[],
  expected: string | null,
  report: AuditReport,
): Promise<CheckpointFaults> {
  const faults: CheckpointFaults = { checkpoint: null, replaced: null, removed: null }
  let previousHash = ''
  let expectedFound = expected === null
  let lastSeal: number | null = null
  for (let after = 0; ; ) {
    const page = await read
      .select()
      .from(auditCheckpoint)
      .where(gt(auditCheckpoint.id, after))
      .orderBy(asc(auditCheckpoint.id))
      .limit(CHECKPOINTS)
    for (const { id, hash, signature, ...row } of page) {
      const name = `checkpoint ${id} (${row.at.toISOString()})`
      const content = { ...row, heads: row.heads as Head[], seals: row.seals as Seals | null }
      if (row.previousHash !== previousHash || checkpointHash(content, previousHash) !== hash)
        return { ...faults, checkpoint: `${name} was changed or one before it is missing` }
      if (!isSignedBy(keys, { hash, signature }))
        return { ...faults, checkpoint: `${name} is not signed with the audit key` }
      if (row.root !== null && merkleRoot(content.heads.map(headLeaf)) !== row.root)
        return { ...faults, checkpoint: `${name} has other heads than its tree` }
      if (row.root === null && lastSeal !== null)
        return { ...faults, checkpoint: `${name} has no tree, but one before it has` }
      if (content.seals) {
        const now = await sealsBetween(read, lastSeal ?? 0, content.seals.last)
        if (now.count !== content.seals.count || now.hash !== content.seals.hash)
          faults.removed ??= `${name} covers ${content.seals.count} seals of changes after number ${lastSeal ?? 0}; of them ${now.count} are there, and they were changed, removed or added`
        lastSeal = content.seals.last
      }
      await compareWithEvents(read, content.heads, name, faults)
      previousHash = hash
      after = id
      report.checkpoints += 1
      report.lastCheckpoint = hash
      if (hash === expected) expectedFound = true
    }
    if (page.length < CHECKPOINTS) break
  }
  if (!expectedFound) faults.checkpoint = `the checkpoint ${expected} is missing`
  return faults
}

/** The events that a checkpoint signed must exist unchanged. */
async function compareWithEvents(read: Read, heads: Head[], name: string, faults: CheckpointFaults) {
  if (faults.replaced && faults.removed) return
  const found: unknown = await read.execute(sql`
    select signed.head ->> 0 as object_id, signed.head ->> 1 as seq, e.id, e.object_kind, e.at
    from jsonb_array_elements(${JSON.stringify(heads)}::jsonb) as signed (head)
    left join ${workflowEvent} e
      on e.object_id = (signed.head ->> 0)::bigint and e.seq = (signed.head ->> 1)::int
    where e.hash is distinct from signed.head ->> 2
    order by e.object_id, e.seq limit 1`)
  const [wrong] = found as {
    object_id: string
    seq: string
    id: string | null
    object_kind: string
    at: string
  }[]
  if (!wrong) return
  const { object_id, seq, id } = wrong
  if (id === null)
    faults.removed ??= `object ${object_id}: event number ${seq}, which ${name} signed, was removed`
  else
    faults.replaced ??= `${eventName(Number(id), wrong.object_kind, object_id, seq, new Date(wrong.at))} is not the one that ${name} signed`
}

const eventName = (
  id: number,
  kind: string,
  objectId: number | string,
  seq: number | string,
  at: Date,
): string => `event ${id} (${kind} ${objectId}, number ${seq}, ${at.toISOString()})`

/** Checks every chain. */
async function readEvents(read: Read, report: AuditReport): Promise<string | null> {
  let head = { objectId: -1, seq: 0, hash: '' }
  for (;;) {
    const page = await read
      .select()
      .from(workflowEvent)
      .where(sql`(${workflowEvent.objectId}, ${workflowEvent.seq}) > (${head.objectId}, ${head.seq})`)
      .orderBy(asc(workflowEvent.objectId), asc(workflowEvent.seq))
      .limit(PAGE)
    for (const { id, hash, previousHash, ...content } of page) {
      const { objectKind, objectId, seq, at } = content
      if (objectId !== head.objectId) {
        head = { objectId, seq: 0, hash: '' }
        report.chains += 1
      }
      const name = eventName(id, objectKind, objectId, seq, at)
      if (seq !== head.seq + 1) return `${name}: number ${head.seq + 1} before it is missing`
      if (previousHash !== head.hash) return `${name} does not follow the event before it`
      if (eventHash(content, previousHash) !== hash)
        return `${name} was changed: its content does not match its hash`
      head = { objectId, seq, hash }
      report.events += 1
    }
    if (page.length < PAGE) return null
  }
}
