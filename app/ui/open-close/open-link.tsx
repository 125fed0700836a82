import { Link, type LinkProps, useLocation } from '@remix-run/react'
import { keepSearch, type Opened } from './use-close'

const OPENED: Opened = { opened: true }

type OpenLinkProps = Omit<LinkProps, 'to' | 'state'> & {
  to: string
  /** What the history is to remember; that it was opened from here unless said otherwise. */
  state?: unknown
}

/** A link to a drawer or popup over this page: keeps the page's state in the address, and closing it goes back. */
export function OpenLink({ to, state = OPENED, ...rest }: OpenLinkProps) {
  const { search } = useLocation()
  return <Link {...rest} to={keepSearch(to, search)} state={state} discover="none" preventScrollReset />
}
