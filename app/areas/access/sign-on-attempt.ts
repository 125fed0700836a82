/**
 * A login that was begun at the site's identity provider and is not finished. It is kept in the session, so that only
 * the browser that began it can finish it.
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

export const ATTEMPT_MS = 10 * 60_000
/** Pages that one browser may have open at the provider. */
const MOST_ATTEMPTS = 5

/** The attempts that can still be finished, read from a session. */
export function openAttempts(held: readonly SignOnAttempt[] | undefined, now: Date): SignOnAttempt[] {
  return (held ?? []).filter(({ startedAt }) => now.getTime() - startedAt < ATTEMPT_MS)
}

/** The attempts of a session after one more was begun; the oldest is dropped. */
export function withAttempt(
  held: readonly SignOnAttempt[] | undefined,
  attempt: SignOnAttempt,
  now: Date,
): SignOnAttempt[] {
  return [...openAttempts(held, now), attempt].slice(-MOST_ATTEMPTS)
}

/**
 * A person whom the provider vouches for and who is not linked to a user yet. Kept in their session until they enter a
 * one-time password, for as long as an attempt.
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
