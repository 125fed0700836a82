import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Note } from '../message/message'
import { forgetReadAhead, takeReadAhead } from './read-ahead'
import { Busy, reportLedToLogin, wholeAnswer } from './site-fetch'

/**
 * Requests of this page without an answer. They wait, and with them the form that was sent: whether it was saved is
 * unknown. Sent again with the same key it takes effect once, and the answer says which it was.
 */

/** A request without an answer. */
interface Lost {
  /** Something was sent; otherwise a page was only to be loaded. */
  sends: boolean
  /** It has a key: sent twice, it takes effect once. */
  keyed: boolean
  /** The server no longer has what this page requests: a newer version of the site has replaced it. */
  outdated: boolean
  /** The server was too busy to accept it, each time: nothing was saved. */
  busy: boolean
  again: () => void
}

/** The server answered, but no longer has the file. */
class Outdated extends Error {}

interface LostState {
  lost: readonly Lost[]
  /** How the last one ended, if it was answered after all. */
  ended: 'saved before' | 'saved now' | null
}

const NONE: LostState = { lost: [], ended: null }

let state = NONE
const watchers = new Set<() => void>()

function set(next: LostState): void {
  state = next
  for (const onChange of watchers) onChange()
}

const lostRequests = () => state
const noLostRequests = () => NONE

/** Calls back at each change; the returned function stops that. */
function watchLostRequests(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/** Sends all of them again. */
function sendAgain(): void {
  for (const { again } of state.lost) again()
}

/** Dismisses the message. */
function closeLostMessage(): void {
  if (state.lost.length === 0) set(NONE)
}

/** An answer that arrived completely. */
interface Answered {
  ok: boolean
  /** An earlier request with the same key had been stored: the server's X-Saved-Before. */
  savedBefore: boolean
}

interface Request<Answer> extends Pick<Lost, 'sends' | 'keyed'> {
  send: () => Promise<Answer>
  /** Aborted when the user navigates away or cancels. */
  signal?: AbortSignal | null
  read: (answer: Answer) => Answered
}

/** Sends a request until it is answered: without an answer the page stays, says so, and offers to try again. */
export async function untilAnswered<Answer>(request: Request<Answer>): Promise<Answer> {
  const { send, sends, keyed, signal, read } = request
  let lost = false
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await send()
      if (tries > 1) set({ ...state, ended: keyed && lost ? endingOf(read(answer)) : null })
      return answer
    } catch (error) {
      if (signal?.aborted) throw error
      lost ||= !(error instanceof Busy)
      await waiting({ sends, keyed, busy: !lost }, signal, error)
    }
  }
}

const endingOf = ({ ok, savedBefore }: Answered): LostState['ended'] =>
  !ok ? null : savedBefore ? 'saved before' : 'saved now'

/** Waits until the user tries again, or the connection is back if that is safe. */
function waiting(
  request: Pick<Lost, 'sends' | 'keyed' | 'busy'>,
  signal: Request<unknown>['signal'],
  error: unknown,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = new AbortController()
    const leave = (then: () => void) => {
      end.abort()
      set({ ...state, lost: state.lost.filter((each) => each !== lost) })
      then()
    }
    const lost = { ...request, outdated: error instanceof Outdated, again: () => leave(resolve) }
    const quiet = { signal: end.signal }
    signal?.addEventListener('abort', () => leave(() => reject(error)), quiet)
    // Loading a page stores nothing, and requests with a key take effect once.
    if (!request.sends || request.keyed) window.addEventListener('online', lost.again, quiet)
    if (error instanceof Busy) {
      // Not all waiting users at the same moment.
      const timer = setTimeout(lost.again, error.seconds * 1_000 * (1 + Math.random() / 2))
      end.signal.addEventListener('abort', () => clearTimeout(timer))
    }
    set({ lost: [...state.lost, lost], ended: null })
  })
}

export const SAVED_BEFORE = 'X-Saved-Before'

/** `fetch` for the pages' own data and forms: answers are complete, or they wait. Other requests are passed through. */
export function steadyFetch(plain: typeof fetch): typeof fetch {
  return async (input, init) => {
    const { href, origin, pathname } = new URL(
      input instanceof Request ? input.url : input,
      window.location.href,
    )
    const waits = origin === window.location.origin && pathname.endsWith('.data')
    // Prefetched data is not worth waiting for.
    if (!waits || init?.priority === 'low') return plain(input, init)
    const sends = (init?.method ?? 'GET') !== 'GET'
    let early = sends ? null : takeReadAhead(href)
    const answer = await untilAnswered({
      send: async () => {
        const read = await early
        early = null
        return read ?? wholeAnswer(await plain(input, init))
      },
      sends,
      keyed: hasKey(init?.body),
      signal: init?.signal,
      read: ({ status, headers }) => ({ ok: status < 400, savedBefore: headers.has(SAVED_BEFORE) }),
    })
    if (sends) forgetReadAhead()
    reportLedToLogin(answer)
    return answer
  }
}

type LaterRoute = (typeof window.__remixRouter.routes)[number]

/**
 * Lets the code of pages wait for its connection as their data does. If it does not arrive, Remix would reload the open
 * page, and everything typed there would be lost.
 * @param besides what every such page needs besides its code
 */
export function steadyRoutes(besides: () => Promise<void>): void {
  const { __remixRouter: router, __remixManifest: manifest } = window
  const steady = (route: LaterRoute) => {
    const { lazy } = route
    const code = manifest.routes[route.id]
    if (lazy && code)
      route.lazy = async () => {
        const away = new AbortController()
        // The user navigated away.
        const stop = router.subscribe(({ navigation, fetchers }) => {
          const idle = [navigation, ...fetchers.values()].every(({ state }) => state === 'idle')
          if (idle) away.abort()
        })
        await untilAnswered({
          send: () => Promise.all([codeOf(code), besides()]),
          sends: false,
          keyed: false,
          signal: away.signal,
          read: () => ({ ok: true, savedBefore: false }),
        }).finally(stop)
        return lazy()
      }
    route.children?.forEach(steady)
  }
  router.routes.forEach(steady)
}

type Code = (typeof window.__remixManifest.routes)[string]

/** The files of a route's code: its own, and its imports. */
export const filesOf = ({ module, imports = [] }: Pick<Code, 'module' | 'imports'>) => [module, ...imports]

/** Loads the code of a route. @throws if one of its files is unavailable */
async function codeOf(route: Code): Promise<void> {
  const { id, module } = route
  // A browser never requests a failed module again, so the files are fetched first, and then come from its cache.
  await Promise.all(
    filesOf(route).map(async (file) => {
      const answer = await fetch(file)
      if (answer.status === 404) throw new Outdated()
      if (!answer.ok) throw new TypeError('There was no answer')
      await answer.arrayBuffer()
    }),
  )
  try {
    await import(/* @vite-ignore */ module)
  } catch {
    // It failed earlier, when it was preloaded: another address is used.
    window.__remixRouteModules[id] = await import(/* @vite-ignore */ `${module}?`).catch(() => {
      throw new Outdated()
    })
  }
}

/** Whether a form has an idempotency key. */
export function hasKey(body: BodyInit | null | undefined): boolean {
  if (!(body instanceof FormData || body instanceof URLSearchParams)) return false
  const key = body.get('idempotencyKey')
  return typeof key === 'string' && key !== ''
}

const ENDED = {
  'saved before': 'Connected again. It had already been saved before the connection broke.',
  'saved now': 'Connected again. It had not been saved before; it is saved now.',
}

function wordsOfSent({ busy, keyed }: Lost): string {
  if (busy) return 'Fundesk is busy. Nothing was saved yet: it is sent again in a few seconds.'
  const how = keyed ? 'Sent again, it takes effect only once.' : 'Look for it before you send it again.'
  return `Connection lost. We do not know yet whether it was saved. ${how}`
}

function wordsOfPage(lost: readonly Lost[], outdated: boolean): string {
  if (outdated) return 'This site has a new version. Save what you typed here, then load the page again.'
  if (lost.some(({ busy }) => busy))
    return 'Fundesk is busy. What you typed stays here. Retrying in a few seconds.'
  return 'Connection lost. What you typed stays here.'
}

/** At the bottom of the window while a request has no answer, and how it ended. The page above stays unchanged. */
export function ConnectionLost() {
  const { lost, ended } = useSyncExternalStore(watchLostRequests, lostRequests, noLostRequests)
  const sent = lost.find(({ sends, busy }) => sends && !busy) ?? lost.find(({ sends }) => sends)
  const outdated = !sent && lost.some((each) => each.outdated)
  if (lost.length === 0 && ended === null) return null
  // A popup leaves nothing else on the page to press. It closes when the answer arrives.
  const popup = lost.length > 0 && [...document.querySelectorAll('dialog:modal')].at(-1)
  return createPortal(
    <div className="message-bar" role={lost.length > 0 ? 'alert' : 'status'}>
      <Note kind={lost.length > 0 ? 'warning' : 'info'}>
        {lost.length > 0 ? (
          <>
            {sent ? wordsOfSent(sent) : wordsOfPage(lost, outdated)}{' '}
            <button
              type="button"
              className="button"
              onClick={outdated ? () => window.location.reload() : sendAgain}
            >
              {sent ? 'Send again' : outdated ? 'Load again' : 'Try again'}
            </button>
          </>
        ) : (
          <>
            {ended && ENDED[ended]}{' '}
            <button type="button" className="button" onClick={closeLostMessage}>
              Close
            </button>
          </>
        )}
      </Note>
    </div>,
    popup || document.body,
  )
}
