import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useLocation, useParams } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { useMarkedStep } from '~/areas/work/use-marked-step'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListCount } from '~/platform/page/lateness'
import { ListPage } from '~/platform/page/list-page'
import { showNavDate } from '~/platform/values/show'
import { usePreload } from '~/ui/drawer/use-neighbours'
import { keepList } from '~/ui/grid/keep-list'
import { Empty } from '~/ui/message/message'
import { Link } from '~/ui/open-close/close-link'
import { NAV_GRID, NewControlButtons, navColumns } from '../list'
import { countLateNavs } from '../nav-facts.server'
import { navTable } from './nav-tables'

export const meta = () => [{ title: 'NAV Controls · Fundesk' }]
export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'navctrl')
  const { actor } = guarded
  const [grid, late] = await Promise.all([
    sourcePage(guarded, args.request, navTable(guarded)),
    countLateNavs(guarded),
  ])
  return {
    grid,
    late,
    links: domainLinks(actor, 'navctrl'),
    mayControl: isAllowed(actor, 'navctrl', 'add') && actor.queues.includes('ACCOUNTANT'),
    mayImport: isAllowed(actor, 'administration', 'update'),
  }
}

export default function NavControls() {
  const { grid, late, links, mayControl, mayImport } = useLoaderData<typeof loader>()
  const { fundNavId } = useParams()
  const { search } = useLocation()
  usePreload(['nav-controls/panel', 'nav-controls/validation'])
  return (
    <ListPage
      title="NAV Controls"
      aside={<ListCount total={grid.total} late={late} path="/nav-controls" />}
      fill
      actions={
        <>
          {mayControl && <NewControlButtons base="/nav-controls" besideNav={fundNavId !== undefined} />}
          {grid.total > 0 && (
            <a className="button" href={`/nav-controls/reports.zip${search}`} download>
              {grid.parsed.query.selected.length > 0 ? 'Reports of marked' : 'Reports'}
            </a>
          )}
        </>
      }
      links={links}
      rowsTitle="NAVs"
      columns={navColumns(grid.declared)}
      grid={grid}
      options={NAV_GRID}
      path="/nav-controls"
      file="navs"
      selectable
      marked={useMarkedStep('/nav-controls')}
      rowKey={(row) => String(row.fundnavid)}
      rowHref={(row) => `/nav-controls/${row.fundnavid}`}
      rowLabel={(row) => `NAV ${row.fundcode} ${showNavDate(row.navdate)}`}
      openKey={fundNavId}
      empty={
        <Empty
          title="No NAV is expected yet"
          act={
            mayImport && (
              <Link className="button button--primary" to="/admin/import">
                Import reference data
              </Link>
            )
          }
        >
          NAVs appear here from the NAV calendar. An administrator loads it under Administration, Import.
        </Empty>
      }
    />
  )
}
