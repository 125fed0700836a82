import { wholeAnswer } from './site-fetch'

/**
 * The drawer that is probably opened next, read when its link gets focus. The answer is used once, within a few
 * seconds, and only while nothing was sent since it was read.
 */

interface Ahead {
  key: string
  /** When it was read, in ms. */
  at: number
  routes: readonly string[]
  answer: Promise<Response | null>
}

const FRESH_MS = 10_000
/** Moving on through a list reads nothing that is passed by. */
const DWELL_MS = 150

/** One link has the focus, so one drawer is known. */
let ahead: Ahead | null = null
let dwelling: ReturnType<typeof setTimeout> | undefined

/** The address of a page's data without the routes that it is asked for, and these routes. */
function partsOf(address: string): { key: string; routes: string[] } {
  const url = new URL(address)
  const routes = url.searchParams.get('_routes')?.split(',') ?? []
  url.searchParams.delete('_routes')
  return { key: `${url.pathname}?${url.searchParams}`, routes }
}

/** Reads the data of these routes for the page that a link leads to. */
function readAhead(href: string, routes: readonly string[]): void {
  const url = new URL(href)
  url.pathname += '.data'
  const { key } = partsOf(url.href)
  url.searchParams.set('_routes', routes.join(','))
  if (ahead?.key !== key || !isFresh(ahead)) ahead = { key, at: Date.now(), routes, answer: answerOf(url) }
}

/** Null where it did not come: it is then asked for when it is opened. */
async function answerOf(url: URL): Promise<Response | null> {
  try {
    // Of low priority: nobody waits for it, so a broken line is not reported.
    const answer = await wholeAnswer(await fetch(url, { priority: 'low' }))
    return answer.ok ? answer : null
  } catch {
    return null
  }
}

const isFresh = ({ at }: Ahead) => Date.now() - at < FRESH_MS

/** The answer to a request for a page's data, if it was read ahead; null where it was not. */
export function takeReadAhead(address: string): Promise<Response | null> | null {
  const { key, routes } = partsOf(address)
  // The link in focus is being followed: it is read now.
  clearTimeout(dwelling)
  if (ahead?.key !== key) return null
  const known = ahead
  ahead = null
  if (!isFresh(known) || routes.length === 0) return null
  return routes.every((route) => known.routes.includes(route)) ? known.answer : null
}

/** After something was sent nothing that was read before is shown. */
export function forgetReadAhead(): void {
  ahead = null
}

/** Reads ahead what the links of a list's rows, and to the drawers beside the open one, lead to, while one has focus. */
export function readAheadOnFocus(routes: readonly string[], signal: AbortSignal): void {
  document.addEventListener(
    'focusin',
    ({ target }) => {
      clearTimeout(dwelling)
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINKS) : null
      if (!link || link.closest('tbody .grid')) return
      dwelling = setTimeout(() => {
        if (document.activeElement === link) readAhead(link.href, routes)
      }, DWELL_MS)
    },
    { signal },
  )
}

/** Links within a drawer lead elsewhere, but for those to its neighbours. */
const LINKS = '.page a.grid__open, a.drawer__neighbour'
