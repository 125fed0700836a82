import type { Database, Read, Transaction } from 'db/database'
import { idempotencyKey } from 'db/schema/workflow'
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'

export interface IdempotencyKey {
  key: string
  userId: number
  /** What the form does; a key that was used for something else is refused. */
  action: string
  now: Date
  /** How long it is valid, in milliseconds; a week by default. After that the same key runs the work again. */
  lastsMs?: number
}

const repeated = new WeakSet<Transaction>()

/** Whether a transaction only returned the stored result of an earlier one. */
export const wasRepeated = (tx: Transaction) => repeated.has(tx)

/**
 * Runs the work once for a key. A second attempt (double click, retry after a lost connection) waits for the first and
 * returns its result; if the first failed, the work runs again. Without a key the work runs each time.
 */
export async function withIdempotencyKey<Answer>(
  tx: Transaction,
  { key, userId, action, now, lastsMs }: Omit<IdempotencyKey, 'key'> & { key: string | null },
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === null) return work()
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

/**
 * The result stored for a key; null if the work has not run with it. For callers that may refuse before they reach
 * `once`: work that was already done returns its result, wherever the object is now.
 */
export async function storedAnswer<Answer>(
  read: Read,
  { key, userId, action }: Omit<IdempotencyKey, 'now'>,
): Promise<Answer | null> {
  const of = idempotencyKey
  const [done] = await read
    .select({ answer: of.answer })
    .from(of)
    .where(and(eq(of.key, key), eq(of.userId, userId), eq(of.action, action), isNotNull(of.answer)))
  return done ? (done.answer as Answer) : null
}

const KEPT_MS = 7 * 24 * 60 * 60_000

/** A form older than a week is not sent again. */
export async function sweepIdempotencyKeys({ tx, now }: TransactionAt): Promise<void> {
  await tx.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, new Date(now.getTime() - KEPT_MS)))
}

/** The content used with a key is stored next to the key, for the same time. */
const contentKey = (key: string) => `content of ${key}`

/** Refuses a key that was used with other content. @param content a hash of it @throws DomainError conflict */
export async function refuseOtherContent(read: Read, key: string, content: string): Promise<void> {
  const of = idempotencyKey
  const [known] = await read
    .select({ content: of.action })
    .from(of)
    .where(eq(of.key, contentKey(key)))
  if (known && known.content !== content) throw keyTaken()
}

/** A key, and a hash of the content sent with it. */
export interface SentContent extends Omit<IdempotencyKey, 'action'> {
  content: string
}

/**
 * The same `read` and `transaction`; each `transaction` also stores a hash of the sent content. It is refused with
 * `conflict` if its key has meanwhile been used with other content.
 * @param sent called for each transaction; null if no content is to be stored
 */
export function keepingContent(database: Database, sent: () => SentContent | null): Database {
  return {
    ...database,
    transaction(work) {
      const sentContent = sent()
      if (!sentContent) return database.transaction(work)
      return database.transaction(async (tx) => {
        await keepContent(tx, sentContent)
        return work(tx)
      })
    },
  }
}

async function keepContent(tx: Transaction, { key, userId, now, content }: SentContent): Promise<void> {
  await tx
    .insert(idempotencyKey)
    .values({ key: contentKey(key), userId, action: content, answer: null, createdAt: now })
    .onConflictDoNothing()
  await refuseOtherContent(tx, key, content)
}
