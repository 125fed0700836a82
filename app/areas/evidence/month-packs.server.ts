import { createHash } from 'node:crypto'
import type { Database, Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { monthPack, monthPackChunk } from 'db/schema/evidence'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { type Actor, isAllowed } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import { zipOf } from '~/platform/exports/zip'
import {
  cancelJob,
  type JobKind,
  type JobStatus,
  type RunningJob,
  reserveJob,
  runJob,
} from '~/platform/jobs/jobs.server'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { recordPack } from './built-packs.server'
import { type MonthRequest, type MonthScope, monthFiles } from './month.server'

/** How long its link is valid, from the request on. */
const KEPT_MS = 7 * 24 * 60 * 60_000
const CHUNK_BYTES = 512 * 1024

const columns = {
  id: monthPack.id,
  month: monthPack.month,
  funds: monthPack.funds,
  status: sql<JobStatus>`${monthPack.status}`,
  total: monthPack.total,
  done: monthPack.done,
  size: monthPack.size,
  sha256: monthPack.sha256,
  note: monthPack.note,
  requester: sql<string>`${fullName}`,
  requestedBy: monthPack.requestedBy,
  requestedAt: monthPack.requestedAt,
  beatAt: monthPack.beatAt,
  finishedAt: monthPack.finishedAt,
}

const stored = (read: Read) =>
  read.select(columns).from(monthPack).innerJoin(appUser, eq(appUser.id, monthPack.requestedBy))

/** The jobs of the last week, newest first. */
export const newestMonthPacks = (read: Read) =>
  stored(read).orderBy(desc(monthPack.requestedAt), desc(monthPack.id)).limit(20)

export type MonthPack = Awaited<ReturnType<typeof newestMonthPacks>>[number]

/** The day on which its link ends. */
export const availableUntil = ({ requestedAt }: Pick<MonthPack, 'requestedAt'>) =>
  new Date(requestedAt.getTime() + KEPT_MS)

/** @throws DomainError not-found, also after its week */
export async function monthPackById(read: Read, id: number): Promise<MonthPack> {
  const [pack] = await stored(read).where(eq(monthPack.id, id))
  if (!pack)
    throw new DomainError(
      'not-found',
      `There is no pack of a month ${id}. Packs are kept for a week; build it again on the Evidence page.`,
    )
  return pack
}

export const MONTH_PACK_JOB: JobKind = {
  table: monthPack,
  limit: 1,
  waits: true,
  tooMany: () =>
    new DomainError(
      'busy',
      'A month that you requested is being built or waits for its turn. Wait until it is finished, or cancel it, then try again.',
      { title: 'No pack was built' },
    ),
  lost: 'Fundesk was stopped while it was built. Build it again.',
  async discard(tx, id) {
    await tx.delete(monthPackChunk).where(eq(monthPackChunk.packId, id))
  },
}

/**
 * Stores a new job; the work itself starts with `buildMonthPack`, after the transaction.
 * @throws DomainError busy while another one of this user runs or waits
 */
export async function beginMonthPack(
  { tx, actor, now }: Pick<UserWriteContext, 'tx' | 'actor' | 'now'>,
  { month, funds }: MonthScope,
  total: number,
): Promise<number> {
  const started = await reserveJob({ tx, now }, MONTH_PACK_JOB, actor.id)
  const [row] = await tx
    .insert(monthPack)
    .values({ ...started, month, funds: [...funds], total, requestedBy: actor.id })
    .returning({ id: monthPack.id })
  if (!row) throw new Error('The job was not stored')
  return row.id
}

/** Whether this person may cancel a pack: their own, or any with the permission to update. */
export const mayCancel = (actor: Actor, { requestedBy }: Pick<MonthPack, 'requestedBy'>) =>
  requestedBy === actor.id || isAllowed(actor, 'evidence', 'update')

/**
 * Cancels a job and discards what it has built.
 * @throws DomainError not-found, forbidden for the pack of another user, conflict when it has ended
 */
export async function cancelMonthPack(context: UserWriteContext, id: number): Promise<void> {
  const pack = await monthPackById(context.tx, id)
  if (!mayCancel(context.actor, pack))
    throw new DomainError(
      'forbidden',
      `${pack.requester} requested this pack: only they and users with the permission to update evidence may cancel it.`,
      { title: 'The pack was not cancelled' },
    )
  if (await cancelJob(context, MONTH_PACK_JOB, id)) return
  throw new DomainError(
    'conflict',
    'This pack is no longer being built. Reload the page to see how it ended.',
  )
}

export interface MonthJob extends Omit<MonthRequest, 'onNav'> {
  id: number
  actor: Actor
}

/** Builds the pack of a job and stores it piece by piece, and its end; it never throws. */
export function buildMonthPack(
  site: { database: Pick<Database, 'read' | 'transaction'>; clock: () => Date },
  { id, actor, ...request }: MonthJob,
  onFault: (err: unknown) => void,
): Promise<void> {
  const { read, transaction } = site.database
  const { navs, scope } = request
  const build = async ({ onProgress, checkRunning }: RunningJob) => {
    const hash = createHash('sha256')
    let [size, seq, held] = [0, 0, 0]
    // One buffer for all pieces: a separate one for each would stay in memory until many had piled up.
    const piece = Buffer.alloc(CHUNK_BYTES)
    const store = async () => {
      // In hexadecimal, as the driver sends bytes, it would take twice its size, and four copies.
      const bytes = sql`decode(${piece.toString('base64', 0, held)}, 'base64')`
      await transaction(async (tx) => {
        await checkRunning(tx)
        await tx.insert(monthPackChunk).values({ packId: id, seq, bytes })
      })
      seq += 1
      held = 0
    }
    const onNav = (done: number) => onProgress(done, navs.length)
    for await (const part of zipOf(monthFiles(read, { ...request, onNav }))) {
      hash.update(part)
      size += part.length
      for (let at = 0; at < part.length; ) {
        const taken = part.subarray(at, at + CHUNK_BYTES - held)
        piece.set(taken, held)
        held += taken.length
        at += taken.length
        if (held === CHUNK_BYTES) await store()
      }
    }
    if (held > 0) await store()
    const sha256 = hash.digest('hex')
    return async ({ tx, now }: TransactionAt) => {
      await recordPack({ tx, actor, now }, { kind: 'month', ...scope, sha256, size })
      return { size, sha256 }
    }
  }
  return runJob(site, MONTH_PACK_JOB, id, build, onFault)
}

/** The stored bytes of a pack, both offsets inclusive; each piece is read by its own statement. */
export async function* monthPackBytes(
  read: Read,
  id: number,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array, void, void> {
  let at = 0
  for (let seq = 0; at <= to; seq++) {
    const [row] = await read
      .select({
        size: sql<number>`length(${monthPackChunk.bytes})`,
        bytes: sql<Uint8Array | null>`case when ${at} + length(${monthPackChunk.bytes}) > ${from} then ${monthPackChunk.bytes} end`,
      })
      .from(monthPackChunk)
      .where(and(eq(monthPackChunk.packId, id), eq(monthPackChunk.seq, seq)))
    if (!row) throw new Error(`Piece ${seq} of the pack ${id} is missing`)
    if (row.bytes) yield row.bytes.subarray(Math.max(0, from - at), Math.min(row.size, to + 1 - at))
    at += row.size
  }
}

/** Removes the packs whose week is over. */
export async function sweepMonthPacks({ tx, now }: TransactionAt): Promise<void> {
  await tx.delete(monthPack).where(lt(monthPack.requestedAt, new Date(now.getTime() - KEPT_MS)))
}
