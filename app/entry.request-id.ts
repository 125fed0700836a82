import { useLocation } from '@remix-run/react'
import { createContext, useContext } from 'react'

/** The request for a page: the id under which the log knows it, and the path that it was for. */
export interface PageRequest {
  id: string
  path: string
}

/** The request for this page; the browser reads its id off an error page. */
export const RequestIdContext = createContext<PageRequest | null>(null)

/** The id of the request that failed; null for an error that came later, by scripts, without a page of its own. */
export function useRequestId(): string | null {
  const request = useContext(RequestIdContext)
  const { pathname } = useLocation()
  return request?.path === pathname ? request.id : null
}
