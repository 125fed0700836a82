import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { navView } from '~/domain/navs/nav-view.server'
import { showNavDate } from '~/domain/values/show'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { pageRead } from '~/http/page-answer'
import { Badge } from '~/ui/badge/badge'
import { Drawer } from '~/ui/drawer/drawer'
import { Tabs } from '~/ui/tabs/tabs'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await guard(args, 'navctrl')
  const { nav, instance, ...view } = await pageRead(() =>
    navView(read, actor, idInPath(args.params.fundNavId)),
  )
  return { nav, instance, ...view }
}

/** One NAV beside the list: badge, fund code and NAV date, and its tabs. */
export default function NavPanel() {
  const { nav, instance } = useLoaderData<typeof loader>()
  const base = `/nav-controls/${nav.id}`
  return (
    <Drawer
      wide
      closeHref="/nav-controls"
      badge={<Badge kind={instance.class} status={instance.status} queue={instance.queue} />}
      title={`${nav.fundCode} ${showNavDate(nav.navDate)}`}
    >
      <Tabs
        label={`NAV ${nav.fundCode}`}
        tabs={[
          { href: base, label: 'NAV Validation', end: true },
          { href: `${base}/checks`, label: 'NAV Checks Audit' },
          { href: `${base}/kpi`, label: 'KPI comments' },
        ]}
      />
      <Outlet />
    </Drawer>
  )
}
