import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { MENU_ICON } from '../icon/frame-icons'
import { Icon } from '../icon/icon'
import { Menu } from '../menu/menu'
import { Link } from '../open-close/close-link'
import { Initials } from './initials'
import { Mark } from './mark'

type TopbarMenu = { label: string; links: { href: string; label: string }[] }

type TopbarProps = {
  menus: TopbarMenu[]
  /** Before the menus. */
  first?: ReactNode
  /** After the menus. */
  last?: ReactNode
  /** Name and role of the logged-in user; omitted if there is none. */
  profile?: { name: string; role: string }
  /** The profile menu's links. */
  children?: ReactNode
}

/** The bar at the top of every page: logo, menus, profile menu. */
export function Topbar({ menus, first, last, profile, children }: TopbarProps) {
  const { pathname } = useLocation()
  return (
    <header className="topbar screen-only">
      <Link className="topbar__logo" to="/">
        <Mark />
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
      {last}
      {profile && (
        <Menu
          group="topbar"
          end
          label={
            <>
              <Initials name={profile.name} />
              <span className="topbar__name">{profile.name}</span>
              <span className="topbar__role">{profile.role}</span>
            </>
          }
        >
          {children}
        </Menu>
      )}
      {/* On a phone it shows the menus; the next page begins without them. */}
      <label className="topbar__toggle">
        <input key={pathname} type="checkbox" className="hidden-text" aria-label="Menu" />
        <Icon path={MENU_ICON} />
      </label>
    </header>
  )
}
