import { useLocation } from '@remix-run/react'
import { AS_OF, NOW } from '~/platform/values/as-of-address'
import { isPastPage } from '~/platform/values/past-pages'
import { Link } from '~/ui/open-close/close-link'

/** The instant requested in the address of this page, as written; null for the current state. */
export function useAsOf(): string | null {
  const { pathname, search } = useLocation()
  return isPastPage(pathname) ? new URLSearchParams(search).get(AS_OF) : null
}

/**
 * On a page of the past, changes the address of a file to its past version; files that never change keep their address.
 */
export function useFileThen(): (href: string) => string {
  const asOf = useAsOf()
  return (href) =>
    asOf !== null && isPastPage(href) ? `${href}?${new URLSearchParams({ [AS_OF]: asOf })}` : href
}

/** The address of this page with another instant, or, for null, in its current state. */
export function withAsOf(
  { pathname, search }: { pathname: string; search: string },
  text: string | null,
): string {
  const params = new URLSearchParams(search)
  if (text === null) params.delete(AS_OF)
  else params.set(AS_OF, text)
  return params.size > 0 ? `${pathname}?${params}` : pathname
}

/** Link from a current page to its past. */
export function PastLink() {
  const here = useLocation()
  if (useAsOf() !== null || !isPastPage(here.pathname)) return null
  return (
    <Link className="links-row__last" to={withAsOf(here, NOW)}>
      As of…
    </Link>
  )
}
