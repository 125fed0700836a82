import { useLocation } from '@remix-run/react'
import { OpenLink } from '../open-close/close-link'

export type Tab = { id: string; label: string; href: string }

type TabsProps = {
  /** The subject of the tabs, for assistive technology. */
  label: string
  tabs: Tab[]
  /** id of the tab that is open. */
  current: string
}

/**
 * Tabs are links, so that each has its address. They replace each other in history: Back leaves the page or drawer
 * around them.
 */
export function Tabs({ label, tabs, current }: TabsProps) {
  const { state } = useLocation()
  return (
    <nav className="tabs screen-only" aria-label={label}>
      {tabs.map((tab) => (
        <OpenLink
          key={tab.id}
          to={tab.href}
          replace
          state={state}
          aria-current={tab.id === current ? 'page' : undefined}
        >
          {tab.label}
        </OpenLink>
      ))}
    </nav>
  )
}
