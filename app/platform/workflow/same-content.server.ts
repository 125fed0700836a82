import type { Doors, Read, Transaction } from 'db/database'
import { idempotencyKey } from 'db/schema/workflow'
import { eq } from 'drizzle-orm'
import { keyTaken, type OnceKey } from './once.server'

/** With what content a key took effect is kept beside the key itself, and as long. */
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

/** A key, and a hash of what was sent under it. */
export interface SentContent extends Omit<OnceKey, 'action'> {
  content: string
}

/**
 * The same doors; with what goes through them to be stored they keep what it was sent with. A transaction is refused with
 * `conflict` when its key just took effect with other content.
 * @param sent asked at each transaction; null where nothing is kept
 */
export function keepingContent(doors: Doors, sent: () => SentContent | null): Doors {
  return {
    ...doors,
    transaction(work) {
      const kept = sent()
      if (!kept) return doors.transaction(work)
      return doors.transaction(async (tx) => {
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
