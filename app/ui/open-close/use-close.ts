import { useLocation, useNavigate } from '@remix-run/react'
import { useCallback } from 'react'

/** What the history remembers of a page that was opened over another one. */
export type Opened = { opened?: boolean }

/**
 * Closes a drawer or popup: back in history when it was opened from the page below it, so that Back does not open it
 * again; otherwise that page takes its place.
 */
export function useClose(closeHref: string): () => void {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const opened = (state as Opened | null)?.opened === true
  return useCallback(() => {
    if (opened) navigate(-1)
    else navigate(keepSearch(closeHref, search), { replace: true, preventScrollReset: true })
  }, [navigate, closeHref, search, opened])
}

/** Letters of an address that are passed on; nobody's state is longer, and every row repeats them. */
const LONGEST = 8_000

/** An address with the parameters of the present one, unless it has its own. */
export function keepSearch(href: string, search: string): string {
  return href.includes('?') || search.length > LONGEST ? href : href + search
}
