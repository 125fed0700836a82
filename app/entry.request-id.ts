import { useLocation } from '@remix-run/react'
import { createContext, useContext } from 'react'

/** The request for a page: the id under which the log knows it, and the path that it was for. */
export interface PageRequest {
  id: string
  path: string
  /** What is told where the page of a sent form fails: whether that was saved. Null for a page that was only asked for. */
  told: { title: string; message: string } | null
}

/** The request for this page; the browser reads it off an error page. */
export const RequestIdContext = createContext<PageRequest | null>(null)

/** The request that failed; null for an error that came later, by scripts, without a page of its own. */
export function useFailedRequest(): PageRequest | null {
  const request = useContext(RequestIdContext)
  const { pathname } = useLocation()
  return request?.path === pathname ? request : null
}
