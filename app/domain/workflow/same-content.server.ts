import type { Read, Transaction } from 'db/doors'
import { idempotencyKey } from 'db/schema/workflow'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/domain/values/domain-error'
import type { OnceKey } from './once.server'

/** With what content a key took effect is kept beside the key itself, and as long. */
const besides = (key: string) => `content of ${key}`

/** Refuses a key that took effect with other content. @param content a hash of it @throws DomainError conflict */
export async function refuseOtherContent(read: Read, key: string, content: string): Promise<void> {
  const of = idempotencyKey
  const [known] = await read
    .select({ content: of.action })
    .from(of)
    .where(eq(of.key, besides(key)))
  if (known && known.content !== content)
    throw new DomainError(
      'conflict',
      'With this Idempotency-Key something else was sent before, and took effect. Send each with a key of its own.',
    )
}

/** Keeps with what content a key took effect. @throws DomainError conflict when it just did with another */
export async function keepContent(
  tx: Transaction,
  { key, userId, now }: Omit<OnceKey, 'action'>,
  content: string,
): Promise<void> {
  await tx
    .insert(idempotencyKey)
    .values({ key: besides(key), userId, action: content, answer: null, createdAt: now })
    .onConflictDoNothing()
  await refuseOtherContent(tx, key, content)
}
