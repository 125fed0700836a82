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
import { eventFaults } from './event-faults'
import { merkleRoot } from './merkle'

/** Objects per statement: each statement stays well within the time limit of a read. */
const OBJECTS = 20_000

/**
 * Compares each object's state with its newest event; a sentence for each that differs. Both are compared in one
 * statement, so that it sees them at the same moment.
 */
async function stateFaults(read: Read, most: number): Promise<string[]> {
  const moved = await allFaults(read, movedAfter, most)
  const lost = await allFaults(read, lostAfter, most)
  return [
    ...moved.map(
      ({ kind, object_id, status, queue }) =>
        `${kind} ${object_id} is at ${status} (${queue}), but its newest event says otherwise`,
    ),
    ...lost.map(({ kind, object_id }) => `${kind} ${object_id} has events, but its state was removed`),
  ]
}

interface Fault {
  kind: string
  object_id: string
  status: string
  queue: string
}

/** Checks all objects, page by page in order of id. */
async function allFaults(read: Read, page: (after: number) => SQL, most: number): Promise<Fault[]> {
  const faults: Fault[] = []
  for (let after = -1; ; ) {
    const found: unknown = await read.execute(page(after))
    const rows = found as (Fault & { last: string; wrong: boolean })[]
    faults.push(...rows.filter((row) => row.wrong))
    const last = rows[0]?.last
    if (last === undefined || last === null || faults.length >= most) return faults
    after = Number(last)
  }
}

/** One row with the last object of the page, and the faulty objects. */
const movedAfter = (after: number) => sql`
  with page as materialized (
    select object_id, kind, queue, status, class, round from ${workflowInstance}
    where object_id > ${after} order by object_id limit ${OBJECTS})
  select true as wrong, i.kind, i.object_id, i.queue, i.status, null::bigint as last from page i
  left join lateral (select e.queue, e.status, e.class, e.round from ${workflowEvent} e
    where e.object_id = i.object_id order by e.seq desc limit 1) newest on true
  where (i.queue, i.status, i.class, i.round) is distinct from (newest.queue, newest.status, newest.class, newest.round)
  union all
  select false, null, null, null, null, max(object_id) from page
  order by wrong, object_id`

const lostAfter = (after: number) => sql`
  with page as materialized (
    select object_id, object_kind from ${workflowEvent}
    where object_id > ${after} and seq = 1 order by object_id limit ${OBJECTS})
  select true as wrong, object_kind as kind, object_id, null as queue, null as status, null::bigint as last from page e
  where e.object_kind in (select kind from ${workflowDefinition})
    and not exists (select from ${workflowInstance} i where i.object_id = e.object_id)
  union all
  select false, null, null, null, null, max(object_id) from page
  order by wrong, object_id`

export interface AuditReport {
  events: number
  chains: number
  checkpoints: number
  lastCheckpoint: string | null
  /** Each fault, as a sentence; none if nothing has changed since it was written. */
  faults: string[]
  /** The first of them; null without one. */
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
 * @param most faults of each kind; with more there is a bigger problem
 */
export async function verifyAudit(
  read: Read,
  keys: AuditKey | readonly AuditKey[],
  expected: string | null = null,
  most = 50,
): Promise<AuditReport> {
  const counts: Counts = { events: 0, chains: 0, checkpoints: 0, lastCheckpoint: null }
  const signed = await readCheckpoints(read, { keys: [keys].flat(), expected, most }, counts)
  const faults = [
    ...(await readEvents(read, most, counts)),
    ...signed.replaced,
    ...signed.checkpoint,
    ...signed.removed,
    ...(await stateFaults(read, most)),
  ]
  return { ...counts, faults, broken: faults[0] ?? null }
}

type Counts = Pick<AuditReport, 'events' | 'chains' | 'checkpoints' | 'lastCheckpoint'>

interface CheckpointFaults {
  checkpoint: string[]
  /** Events that differ from the signed ones. */
  replaced: string[]
  removed: string[]
}

interface Checking {
  keys: readonly AuditKey[]
  expected: string | null
  most: number
}

async function readCheckpoints(
  read: Read,
  { keys, expected, most }: Checking,
  counts: Counts,
): Promise<CheckpointFaults> {
  const faults: CheckpointFaults = { checkpoint: [], replaced: [], removed: [] }
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
      const fault = checkpointFault(content, {
        hash,
        signature,
        keys,
        previousHash,
        hasSeals: lastSeal !== null,
      })
      if (fault) faults.checkpoint.push(`${name} ${fault}`)
      else if (content.seals) {
        const now = await sealsBetween(read, lastSeal ?? 0, content.seals.last)
        if (now.count !== content.seals.count || now.hash !== content.seals.hash)
          faults.removed.push(
            `${name} covers ${content.seals.count} seals of changes after number ${lastSeal ?? 0}; of them ${now.count} are there, and they were changed, removed or added`,
          )
      }
      if (content.seals) lastSeal = content.seals.last
      if (!fault) await compareWithEvents(read, content.heads, { name, most }, faults)
      previousHash = hash
      after = id
      counts.checkpoints += 1
      counts.lastCheckpoint = hash
      if (hash === expected) expectedFound = true
    }
    if (page.length < CHECKPOINTS || faults.checkpoint.length >= most) break
  }
  if (!expectedFound) faults.checkpoint.push(`the checkpoint ${expected} is missing`)
  return faults
}

interface Linked {
  hash: string
  signature: string
  keys: readonly AuditKey[]
  previousHash: string
  /** One before it covers seals of changes. */
  hasSeals: boolean
}

/** What is wrong with a checkpoint itself, as the rest of a sentence; null if nothing is. */
function checkpointFault(
  content: Parameters<typeof checkpointHash>[0] & { previousHash: string },
  { hash, signature, keys, previousHash, hasSeals }: Linked,
): string | null {
  if (content.previousHash !== previousHash || checkpointHash(content, previousHash) !== hash)
    return 'was changed or one before it is missing'
  if (!isSignedBy(keys, { hash, signature })) return 'is not signed with the audit key'
  const { root = null } = content
  if (root !== null && merkleRoot(content.heads.map(headLeaf)) !== root)
    return 'has other heads than its tree'
  if (root === null && hasSeals) return 'has no tree, but one before it has'
  return null
}

/** The events that a checkpoint signed must exist unchanged. */
async function compareWithEvents(
  read: Read,
  heads: Head[],
  { name, most }: { name: string; most: number },
  faults: CheckpointFaults,
) {
  if (faults.replaced.length + faults.removed.length >= most) return
  const found: unknown = await read.execute(sql`
    select signed.head ->> 0 as object_id, signed.head ->> 1 as seq, e.id, e.object_kind, e.at
    from jsonb_array_elements(${JSON.stringify(heads)}::jsonb) as signed (head)
    left join ${workflowEvent} e
      on e.object_id = (signed.head ->> 0)::bigint and e.seq = (signed.head ->> 1)::int
    where e.hash is distinct from signed.head ->> 2
    order by e.object_id, e.seq limit ${most}`)
  const wrong = found as {
    object_id: string
    seq: string
    id: string | null
    object_kind: string
    at: string
  }[]
  for (const { object_id, seq, id, object_kind: kind, at } of wrong)
    if (id === null)
      faults.removed.push(`object ${object_id}: event number ${seq}, which ${name} signed, was removed`)
    else
      faults.replaced.push(
        `${eventName(Number(id), kind, object_id, seq, new Date(at))} is not the one that ${name} signed`,
      )
}

const eventName = (
  id: number,
  kind: string,
  objectId: number | string,
  seq: number | string,
  at: Date,
): string => `event ${id} (${kind} ${objectId}, number ${seq}, ${at.toISOString()})`

/** Checks every chain; a sentence for each event that does not fit. */
async function readEvents(read: Read, most: number, counts: Counts): Promise<string[]> {
  const faults: string[] = []
  let head = { objectId: -1, seq: 0, hash: '' }
  for (;;) {
    const page = await read
      .select()
      .from(workflowEvent)
      .where(sql`(${workflowEvent.objectId}, ${workflowEvent.seq}) > (${head.objectId}, ${head.seq})`)
      .orderBy(asc(workflowEvent.objectId), asc(workflowEvent.seq))
      .limit(PAGE)
    for (const event of page) {
      const { id, objectKind, objectId, seq, at, hash } = event
      const isFirst = objectId !== head.objectId
      if (isFirst) counts.chains += 1
      const name = eventName(id, objectKind, objectId, seq, at)
      faults.push(...eventFaults(event, isFirst ? null : head).map((fault) => name + fault))
      head = { objectId, seq, hash }
      counts.events += 1
    }
    if (page.length < PAGE || faults.length >= most) return faults
  }
}
