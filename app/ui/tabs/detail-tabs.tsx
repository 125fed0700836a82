import { useLocation } from '@remix-run/react'
import { readable } from '../grid/href'
import { Tabs } from './tabs'

/** The address parameter that names the tab. */
const PARAM = 'detail'

type DetailTab<Id extends string> = { id: Id; label: string }

/** Which of these tabs an address shows below the row that is expanded: the first one unless it names another. */
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
  /** id of the tab that is open. */
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
