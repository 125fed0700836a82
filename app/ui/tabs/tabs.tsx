import { useLocation } from '@remix-run/react'
import { readable } from '~/ui/grid/href'
import { OpenLink } from '../open-close/close-link'

type Tab = { id: string; label: string; href: string }

type TabsProps = {
  /** The subject of the tabs, for assistive technology. */
  label: string
  tabs: Tab[]
  /** id of the open tab. */
  current: string
}

/**
 * Tabs are links, so that each has its address. They replace each other in history: Back leaves the surrounding page or
 * drawer.
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

/** The URL parameter of the tab. */
const PARAM = 'detail'

type DetailTab<Id extends string> = { id: Id; label: string }

/** The tab that an address shows below the expanded row: the first one unless it names another. */
export function detailTabOf<Id extends string>([first, ...others]: readonly [
  DetailTab<Id>,
  ...DetailTab<Id>[],
]): (url: URL) => Id {
  return ({ searchParams }) => others.find(({ id }) => id === searchParams.get(PARAM))?.id ?? first.id
}

type DetailTabsProps = {
  /** "draft 1002" */
  of: string
  tabs: readonly DetailTab<string>[]
  /** id of the open tab. */
  current: string
}

/** The tabs below an expanded row; the rest of the address stays. */
export function DetailTabs({ of, tabs, current }: DetailTabsProps) {
  const { pathname, search } = useLocation()
  const href = (id: string) => {
    const params = new URLSearchParams(search)
    params.set(PARAM, id)
    return `${pathname}?${readable(params)}`
  }
  return (
    <Tabs
      label={`Details of ${of}`}
      current={current}
      tabs={tabs.map(({ id, label }) => ({ id, label, href: href(id) }))}
    />
  )
}
