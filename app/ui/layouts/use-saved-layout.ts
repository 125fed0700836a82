import { useEffect, useRef } from 'react'
import { askSite } from '../session/ask-site'
import { type LayoutSaver, layoutSaver } from './layout-saver'

interface SavedLayoutOptions {
  /** The grid: "navdashboard". */
  key: string
  /** The grid's own parameters of the address, without "?". */
  query: string
  /** What was saved when the page was loaded; null for nothing. */
  saved: string | null
}

/**
 * Saves the layout of a grid by itself, 500 ms after it changed, and what still waits when the page is left. It says
 * nothing of failures and tries again at the next change.
 */
export function useSavedLayout({ key, query, saved }: SavedLayoutOptions) {
  const saver = useRef<LayoutSaver>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is saved and shown counts as the grid opens; the saver knows it better afterwards
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
    const answer = await askSite(`/api/layouts/${encodeURIComponent(key)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
      // The page may be left meanwhile.
      keepalive: true,
    })
    return answer?.ok === true
  } catch {
    return false
  }
}
