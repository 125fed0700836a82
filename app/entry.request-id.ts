import { useLocation } from '@remix-run/react'
import { createContext, useContext } from 'react'

/** The id under which the log knows the request for this page; the browser reads it off an error page. */
export const RequestIdContext = createContext<string | null>(null)

/** The id of the request that failed; null for an error that came later, by scripts, without a page of its own. */
export function useRequestId(): string | null {
  const id = useContext(RequestIdContext)
  return useLocation().key === 'default' ? id : null
}
