import { useEffect, useRef } from 'react'
import { siteFetch } from '../session/site-fetch'

const SAVE_MS = 500

interface SaverOptions {
  /** Stores a query; true if it was stored. Never rejects. */
  send: (query: string) => Promise<boolean>
  /** The query already stored; '' for none. */
  saved: string
  /** The query that the page opened with. */
  opened: string
}

export interface LayoutSaver {
  /** Sets the query currently shown. */
  show(query: string): void
  /** Stores a waiting change immediately. */
  flush(): void
}

/**
 * Stores the state of a grid half a second after its last change. The state that the page opened with does not count as
 * a change: users who follow another user's link keep their own layout.
 */
export function layoutSaver({ send, saved, opened }: SaverOptions): LayoutSaver {
  let shown = opened
  /** Null after a failure: the stored state is unknown, so the next change is stored in any case. */
  let stored: string | null = saved
  let waiting: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let sent: Promise<unknown> = Promise.resolve()

  async function store(query: string) {
    const done = await send(query)
    if (!done && stored === query) stored = null
  }
  function take(): string | null {
    clearTimeout(timer)
    const query = waiting
    waiting = null
    stored = query ?? stored
    return query
  }

  return {
    show(query) {
      if (query === shown) return
      shown = query
      clearTimeout(timer)
      waiting = query === stored ? null : query
      if (waiting === null) return
      timer = setTimeout(() => {
        const next = take()
        // In sequence: on a slow connection an older state must not arrive last.
        if (next !== null) sent = sent.then(() => store(next))
      }, SAVE_MS)
    },
    flush() {
      const next = take()
      if (next !== null) void store(next)
    },
  }
}

interface SavedLayoutOptions {
  /** The grid: "navdashboard". */
  key: string
  /** The grid's own parameters of the address, without "?". */
  query: string
  /** The saved state when the page was loaded; null for none. */
  saved: string | null
}

/**
 * Saves the layout of a grid automatically, 500 ms after a change, and a waiting change when the user leaves the page.
 * Failures are not reported; the next change tries again.
 */
export function useSavedLayout({ key, query, saved }: SavedLayoutOptions) {
  const saver = useRef<LayoutSaver>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the saved and shown state at opening counts; afterwards the saver tracks it
  useEffect(() => {
    const own = layoutSaver({ send: (state) => post(key, state), saved: saved ?? '', opened: query })
    saver.current = own
    window.addEventListener('pagehide', own.flush)
    return () => {
      window.removeEventListener('pagehide', own.flush)
      own.flush()
    }
  }, [key])

  useEffect(() => saver.current?.show(query), [query])
}

async function post(key: string, query: string): Promise<boolean> {
  try {
    const answer = await siteFetch(`/api/layouts/${encodeURIComponent(key)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
      // The page may be left in the meantime.
      keepalive: true,
    })
    return answer?.ok === true
  } catch {
    return false
  }
}
