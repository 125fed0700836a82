import {
  type LinkProps,
  Link as RouterLink,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
} from '@remix-run/react'
import { forwardRef, type ReactNode, useCallback } from 'react'
import { onServer } from '../enhanced/later'

/** An address that the router renders unchanged. */
const PLAIN = /^(?:\/(?![/.])[^/?#]*)+(?:\?[^#]+)?(?:#.+)?$/

type PlainLinkProps = Omit<LinkProps, 'discover'>

/**
 * A link within the site. The server renders it without the router, which would resolve the address of each of hundreds
 * of links on a page.
 */
export const Link = forwardRef<HTMLAnchorElement, PlainLinkProps>(function Link(props, ref) {
  const { to, state, replace, preventScrollReset, prefetch, relative, ...rest } = props
  if (onServer && typeof to === 'string' && PLAIN.test(to)) return <a {...rest} href={to} />
  return <RouterLink discover="none" {...props} ref={ref} />
})

/** The history state of a page opened over another one, and of one to be printed. */
export type Opened = { opened?: boolean; prints?: boolean }

/**
 * Closes a drawer or popup: back in history if it was opened from the page below, so that Back does not open it again;
 * otherwise that page replaces it.
 */
export function useClose(closeHref: string): () => void {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const opened = (state as Opened | null)?.opened === true
  return useCallback(() => {
    if (opened) navigate(-1)
    else navigate(withCurrentSearch(closeHref, search), { replace: true, preventScrollReset: true })
  }, [navigate, closeHref, search, opened])
}

/** Most characters of an address that are passed on; no real state is longer, and every row repeats them. */
const MAX_LENGTH = 8_000

/** An address with the parameters of the current one, unless it has its own. */
export function withCurrentSearch(href: string, search: string): string {
  if (href.includes('?') || search.length > MAX_LENGTH) return href
  const [path, ...place] = href.split('#')
  return [path + search, ...place].join('#')
}

const OPENED: Opened = { opened: true }

type OpenLinkProps = Omit<PlainLinkProps, 'to' | 'state'> & {
  to: string
  /** The state for the history; by default that it was opened from here. */
  state?: unknown
}

/** A link to a drawer or popup over this page: keeps the page's state in the address, and closing it goes back. */
export function OpenLink({ to, state = OPENED, ...rest }: OpenLinkProps) {
  const { search } = useLocation()
  return <Link {...rest} to={withCurrentSearch(to, search)} state={state} preventScrollReset />
}

interface CloseLinkProps {
  to: string
  className?: string
  /** The safe answer to a question: it gets the focus as the question opens. */
  isSafe?: boolean
  children: ReactNode
}

/** Finds the safe answer of a popup. */
export const SAFE_ANSWER = '[data-safe]'

/** A link back to the page below a drawer or popup. */
export function CloseLink({ to, className, isSafe = false, children }: CloseLinkProps) {
  const close = useClose(to)
  return (
    <OpenLink
      to={to}
      className={className}
      state={null}
      data-safe={isSafe || undefined}
      autoFocus={isSafe || undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        close()
      }}
    >
      {children}
    </OpenLink>
  )
}

/**
 * The page below a popup is not reloaded when only the popup opens or closes: same parameters, same query. It is
 * reloaded after anything was sent, even if refused: the data shown may be the reason.
 */
export function shouldReloadBelowPopup(next: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, currentParams, nextParams, formMethod } = next
  if (formMethod !== undefined && formMethod !== 'GET') return true
  if (currentUrl.href === nextUrl.href || currentUrl.search !== nextUrl.search) return true
  // Parameters of the popup itself come and go; one that is in both addresses must be equal.
  return Object.keys(currentParams).some(
    (name) => name in nextParams && currentParams[name] !== nextParams[name],
  )
}
