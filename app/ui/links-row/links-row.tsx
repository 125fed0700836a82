import { NavLink } from '@remix-run/react'

export type LinksRowLink = { href: string; label: string }

/** The row of links below the top bar; the page that is open is marked. */
export function LinksRow({ label, links }: { label: string; links: LinksRowLink[] }) {
  return (
    <nav className="links-row screen-only" aria-label={label}>
      {links.map((link) => (
        <NavLink key={link.href} to={link.href} discover="none">
          {link.label}
        </NavLink>
      ))}
    </nav>
  )
}
