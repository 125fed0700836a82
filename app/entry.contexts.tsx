import { useLocation } from '@remix-run/react'
import { createContext, useContext } from 'react'
import stylesAddress from './styles.css?url'

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

/** The stylesheet's text, for a browser that has no copy of the file yet; null where it has one. */
export const StylesContext = createContext<string | null>(null)

/** The text that the page came with. */
export function stylesOfPage(): string | null {
  return document.querySelector('style[data-sheet]')?.textContent ?? null
}

/** The stylesheet: within the page on the first visit, so that nothing waits for a second request; later a file. */
export function Styles() {
  const text = useContext(StylesContext)
  const nonce = useNonce()
  if (text === null) return <link rel="stylesheet" href={stylesAddress} />
  return (
    <style
      data-sheet=""
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, from the build
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}
