import type { Read, Transaction } from 'db/database'
import { idempotencyKey } from 'db/schema/workflow'
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'

/** The idempotency key of a request. */
export interface SentKey {
  key: string
  /** How long it is valid, in milliseconds; a week by default. After that the same key runs the work again. */
  lastsMs?: number
}

/** A user's transaction, with the key of the request. */
export interface OnceContext extends TransactionAt {
  actor: { id: number }
  /** Null: the work runs each time. */
  sentKey: SentKey | null
}

/** The key is in use by a transaction of another request, which has not ended yet. */
export class KeyInUse extends Error {}

/**
 * Claims a key until the end of the transaction, without waiting: a request that waits for another one with its key
 * holds no connection meanwhile.
 * @throws KeyInUse
 */
export async function claimKey(tx: Transaction, key: string): Promise<void> {
  const [row] = (await tx.execute(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as claimed`,
  )) as unknown as [{ claimed: boolean }]
  if (!row.claimed) throw new KeyInUse()
}

const repeated = new WeakSet<Transaction>()

/** Whether a transaction only returned the stored result of an earlier one. */
export const wasRepeated = (tx: Transaction) => repeated.has(tx)

/**
 * Runs the work once for the key of its request. A second attempt (double click, retry after a lost connection) waits
 * for the first and returns its result; if the first failed, the work runs again. Without a key the work runs each
 * time.
 * @param action what the work does; a key that was used for something else is refused
 */
export async function withIdempotencyKey<Answer>(
  { tx, actor, now, sentKey }: OnceContext,
  action: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (sentKey === null) return work()
  const { key, lastsMs } = sentKey
  const userId = actor.id
  if (lastsMs !== undefined)
    await tx
      .delete(idempotencyKey)
      .where(
        and(eq(idempotencyKey.key, key), lt(idempotencyKey.createdAt, new Date(now.getTime() - lastsMs))),
      )
  const claimed = await tx
    .insert(idempotencyKey)
    .values({ key, userId, action, answer: null, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key })
  if (claimed.length === 0) {
    const [done] = await tx.select().from(idempotencyKey).where(eq(idempotencyKey.key, key))
    if (!done || done.userId !== userId || done.action !== action) throw keyTaken()
    repeated.add(tx)
    return done.answer as Answer
  }
  const answer = await work()
  await tx
    .update(idempotencyKey)
    .set({ answer: answer ?? {} })
    .where(eq(idempotencyKey.key, key))
  return answer
}

/** Refuses a key that was used for something else. The form returns with a new key: sent again, it is saved. */
const keyTaken = () =>
  new DomainError(
    'conflict',
    'Not saved: this form was already sent with different content, and that was saved. Check what you entered and send it again. Programs send a new Idempotency-Key.',
  )

interface OnceWork {
  read: Read
  actor: { id: number }
  sentKey(): SentKey | null
}

/**
 * The result stored for the key of a request; null if the work has not run with it. For work that may refuse before it
 * reaches `withIdempotencyKey`: when it was already done, it returns its result, wherever the object is now.
 */
export async function storedAnswer<Answer>(
  { read, actor, sentKey }: OnceWork,
  action: string,
): Promise<Answer | null> {
  const sent = sentKey()
  if (sent === null) return null
  const of = idempotencyKey
  const [done] = await read
    .select({ answer: of.answer })
    .from(of)
    .where(and(eq(of.key, sent.key), eq(of.userId, actor.id), eq(of.action, action), isNotNull(of.answer)))
  return done ? (done.answer as Answer) : null
}

const KEPT_MS = 7 * 24 * 60 * 60_000

/** A form older than a week is not sent again. */
export async function sweepIdempotencyKeys({ tx, now }: TransactionAt): Promise<void> {
  await tx.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, new Date(now.getTime() - KEPT_MS)))
}

/** What was sent with a key. */
export interface SentContent {
  key: string
  /** A hash of it. */
  content: string
}

/** The content used with a key is stored next to the key, for the same time. */
const contentKey = (key: string) => `content of ${key}`

/** Refuses a key that was used with other content. @throws DomainError conflict */
export async function refuseOtherContent(read: Read, { key, content }: SentContent): Promise<void> {
  const of = idempotencyKey
  const [known] = await read
    .select({ content: of.action })
    .from(of)
    .where(eq(of.key, contentKey(key)))
  if (known && known.content !== content) throw keyTaken()
}

/**
 * Stores what a user sent with a key, for the transaction that does its work. @throws DomainError conflict if the key
 * was used with other content
 */
export async function storeContent(
  { tx, now }: TransactionAt,
  userId: number,
  { key, content }: SentContent,
): Promise<void> {
  await tx
    .insert(idempotencyKey)
    .values({ key: contentKey(key), userId, action: content, answer: null, createdAt: now })
    .onConflictDoNothing()
  await refuseOtherContent(tx, { key, content })
}
