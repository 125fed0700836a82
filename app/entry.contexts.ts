import { useLocation } from '@remix-run/react'
import { createContext, useContext } from 'react'

/** Set by the server for one response; browsers hide it, so it is empty there. */
export const NonceContext = createContext<string | undefined>(undefined)

/** The nonce that scripts of this page carry: `<Scripts nonce>`, `<ScrollRestoration nonce>`. */
export function useNonce(): string | undefined {
  return useContext(NonceContext)
}

/** The request for a page: its id in the log, and the path that it was for. */
export interface PageRequest {
  id: string
  path: string
  /**
   * What to show when the page of a submitted form fails: whether the form was saved. Null for a page that was only
   * viewed.
   */
  told: { title: string; message: string } | null
}

/** The request for this page; the browser reads it off an error page. */
export const RequestIdContext = createContext<PageRequest | null>(null)

/** The request that failed; null for an error that scripts met later, without a page request of its own. */
export function useFailedRequest(): PageRequest | null {
  const request = useContext(RequestIdContext)
  const { pathname } = useLocation()
  return request?.path === pathname ? request : null
}
