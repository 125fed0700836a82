import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useParams } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { useMarkedStep } from '~/areas/work/use-marked-step'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListPage } from '~/platform/page/list-page'
import { showDay } from '~/platform/values/show'
import { usePreload } from '~/ui/drawer/use-neighbours'
import { keepList } from '~/ui/grid/keep-list'
import { Link, OpenLink } from '~/ui/open-close/close-link'
import { errorTable } from '../grid-sources'
import { ERROR_GRID, errorColumns } from '../list'

export const meta = () => [{ title: 'NAV errors · Fundesk' }]

export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'errors')
  return {
    grid: await sourcePage(guarded, args.request, errorTable(guarded)),
    links: domainLinks(guarded.actor, 'errors'),
    mayOpen: isAllowed(guarded.actor, 'errors', 'add'),
  }
}

/** Cases of NAVs that were wrong when they were sent. */
export default function NavErrors() {
  const { grid, links, mayOpen } = useLoaderData<typeof loader>()
  const { caseId } = useParams()
  usePreload(['areas/nav-errors/routes/case'])
  return (
    <ListPage
      title="NAV errors"
      fill
      actions={
        <>
          <Link className="button" to="/nav-errors/register">
            Register of the year
          </Link>{' '}
          {mayOpen && (
            <OpenLink className="button button--primary" to="/nav-errors/new">
              Open NAV error
            </OpenLink>
          )}
        </>
      }
      links={links}
      columns={errorColumns(grid.declared)}
      grid={grid}
      options={ERROR_GRID}
      path="/nav-errors"
      file="nav_errors"
      selectable
      marked={useMarkedStep('/nav-errors')}
      rowKey={(row) => String(row.id)}
      rowHref={(row) => `/nav-errors/${row.id}`}
      rowLabel={(row) => `NAV error ${row.id} of ${row.fund_code} from ${showDay(row.first_date)}`}
      openKey={caseId}
      empty={
        mayOpen
          ? 'No NAV was found wrong after it was sent. “Open NAV error” begins a case.'
          : 'No NAV was found wrong after it was sent.'
      }
    />
  )
}
