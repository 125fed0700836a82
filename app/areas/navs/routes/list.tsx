import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useLocation, useParams } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { useMarkedStep } from '~/areas/work/use-marked-step'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { DomainLinks, useTimeZone } from '~/platform/page/use-site'
import { showNavDate } from '~/platform/values/show'
import { usePreload } from '~/ui/drawer/use-neighbours'
import { Grid } from '~/ui/grid/grid'
import { keepList } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/query'
import { Page } from '~/ui/page/page'
import { NAV_GRID, NewControlLinks, navColumns } from '../list'
import { navTable } from './nav-tables'

export const meta = () => [{ title: 'NAV Controls · Fundesk' }]
export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'navctrl')
  const { actor } = guarded
  return {
    grid: await sourcePage(guarded, args.request, navTable(guarded)),
    links: domainLinks(actor, 'navctrl'),
    mayControl: isAllowed(actor, 'navctrl', 'add') && actor.queues.includes('ACCOUNTANT'),
  }
}

export default function NavControls() {
  const { grid, links, mayControl } = useLoaderData<typeof loader>()
  const { fundNavId } = useParams()
  const { search } = useLocation()
  usePreload(['nav-controls/panel', 'nav-controls/validation'])
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="NAV Controls"
        aside={<span className="muted">{shownCount(grid.total)}</span>}
        fill
        actions={
          <>
            {mayControl && <NewControlLinks base="/nav-controls" />}
            {grid.total > 0 && (
              <a className="button" href={`/nav-controls/reports.zip${search}`} download>
                {grid.parsed.query.selected.length > 0 ? 'Reports of marked' : 'Reports'}
              </a>
            )}
          </>
        }
      >
        <Grid
          title="NAVs"
          columns={navColumns(useTimeZone())}
          {...grid}
          options={NAV_GRID}
          path="/nav-controls"
          exportTo="/nav-controls/export/navs"
          selectable
          marked={useMarkedStep('nav-controls')}
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
