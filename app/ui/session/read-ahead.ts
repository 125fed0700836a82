import { wholeAnswer } from './site-fetch'

/**
 * The drawer that is probably opened next, read when its link gets focus. The answer is used once, within a few
 * seconds, and only if nothing has been sent since it was read.
 */

interface Ahead {
  key: string
  /** When it was read, in ms. */
  at: number
  routes: readonly string[]
  answer: Promise<Response | null>
}

const FRESH_MS = 10_000
/** Moving through a list reads nothing that is only passed. */
const DWELL_MS = 150

/** Only one link has focus, so only one drawer is read ahead. */
let ahead: Ahead | null = null
let dwelling: ReturnType<typeof setTimeout> | undefined

/** The address of a page's data without its requested routes, and these routes. */
function partsOf(address: string): { key: string; routes: string[] } {
  const url = new URL(address)
  const routes = url.searchParams.get('_routes')?.split(',') ?? []
  url.searchParams.delete('_routes')
  return { key: `${url.pathname}?${url.searchParams}`, routes }
}

/** Reads the data of these routes for the page of a link. */
function readAhead(href: string, routes: readonly string[]): void {
  const url = new URL(href)
  url.pathname += '.data'
  const { key } = partsOf(url.href)
  url.searchParams.set('_routes', routes.join(','))
  if (ahead?.key !== key || !isFresh(ahead)) ahead = { key, at: Date.now(), routes, answer: answerOf(url) }
}

/** Null if it did not arrive: it is then requested when opened. */
async function answerOf(url: URL): Promise<Response | null> {
  try {
    // Low priority: no one waits for it, so a broken connection is not reported.
    const answer = await wholeAnswer(await fetch(url, { priority: 'low' }))
    return answer.ok ? answer : null
  } catch {
    return null
  }
}

const isFresh = ({ at }: Ahead) => Date.now() - at < FRESH_MS

/** The answer to a request for a page's data, if it was read ahead; otherwise null. */
export function takeReadAhead(address: string): Promise<Response | null> | null {
  const { key, routes } = partsOf(address)
  // The focused link is being followed: it is read now.
  clearTimeout(dwelling)
  if (ahead?.key !== key) return null
  const candidate = ahead
  ahead = null
  if (!isFresh(candidate) || routes.length === 0) return null
  return routes.every((route) => candidate.routes.includes(route)) ? candidate.answer : null
}

/** After something was sent, earlier data is not used. */
export function forgetReadAhead(): void {
  ahead = null
}

/** Reads ahead the targets of a list's rows, and of links to the drawers next to the open one, while one has focus. */
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

/** Other links within a drawer lead elsewhere. */
const LINKS = '.page a.grid__open, a.drawer__neighbour'
