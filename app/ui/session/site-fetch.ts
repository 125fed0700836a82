/** Event for the page when a script's request was answered with "log in". */
const ENDED = 'session-ended'

/** Calls back when a response says that the session has ended; the returned function stops that. */
export function onSessionEnded(tell: (login: string | null) => void): () => void {
  const listener = (event: Event) => tell((event as CustomEvent<string | null>).detail)
  window.addEventListener(ENDED, listener)
  return () => window.removeEventListener(ENDED, listener)
}

/**
 * Reports that the session has ended.
 * @param login where to log in, if something was sent and is kept there; null if the request only read data
 */
export function reportSessionEnded(login: string | null): void {
  window.dispatchEvent(new CustomEvent(ENDED, { detail: login }))
}

/** Event for the page when the router is about to follow a redirect to the login. */
const TO_LOGIN = 'to-login'

/** Calls back before the router follows a redirect to the login; the returned function stops that. */
export function onLedToLogin(tell: () => void): () => void {
  window.addEventListener(TO_LOGIN, tell)
  return () => window.removeEventListener(TO_LOGIN, tell)
}

/** Reports a data response that redirects to the login because the session has ended. */
export function reportLedToLogin({ headers }: Pick<Response, 'headers'>): void {
  const location = headers.get('Location')
  if (location === null) return
  const next = new URL(location, window.location.href)
  if (next.pathname === '/login' && next.searchParams.has('ended')) window.dispatchEvent(new Event(TO_LOGIN))
}

/**
 * Sends a request to this site from a script of its page; null if the session has ended, which the page then reports
 * itself.
 */
export async function siteFetch(href: string, init: RequestInit = {}): Promise<Response | null> {
  // A script cannot use the login page as a response.
  const answer = await fetch(href, { ...init, redirect: 'manual' })
  if (answer.type !== 'opaqueredirect' && answer.status !== 401) return answer
  reportSessionEnded(null)
  return null
}

/** The JSON at an address of this site; null if there was no usable answer: refused, failed, or aborted on the way. */
export async function siteJson<T>(href: string, signal?: AbortSignal): Promise<T | null> {
  try {
    const answer = await siteFetch(href, { signal })
    // Aborted while its body arrives, an answer fails like a missing one.
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

/** Answers of a proxy that reached no server: the outcome of the request is unknown. */
const NO_SERVER = [502, 504]

/**
 * Whether this is not one of our answers, which are never empty: a connection that breaks within a head leaves such.
 */
export const isNoAnswer = (status: number, length: number) => NO_SERVER.includes(status) || length === 0

/** The server was too busy to accept a request, or has many of this user: nothing was saved. */
export class Busy extends Error {
  /** @param seconds when to try again */
  constructor(readonly seconds: number) {
    super('The server is busy')
  }
}

/** The information in an answer of a busy server; null for any other answer. */
export function busyIn(status: number, header: (name: string) => string | null): Busy | null {
  return (status === 503 || status === 429) && header('X-Busy') !== null
    ? new Busy(Number(header('Retry-After')) || 5)
    : null
}

/** The connection may break within an answer. @throws TypeError if it is not ours, or incomplete; Busy */
export async function wholeAnswer(answer: Response): Promise<Response> {
  const body = await answer.arrayBuffer()
  const busy = busyIn(answer.status, (name) => answer.headers.get(name))
  if (busy) throw busy
  if (isNoAnswer(answer.status, body.byteLength)) throw new TypeError('There was no answer')
  return new Response(body, answer)
}
