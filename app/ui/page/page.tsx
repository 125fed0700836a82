import { NavLink } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'

type PageProps = {
  title: ReactNode
  /** Next to the title: a count, a badge. */
  aside?: ReactNode
  /** Buttons and links of the page, at the right. */
  actions?: ReactNode
  /** The body is one grid that takes the remaining height of the window and scrolls separately. */
  fill?: boolean
  /** Below the title in print only: the day and time of the data, for instance. */
  printed?: string
  children: ReactNode
}

/** A page's head and body. A drawer is rendered as its next sibling. */
export function Page({ title, aside, actions, fill = false, printed, children }: PageProps) {
  return (
    <div className={fill ? 'page page--fill' : 'page'}>
      <header className="page__head">
        <h1>{title}</h1>
        {aside}
        {actions && <div className="page__actions screen-only">{actions}</div>}
      </header>
      {printed && <p className="page__printed print-only">{printed}</p>}
      {children}
    </div>
  )
}

/** A part of a page other than a grid: keeps its distance from the window's edges. */
export function PageSection({ title, id, children }: { title?: string; id?: string; children: ReactNode }) {
  return (
    <section className="page__section" id={id}>
      {title && <h2>{title}</h2>}
      {children}
    </section>
  )
}

/** First link of every page: skips the bars. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      Skip to content
    </a>
  )
}

type LinksRowLink = {
  href: string
  label: string
  /** Not marked on the pages below it. */
  exact?: boolean
  /** Heading above it and the links of the same group, where the row is a column. */
  group?: string
}

/** The row of links below the top bar; the current page is marked. Links in groups are a column on wide screens. */
export function LinksRow({
  label,
  links,
  last,
}: {
  label: string
  links: LinksRowLink[]
  /** A link of another kind, at the right. */
  last?: ReactNode
}) {
  return (
    <nav
      className={
        links.some(({ group }) => group) ? 'links-row links-row--side screen-only' : 'links-row screen-only'
      }
      aria-label={label}
    >
      {links.map((link, at) => (
        <Fragment key={link.href}>
          {link.group && link.group !== links[at - 1]?.group && (
            <span className="links-row__group">{link.group}</span>
          )}
          <NavLink to={link.href} end={link.exact} discover="none">
            {link.label}
          </NavLink>
        </Fragment>
      ))}
      {last}
    </nav>
  )
}
