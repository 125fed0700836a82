import type { ReactNode } from 'react'
import { Menu } from '../menu/menu'
import { Link } from '../open-close/close-link'

type TopbarMenu = { label: string; links: { href: string; label: string }[] }

type TopbarProps = {
  /** Shown as the link to the home page. */
  logo: ReactNode
  menus: TopbarMenu[]
  /** Before the menus. */
  first?: ReactNode
  /** Name and role of the logged-in user; omitted if there is none. */
  profile?: { name: string; role: string }
  /** The profile menu's links. */
  children?: ReactNode
}

/** The bar at the top of every page: logo, menus, profile menu. */
export function Topbar({ logo, menus, first, profile, children }: TopbarProps) {
  return (
    <header className="topbar screen-only">
      <Link className="topbar__logo" to="/">
        {logo}
      </Link>
      <nav className="topbar__menus" aria-label="Main">
        {first}
        {menus.map((menu) => (
          <Menu key={menu.label} label={menu.label} group="topbar">
            {menu.links.map((link) => (
              <Link key={link.href} to={link.href}>
                {link.label}
              </Link>
            ))}
          </Menu>
        ))}
      </nav>
      {profile && (
        <Menu
          group="topbar"
          end
          label={
            <>
              <span className="topbar__name">{profile.name}</span>
              <span className="topbar__role">{profile.role}</span>
            </>
          }
        >
          {children}
        </Menu>
      )}
    </header>
  )
}
