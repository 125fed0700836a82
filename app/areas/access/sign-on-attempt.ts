/**
 * A login that somebody began at the site's identity provider and has not finished. It is kept in their session, so
 * that only the browser that began it can finish it.
 */
export interface SignOnAttempt {
  /** Comes back with the provider's answer. */
  state: string
  /** Comes back in the provider's token. */
  nonce: string
  /** What the provider asks for in exchange for its code (PKCE, RFC 7636). */
  verifier: string
  /** Path of this site to go to afterwards. */
  redirectTo: string
  /** Milliseconds since 1970. */
  startedAt: number
}

export const ATTEMPT_MS = 10 * 60_000
/** Pages that one browser may have open at the provider. */
const MOST_ATTEMPTS = 5

/** The attempts that can still be finished, out of what a session holds. */
export function openAttempts(held: readonly SignOnAttempt[] | undefined, now: Date): SignOnAttempt[] {
  return (held ?? []).filter(({ startedAt }) => now.getTime() - startedAt < ATTEMPT_MS)
}

/** The attempts of a session after one more was begun; the oldest gives way. */
export function withAttempt(
  held: readonly SignOnAttempt[] | undefined,
  attempt: SignOnAttempt,
  now: Date,
): SignOnAttempt[] {
  return [...openAttempts(held, now), attempt].slice(-MOST_ATTEMPTS)
}

/**
 * Somebody whom the provider vouches for and no user is linked to, kept in their session until they bring a one-time
 * password, for as long as an attempt.
 */
export interface UnlinkedPerson {
  issuer: string
  subject: string
  /** Path of this site to go to afterwards. */
  redirectTo: string
  /** Milliseconds since 1970. */
  since: number
}

/** Whoever may still be linked, out of what a session holds. */
export function toBeLinked(held: UnlinkedPerson | undefined, now: Date): UnlinkedPerson | null {
  return held && now.getTime() - held.since < ATTEMPT_MS ? held : null
}
