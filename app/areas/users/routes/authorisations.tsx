import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListPage } from '~/platform/page/list-page'
import { keepList } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/query'
import { rightsTable } from '../grid-sources'
import { RIGHTS_GRID, userColumns } from '../list'

export const meta = () => [{ title: 'Authorisations · Fundesk' }]
export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  return {
    grid: await sourcePage(guarded, args.request, await rightsTable(guarded)),
    links: administrationLinks(guarded.actor),
  }
}

/** Who may do what: a line for each user, a column for each function. */
export default function Authorisations() {
  const { grid, links } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="Authorisations"
      aside={
        <span className="muted">{shownCount(grid.total)} · open a user to request other authorisations</span>
      }
      fill
      actions={
        <Link className="button" to="/admin/users">
          Users
        </Link>
      }
      links={links}
      columns={userColumns(grid.declared)}
      grid={grid}
      options={RIGHTS_GRID}
      path="/admin/authorisations"
      file="authorisations"
      rowKey={({ id }) => String(id)}
      rowHref={({ id }) => `/admin/users/${id}?page=1`}
      rowLabel={({ user_name }) => user_name}
      selectable
    />
  )
}
