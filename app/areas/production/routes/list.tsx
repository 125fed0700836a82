import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData, useParams } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListCount } from '~/platform/page/lateness'
import { ListPage } from '~/platform/page/list-page'
import { showNavDate } from '~/platform/values/show'
import { usePreload } from '~/ui/drawer/use-neighbours'
import { keepList } from '~/ui/grid/keep-list'
import { productionTable } from '../grid-sources'
import { PRODUCTION_GRID, productionColumns } from '../list'
import { countLateFunds } from '../list.server'

export const meta = () => [{ title: 'NAV Production · Fundesk' }]
export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'production')
  const [grid, late] = await Promise.all([
    sourcePage(guarded, args.request, productionTable(guarded)),
    countLateFunds(guarded),
  ])
  return {
    grid,
    late,
    links: domainLinks(guarded.actor, 'production'),
  }
}

/** The current production of every fund; a row opens its current NAV next to the list. */
export default function NavProduction() {
  const { grid, late, links } = useLoaderData<typeof loader>()
  const { fundNavId } = useParams()
  const open = grid.rows.find(({ current_nav_id }) => String(current_nav_id) === fundNavId)
  usePreload(['production/panel', 'production/validation'])
  return (
    <ListPage
      title="NAV Production"
      aside={<ListCount total={grid.total} late={late} path="/production" />}
      actions={
        <Link className="button" to="/production/kpi">
          KPI
        </Link>
      }
      fill
      links={links}
      rowsTitle="Funds"
      columns={productionColumns(grid.declared)}
      grid={grid}
      options={PRODUCTION_GRID}
      path="/production"
      file="production"
      selectable
      rowKey={(row) => String(row.fund_id)}
      rowHref={({ current_nav_id }) =>
        current_nav_id === null ? undefined : `/production/${current_nav_id}`
      }
      rowLabel={(row) => `${row.fund_code} ${showNavDate(row.current_nav)}`}
      openKey={open && String(open.fund_id)}
      empty="No funds yet. An administrator loads funds and their NAV calendar under Administration, Import."
    />
  )
}
