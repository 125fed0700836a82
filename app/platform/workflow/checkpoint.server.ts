import { createHmac } from 'node:crypto'
import type { Database, Read, Transaction } from 'db/database'
import { changeSeal } from 'db/schema/evidence'
import { auditCheckpoint, workflowEvent } from 'db/schema/workflow'
import { and, asc, desc, gt, lte, max, sql } from 'drizzle-orm'
import type { TransactionAt } from '~/platform/values/context.server'
import { canonicalJson, sha256 } from './event-hash'
import { CHECKPOINT_LOCK } from './history.server'
import { merkleRoot } from './merkle'
import { isSignedWith, openSigning, type PublicKey } from './signing.server'

/** [object id, seq, hash] of a chain's newest event. */
export type Head = [objectId: number, seq: number, hash: string]

export interface Checkpoint {
  at: Date
  lastEventId: number
  heads: Head[]
  hash: string
}

/** The seals that a checkpoint covers: those after the previous checkpoint, up to a number. */
export interface Seals {
  last: number
  count: number
  /** SHA-256 over lines of number and hash, in order. */
  hash: string
}

/** A leaf of the checkpoint's tree: the head of a chain. */
export const headLeaf = ([objectId, seq, hash]: Head) => `chain ${objectId} ${seq} ${hash}`

/** The hash of these seals, in the order of their numbers. */
const sealsHash = (seals: readonly { id: number; hash: string }[]) =>
  sha256(seals.map(({ id, hash }) => `${id} ${hash}`).join('\n'))

interface Content {
  at: Date
  lastEventId: number
  heads: Head[]
  /** Null for a checkpoint from before trees were introduced. */
  root?: string | null
  seals?: Seals | null
}

/** The hashed text of a checkpoint. With a tree it includes only the root, not the heads. */
export function checkpointText(content: Content, previousHash: string): string {
  const { lastEventId, heads, root, seals } = content
  const at = content.at.toISOString()
  const hashed = root ? { at, lastEventId, count: heads.length, root, seals } : { at, lastEventId, heads }
  return `${previousHash}\n${canonicalJson(hashed)}`
}

/** Hash of a checkpoint, a link of the global chain. */
export const checkpointHash = (content: Content, previousHash: string): string =>
  sha256(checkpointText(content, previousHash))

/** What signs checkpoints: the site's signing, or an HMAC key. */
export type Signer = string | ((hash: string) => string)
/** What verifies a signature: a public key, or an HMAC key from before public keys were used. */
export type AuditKey = string | PublicKey

/** In the place of an earlier key that is lost. */
const LOST = 'lost'

interface KeySettings {
  auditKey: string
  auditKeysBefore?: readonly string[]
  signingKey: string
  signingKeysBefore?: readonly string[]
}

/** The keys with which the checkpoints of a site are verified. What a lost one signed is not accepted. */
export function auditKeysOf(settings: KeySettings): AuditKey[] {
  const { auditKey, auditKeysBefore = [], signingKey, signingKeysBefore } = settings
  const { all } = openSigning(signingKey, signingKeysBefore)
  return [...all, auditKey, ...auditKeysBefore.filter((key) => key !== LOST)]
}

/** Whether the settings say that an earlier key is lost. */
export const isKeyLost = ({ auditKeysBefore = [] }: Pick<KeySettings, 'auditKeysBefore'>) =>
  auditKeysBefore.includes(LOST)

function signatureOf(hash: string, key: string): string {
  return createHmac('sha256', key).update(hash).digest('hex')
}

/** Whether one of these keys signed it. */
export const isSignedBy = (
  keys: readonly AuditKey[],
  { hash, signature }: { hash: string; signature: string },
) =>
  keys.some((key) => typeof key === 'string' && signatureOf(hash, key) === signature) ||
  isSignedWith(
    keys.filter((key) => typeof key !== 'string'),
    hash,
    signature,
  )

/** Whether the newest checkpoint, if any, was signed with one of these keys. */
export async function hasKeyOfLastSignature(read: Read, keys: readonly AuditKey[]): Promise<boolean> {
  const [last] = await read
    .select({ hash: auditCheckpoint.hash, signature: auditCheckpoint.signature })
    .from(auditCheckpoint)
    .orderBy(desc(auditCheckpoint.id))
    .limit(1)
  return last === undefined || isSignedBy(keys, last)
}

/** Time of the oldest event that no checkpoint covers yet; null if all are covered. */
export async function uncoveredSince(read: Read): Promise<Date | null> {
  const covered = read.select({ id: max(auditCheckpoint.lastEventId) }).from(auditCheckpoint)
  const [oldest] = await read
    .select({ at: workflowEvent.at })
    .from(workflowEvent)
    .where(sql`${workflowEvent.id} > coalesce(${covered}, 0)`)
    .orderBy(asc(workflowEvent.id))
    .limit(1)
  return oldest?.at ?? null
}

/** Most events of a checkpoint: millions of new ones, after a load for example, need several. */
const MAX_EVENTS = 10_000
/**
 * While a load is being stored, its events are held back from checkpoints; our lock must not delay users' steps for
 * longer than this.
 */
const WAIT_MS = 2_000
/** Held while checkpoints are written; not an object id. */
const WRITER_LOCK = -2

/**
 * Adds the heads of all chains changed since the last checkpoint to the global chain and signs it, in as many
 * checkpoints as necessary. Returns the last one, null if nothing happened. The caller writes the result to the log,
 * outside the database.
 * @throws StatementFailed (55P03) while a load is running: its events wait for the next checkpoint
 */
export async function writeCheckpoint(
  transaction: Database['transaction'],
  signer: Signer,
  now: Date,
): Promise<Checkpoint | null> {
  // The locks are taken one at a time: a transaction that holds one may wait for the other.
  const seals = await transaction(settledSeals)
  const upTo = await transaction(settledEvents)
  return transaction((tx) => joinHeads({ tx, now }, { upTo, seals }, signer))
}

/** Held in shared mode by transactions that change business data (seal_of_transaction); not an object id. */
const SEAL_LOCK = -3

/** The newest seal before which no new one can appear. */
async function settledSeals(tx: Transaction): Promise<number> {
  await tx.execute(sql`select set_config('lock_timeout', ${String(WAIT_MS)}, true)`)
  await tx.execute(sql`select pg_advisory_xact_lock(${SEAL_LOCK})`)
  const [newest] = await tx.select({ id: max(changeSeal.id) }).from(changeSeal)
  return newest?.id ?? 0
}

/** The newest event before which no new one can appear. Steps wait only while it is determined. */
async function settledEvents(tx: Transaction): Promise<number> {
  await tx.execute(sql`select set_config('lock_timeout', ${String(WAIT_MS)}, true)`)
  await tx.execute(sql`select pg_advisory_xact_lock(${CHECKPOINT_LOCK})`)
  const [newest] = await tx.select({ id: sql<string | null>`max(${workflowEvent.id})` }).from(workflowEvent)
  return Number(newest?.id ?? 0)
}

interface Settled {
  upTo: number
  seals: number
}

async function joinHeads(
  { tx, now }: TransactionAt,
  { upTo, seals: upToSeal }: Settled,
  signer: Signer,
): Promise<Checkpoint | null> {
  const sign = typeof signer === 'string' ? (hash: string) => signatureOf(hash, signer) : signer
  await tx.execute(sql`select pg_advisory_xact_lock(${WRITER_LOCK})`)
  const [previous] = await tx
    .select({
      hash: auditCheckpoint.hash,
      lastEventId: auditCheckpoint.lastEventId,
      root: auditCheckpoint.root,
      seals: auditCheckpoint.seals,
    })
    .from(auditCheckpoint)
    .orderBy(desc(auditCheckpoint.id))
    .limit(1)
  let last: Checkpoint | null = null
  let seals = await sealsBetween(tx, (previous?.seals as Seals | null)?.last ?? 0, upToSeal)
  // The first tree covers the heads of all chains.
  const first = previous?.root ? previous.lastEventId : 0
  for (let after = first; ; after = last.lastEventId) {
    const changed = await changedBetween(tx, after, upTo)
    if (changed.length === 0 && (last || seals.count === 0)) return last
    const heads = headsOf(changed)
    const lastEventId = lastIdOf(changed) || (previous?.lastEventId ?? 0)
    const content = { at: now, lastEventId, heads, root: merkleRoot(heads.map(headLeaf)), seals }
    const previousHash: string = last?.hash ?? previous?.hash ?? ''
    const hash = checkpointHash(content, previousHash)
    await tx.insert(auditCheckpoint).values({ ...content, previousHash, hash, signature: sign(hash) })
    last = { ...content, hash }
    seals = { last: seals.last, count: 0, hash: sealsHash([]) }
  }
}

/** The seals after one number and up to another. */
export async function sealsBetween(read: Read, after: number, upTo: number): Promise<Seals> {
  const seals = await read
    .select({ id: changeSeal.id, hash: changeSeal.hash })
    .from(changeSeal)
    .where(and(gt(changeSeal.id, after), lte(changeSeal.id, upTo)))
    .orderBy(asc(changeSeal.id))
  return { last: Math.max(after, upTo), count: seals.length, hash: sealsHash(seals) }
}

type Changed = Awaited<ReturnType<typeof changedBetween>>

/** The next events, in order of id. */
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
    .limit(MAX_EVENTS)
}

function lastIdOf(changed: Changed): number {
  return changed.at(-1)?.id ?? 0
}

/** The newest of these events for each object. */
function headsOf(changed: Changed): Head[] {
  const heads = new Map<number, Head>()
  for (const { objectId, seq, hash } of changed)
    if (seq > (heads.get(objectId)?.[1] ?? 0)) heads.set(objectId, [objectId, seq, hash])
  return [...heads.values()].sort(([a], [b]) => a - b)
}
