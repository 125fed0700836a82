/** Event for the page when a script's request was answered with "log in". */
const ENDED = 'session-ended'

/** Calls back when a response says that the session is over; the returned function stops that. */
export function onSessionEnded(tell: (login: string | null) => void): () => void {
  const listener = (event: Event) => tell((event as CustomEvent<string | null>).detail)
  window.addEventListener(ENDED, listener)
  return () => window.removeEventListener(ENDED, listener)
}

/**
 * Reports that the session is over.
 * @param login where to log in, when something was sent and is kept there; null when the request only read data
 */
export function reportSessionEnded(login: string | null): void {
  window.dispatchEvent(new CustomEvent(ENDED, { detail: login }))
}

/** Event for the page when the router is about to follow an answer to the login. */
const TO_LOGIN = 'to-login'

/** Calls back before the router follows an answer to the login; the returned function stops that. */
export function onLedToLogin(tell: () => void): () => void {
  window.addEventListener(TO_LOGIN, tell)
  return () => window.removeEventListener(TO_LOGIN, tell)
}

/** Reports an answer of the router's data that leads to the login because the session is over. */
export function reportLedToLogin({ headers }: Pick<Response, 'headers'>): void {
  const location = headers.get('Location')
  if (location === null) return
  const next = new URL(location, window.location.href)
  if (next.pathname === '/login' && next.searchParams.has('ended')) window.dispatchEvent(new Event(TO_LOGIN))
}

/**
 * Sends a request to this site from a script of its page; null when the session is over, which the page then reports by
 * itself.
 */
export async function siteFetch(href: string, init: RequestInit = {}): Promise<Response | null> {
  // A script cannot use the login page as a response.
  const answer = await fetch(href, { ...init, redirect: 'manual' })
  if (answer.type !== 'opaqueredirect' && answer.status !== 401) return answer
  reportSessionEnded(null)
  return null
}

/** What an address of this site answers as JSON; null when nothing usable came: refused, failed, or given up on the way. */
export async function siteJson<T>(href: string, signal?: AbortSignal): Promise<T | null> {
  try {
    const answer = await siteFetch(href, { signal })
    // Given up while its body arrives, an answer fails like one that never came.
    return answer?.ok ? ((await answer.json()) as T) : null
  } catch {
    return null
  }
}

/** The login address from a call's refusal: `{ details: { login } }`; null in any other response. */
export function loginIn(body: unknown): string | null {
  const { details } = (body && typeof body === 'object' ? body : {}) as { details?: { login?: unknown } }
  return typeof details?.login === 'string' ? details.login : null
}

/** Answers of a proxy that reached no server: nobody knows what became of the request. */
const NO_SERVER = [502, 504]

/** Whether this is none of our answers, which are all longer than nothing: a line that breaks within a head leaves such. */
export const isNoAnswer = (status: number, length: number) => NO_SERVER.includes(status) || length === 0

/** The server was too busy to take a request: nothing was saved. */
export class Busy extends Error {
  /** @param seconds when to try again */
  constructor(readonly seconds: number) {
    super('The server is busy')
  }
}

/** What an answer says of a busy server; null for any other answer. */
export function busyIn(status: number, header: (name: string) => string | null): Busy | null {
  return status === 503 && header('X-Busy') !== null ? new Busy(Number(header('Retry-After')) || 5) : null
}

/** A line may break within an answer. @throws TypeError when this is none of ours, or not whole; Busy */
export async function wholeAnswer(answer: Response): Promise<Response> {
  const body = await answer.arrayBuffer()
  const busy = busyIn(answer.status, (name) => answer.headers.get(name))
  if (busy) throw busy
  if (isNoAnswer(answer.status, body.byteLength)) throw new TypeError('There was no answer')
  return new Response(body, answer)
}
