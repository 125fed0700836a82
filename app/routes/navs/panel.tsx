import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useLocation } from '@remix-run/react'
import { navFacts } from '~/domain/navs/nav-facts.server'
import { showNavDate } from '~/domain/values/show'
import { instanceById } from '~/domain/workflow/instance.server'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { pageRead } from '~/http/page-answer'
import { Badge } from '~/ui/badge/badge'
import { Drawer } from '~/ui/drawer/drawer'
import { keepBelow } from '~/ui/open-close/keep-below'
import { Tabs } from '~/ui/tabs/tabs'

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await guard(args, 'navctrl')
  const fundNavId = idInPath(args.params.fundNavId)
  const [nav, instance] = await pageRead(() =>
    Promise.all([navFacts(read, fundNavId), instanceById(read, fundNavId)]),
  )
  return { nav, instance }
}

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: data ? `${data.nav.fundCode} ${showNavDate(data.nav.navDate)} · Fundesk` : 'Fundesk' },
]

export const shouldRevalidate = keepBelow

/** One NAV beside the list: badge, fund code and NAV date, and its tabs. */
export default function NavPanel() {
  const { nav, instance } = useLoaderData<typeof loader>()
  const { pathname, search } = useLocation()
  const params = new URLSearchParams(search)
  const done = params.has('done')
  params.delete('done')
  const base = `/nav-controls/${nav.id}`
  return (
    <Drawer
      wide
      done={done}
      closeHref={`/nav-controls?${params}`}
      badge={<Badge kind={instance.class} status={instance.status} queue={instance.queue} />}
      title={`${nav.fundCode} ${showNavDate(nav.navDate)}`}
    >
      <Tabs
        label={`NAV ${nav.fundCode}`}
        current={pathname === `${base}/checks` ? 'checks' : pathname === `${base}/kpi` ? 'kpi' : 'validation'}
        tabs={[
          { id: 'validation', href: base, label: 'NAV Validation' },
          { id: 'checks', href: `${base}/checks`, label: 'NAV Checks Audit' },
          { id: 'kpi', href: `${base}/kpi`, label: 'KPI comments' },
        ]}
      />
      <Outlet />
    </Drawer>
  )
}
