import type { Transaction } from 'db/database'
import { session } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import { openAttempts, type SignOnAttempt } from './sign-on-attempt'

/**
 * Takes the attempt of this state out of a session. It is used up in any case, and of two simultaneous responses only
 * one finds it. Null when the session holds none, or one that took longer than ten minutes.
 */
export async function takeSignOnAttempt(
  tx: Transaction,
  sessionIdHash: string,
  state: string,
  now: Date,
): Promise<SignOnAttempt | null> {
  const [row] = await tx
    .select({ data: session.data })
    .from(session)
    .where(eq(session.idHash, sessionIdHash))
    .for('update')
  if (!row) return null
  const data = row.data as Record<string, unknown> & { signOns?: SignOnAttempt[] }
  const attempts = openAttempts(data.signOns, now)
  const attempt = attempts.find((each) => each.state === state)
  if (!attempt) return null
  const signOns = attempts.filter((each) => each !== attempt)
  await tx
    .update(session)
    .set({ data: { ...data, signOns } })
    .where(eq(session.idHash, sessionIdHash))
  return attempt
}
