/** Told to the page when something that its scripts asked was answered "log in". */
const ENDED = 'session-ended'

/** Calls back when an answer says that the session is over; the answer ends that. */
export function onSessionEnded(tell: (login: string | null) => void): () => void {
  const listener = (event: Event) => tell((event as CustomEvent<string | null>).detail)
  window.addEventListener(ENDED, listener)
  return () => window.removeEventListener(ENDED, listener)
}

/**
 * Says that the session is over.
 * @param login where to log in, when something was sent and is kept there; null when somebody only looked something up
 */
export function tellSessionEnded(login: string | null): void {
  window.dispatchEvent(new CustomEvent(ENDED, { detail: login }))
}

/** Asks this site by a script of its page; null when the session is over, which the page then says by itself. */
export async function askSite(href: string, init: RequestInit = {}): Promise<Response | null> {
  // The page for logging in is no answer to a script.
  const answer = await fetch(href, { ...init, redirect: 'manual' })
  if (answer.type !== 'opaqueredirect' && answer.status !== 401) return answer
  tellSessionEnded(null)
  return null
}

/** Where to log in, out of a call's refusal: `{ details: { login } }`; null in any other answer. */
export function loginIn(body: unknown): string | null {
  const { details } = (body && typeof body === 'object' ? body : {}) as { details?: { login?: unknown } }
  return typeof details?.login === 'string' ? details.login : null
}
