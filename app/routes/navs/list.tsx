import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useParams } from '@remix-run/react'
import { NAV_GRID, navColumns } from '~/components/navs/nav-columns'
import { NewControlLinks } from '~/components/navs/new-control-links'
import { DomainLinks } from '~/components/site/domain-links'
import { useTimeZone } from '~/components/site/site'
import { isAllowed } from '~/domain/access/actor'
import { domainLinks } from '~/domain/access/menu'
import { listNavs } from '~/domain/navs/nav-list.server'
import { showNavDate } from '~/domain/values/show'
import { guard } from '~/http/guard'
import { usePreload } from '~/ui/drawer/use-preload'
import { Grid } from '~/ui/grid/grid'
import { keepList } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/paging'
import { parseGridQuery } from '~/ui/grid/query'
import { Page } from '~/ui/page/page'

export const meta = () => [{ title: 'NAV Controls · Fundesk' }]
export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'navctrl')
  const { timeZone } = services.settings
  const parsed = parseGridQuery(new URL(args.request.url).searchParams, navColumns(timeZone), NAV_GRID)
  const page = await listNavs(read, parsed.query, timeZone)
  return {
    ...page,
    parsed,
    links: domainLinks(actor, 'navctrl'),
    mayControl: isAllowed(actor, 'navctrl', 'add') && actor.queues.includes('ACCOUNTANT'),
  }
}

export default function NavControls() {
  const { rows, total, parsed, links, mayControl } = useLoaderData<typeof loader>()
  const { fundNavId } = useParams()
  usePreload(['routes/navs/panel', 'routes/navs/validation'])
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="NAV Controls"
        aside={<span className="muted">{shownCount(total)}</span>}
        fill
        actions={mayControl && <NewControlLinks base="/nav-controls" />}
      >
        <Grid
          title="NAVs"
          columns={navColumns(useTimeZone())}
          rows={rows}
          total={total}
          parsed={parsed}
          options={NAV_GRID}
          path="/nav-controls"
          rowKey={(row) => String(row.fundnavid)}
          rowHref={(row) => `/nav-controls/${row.fundnavid}`}
          rowLabel={(row) => `NAV ${row.fundcode} ${showNavDate(row.navdate)}`}
          openKey={fundNavId}
          empty="No NAV is expected yet. An administrator loads the NAV calendar under Administration, Import."
        />
      </Page>
      <Outlet />
    </>
  )
}
