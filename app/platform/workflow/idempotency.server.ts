import type { Database, Read, Transaction } from 'db/database'
import { idempotencyKey } from 'db/schema/workflow'
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'

export interface OnceKey {
  key: string
  userId: number
  /** What the form does; a key used for something else is refused. */
  action: string
  now: Date
  /** How long it is known, in milliseconds; a week by default. Then the same key does the work again. */
  lastsMs?: number
}

const repeated = new WeakSet<Transaction>()

/** Whether a transaction only repeated the answer of an earlier one. */
export const wasRepeated = (tx: Transaction) => repeated.has(tx)

/**
 * Does the work once for a key. A second try (double click, retry after a lost connection) waits for the first and gets
 * its result; when the first failed, the work is done again. Without a key the work is done each time.
 */
export async function withIdempotencyKey<Answer>(
  tx: Transaction,
  { key, userId, action, now, lastsMs }: Omit<OnceKey, 'key'> & { key: string | null },
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

/**
 * The refusal of a key that took effect with something else. A form comes back under a new one: sent again, it is
 * saved.
 */
const keyTaken = () =>
  new DomainError(
    'conflict',
    'Not saved: this form was already sent with different content, and that was saved. Check what you entered and send it again. Programs send a new Idempotency-Key.',
  )

/**
 * The result stored for a key; null when the work was not done under it. For callers that refuse before they come to
 * `once`: work that was already done returns its result, wherever the object is by now.
 */
export async function storedAnswer<Answer>(
  read: Read,
  { key, userId, action }: Omit<OnceKey, 'now'>,
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

/** The content that a key took effect with is stored beside the key itself, and for as long. */
const besides = (key: string) => `content of ${key}`

/** Refuses a key that took effect with other content. @param content a hash of it @throws DomainError conflict */
export async function refuseOtherContent(read: Read, key: string, content: string): Promise<void> {
  const of = idempotencyKey
  const [known] = await read
    .select({ content: of.action })
    .from(of)
    .where(eq(of.key, besides(key)))
  if (known && known.content !== content) throw keyTaken()
}

/** A key, and a hash of the content that was sent under it. */
export interface SentContent extends Omit<OnceKey, 'action'> {
  content: string
}

/**
 * The same `read` and `transaction`; what `transaction` stores is kept together with the content that was sent. A
 * transaction is refused with `conflict` when its key just took effect with other content.
 * @param sent called at each transaction; null where no content is kept
 */
export function keepingContent(database: Database, sent: () => SentContent | null): Database {
  return {
    ...database,
    transaction(work) {
      const kept = sent()
      if (!kept) return database.transaction(work)
      return database.transaction(async (tx) => {
        await keepContent(tx, kept)
        return work(tx)
      })
    },
  }
}

async function keepContent(tx: Transaction, { key, userId, now, content }: SentContent): Promise<void> {
  await tx
    .insert(idempotencyKey)
    .values({ key: besides(key), userId, action: content, answer: null, createdAt: now })
    .onConflictDoNothing()
  await refuseOtherContent(tx, key, content)
}
