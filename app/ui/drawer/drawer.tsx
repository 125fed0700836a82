import { useLocation } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { CloseLink } from '../open-close/close-link'
import { OpenLink } from '../open-close/open-link'
import { useClose } from '../open-close/use-close'
import { DrawerGrip } from './drawer-grip'
import { useCloseOnEscape, useDrawerFocus } from './use-drawer-focus'

type DrawerProps = {
  title: ReactNode
  /** In front of the title. */
  badge?: ReactNode
  /** The list below; its state in the present address is kept. */
  closeHref: string
  /** Addresses of the rows beside this one in the list; null at its ends, undefined where there is no order. */
  previousHref?: string | null
  nextHref?: string | null
  /** At the right of the head. */
  actions?: ReactNode
  /** 60 % of the window; otherwise 720 px and never more than 60 %. */
  wide?: boolean
  /** Close after a second: something was done and its result is shown. */
  done?: boolean
  children: ReactNode
}

const DONE_MS = 1000

/**
 * One thing beside its list: render it as the sibling after the list's Page. Under 900 px and without scripts it is
 * the page itself, with a link back to the list as it was.
 */
export function Drawer(props: DrawerProps) {
  const { title, badge, closeHref, previousHref, nextHref, actions, wide = false, done = false } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const close = useClose(closeHref)
  useDrawerFocus(heading)
  useCloseOnEscape(close, heading)

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(close, DONE_MS)
    return () => clearTimeout(timer)
  }, [done, close])

  return (
    <section className={wide ? 'drawer drawer--wide' : 'drawer'} aria-labelledby="drawer-title">
      <DrawerGrip />
      <header className="drawer__head">
        <h1 className="drawer__title" id="drawer-title" ref={heading} tabIndex={-1}>
          {badge} {title}
        </h1>
        {actions}
        <nav className="drawer__nav screen-only" aria-label="Rows of the list">
          <Neighbour href={previousHref} label="Previous" />
          <Neighbour href={nextHref} label="Next" />
          <CloseLink to={closeHref}>
            <span className="drawer__as-panel">Close</span>
            <span className="drawer__as-page">Back to the list</span>
          </CloseLink>
        </nav>
      </header>
      <div className="drawer__body">{props.children}</div>
    </section>
  )
}

function Neighbour({ href, label }: { href: string | null | undefined; label: string }) {
  const { state } = useLocation()
  if (href === undefined) return null
  if (href === null) return <span className="drawer__off">{label}</span>
  return (
    <OpenLink to={href} replace state={state}>
      {label}
    </OpenLink>
  )
}
