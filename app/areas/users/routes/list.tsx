import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, Outlet, useLoaderData, useParams } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { DomainLinks } from '~/platform/page/use-site'
import { usePreload } from '~/ui/drawer/use-neighbours'
import { Grid } from '~/ui/grid/grid'
import { keepList } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/query'
import { OpenLink } from '~/ui/open-close/close-link'
import { Page } from '~/ui/page/page'
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
    <>
      <DomainLinks links={links} />
      <Page
        title="Users"
        aside={<span className="muted">{shownCount(grid.total)}</span>}
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
      >
        <Grid
          title="Users"
          columns={userColumns()}
          {...grid}
          options={USER_GRID}
          path="/admin/users"
          exportTo="/admin/users/export/users"
          rowKey={({ id }) => String(id)}
          rowHref={({ id }) => `/admin/users/${id}`}
          rowLabel={({ user_name }) => user_name}
          openKey={useParams().userId}
          selectable
        />
      </Page>
      <Outlet />
    </>
  )
}
