import { session } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import type { TransactionAt } from '~/platform/values/context.server'

/**
 * An unfinished login at the site's identity provider. It is stored in the session, so that only the browser that
 * started it can finish it.
 */
export interface SignOnAttempt {
  /** Returned with the provider's response. */
  state: string
  /** Returned in the provider's token. */
  nonce: string
  /** What the provider requires in exchange for its code (PKCE, RFC 7636). */
  verifier: string
  /** Path of this site to go to afterwards. */
  redirectTo: string
  /** Milliseconds since 1970. */
  startedAt: number
}

const ATTEMPT_MS = 10 * 60_000
/** How many logins at the provider one browser may have under way. */
const MAX_ATTEMPTS = 5

/** The attempts that can still be finished, read from a session. */
function openAttempts(held: readonly SignOnAttempt[] | undefined, now: Date): SignOnAttempt[] {
  return (held ?? []).filter(({ startedAt }) => now.getTime() - startedAt < ATTEMPT_MS)
}

/** The session's attempts with one more; the oldest is dropped. */
export function withAttempt(
  held: readonly SignOnAttempt[] | undefined,
  attempt: SignOnAttempt,
  now: Date,
): SignOnAttempt[] {
  return [...openAttempts(held, now), attempt].slice(-MAX_ATTEMPTS)
}

/**
 * A person whom the provider vouches for and who is not linked to a user yet. Stored in their session until they enter
 * a one-time password, for as long as an attempt.
 */
export interface UnlinkedPerson {
  issuer: string
  subject: string
  /** Path of this site to go to afterwards. */
  redirectTo: string
  /** Milliseconds since 1970. */
  since: number
}

/** The person who may still be linked, read from a session. */
export function toBeLinked(held: UnlinkedPerson | undefined, now: Date): UnlinkedPerson | null {
  return held && now.getTime() - held.since < ATTEMPT_MS ? held : null
}

/**
 * Takes the attempt of this state out of a session. It is used up in any case, and of two simultaneous responses only
 * one finds it. Null when the session holds none, or one that took longer than ten minutes.
 */
export async function takeSignOnAttempt(
  { tx, now }: TransactionAt,
  sessionIdHash: string,
  state: string,
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
