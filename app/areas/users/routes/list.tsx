import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData, useParams } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListPage } from '~/platform/page/list-page'
import { usePreload } from '~/ui/drawer/use-neighbours'
import { keepList } from '~/ui/grid/keep-list'
import { OpenLink } from '~/ui/open-close/close-link'
import { userTable } from '../grid-sources'
import { USER_GRID, userColumns } from '../list'

export const meta = () => [{ title: 'Users · Fundesk' }]
export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { actor } = guarded
  return {
    grid: await sourcePage(guarded, args.request, userTable(guarded)),
    links: administrationLinks(actor),
    mayAdd: isAllowed(actor, 'administration', 'add'),
  }
}

/** All users with an account. */
export default function Users() {
  const { grid, links, mayAdd } = useLoaderData<typeof loader>()
  usePreload(['areas/users/routes/user'])
  return (
    <ListPage
      title="Users"
      fill
      actions={
        <>
          {mayAdd && (
            <OpenLink className="button button--primary" to="/admin/users/new">
              New user
            </OpenLink>
          )}
          <Link className="button" to="/admin/authorisations">
            Authorisations
          </Link>
        </>
      }
      links={links}
      columns={userColumns(grid.declared)}
      grid={grid}
      options={USER_GRID}
      path="/admin/users"
      file="users"
      rowKey={({ id }) => String(id)}
      rowHref={({ id }) => `/admin/users/${id}`}
      rowLabel={({ user_name }) => user_name}
      openKey={useParams().userId}
      selectable
    />
  )
}
