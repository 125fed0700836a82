import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { administrationLinks } from '~/areas/access/menu'
import { functionChoices } from '~/areas/access/users.server'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { DomainLinks } from '~/platform/page/use-site'
import { Grid } from '~/ui/grid/grid'
import { keepList } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/query'
import { Page } from '~/ui/page/page'
import { rightsTable } from '../grid-sources'
import { RIGHTS_GRID, rightsColumns } from '../list'

export const meta = () => [{ title: 'Authorisations · Fundesk' }]
export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const [functions, source] = await Promise.all([functionChoices(guarded.read), rightsTable(guarded)])
  return {
    functions,
    grid: await sourcePage(guarded, args.request, source),
    links: administrationLinks(guarded.actor),
  }
}

/** Who may do what: a line for each user, a column for each function. */
export default function Authorisations() {
  const { functions, grid, links } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="Authorisations"
        aside={
          <span className="muted">
            {shownCount(grid.total)} · open a user to request other authorisations
          </span>
        }
        fill
        actions={
          <Link className="button" to="/admin/users">
            Users
          </Link>
        }
      >
        <Grid
          title="Authorisations"
          columns={rightsColumns(functions)}
          {...grid}
          options={RIGHTS_GRID}
          path="/admin/authorisations"
          exportTo="/admin/authorisations/export/authorisations"
          rowKey={({ id }) => String(id)}
          rowHref={({ id }) => `/admin/users/${id}?page=1`}
          rowLabel={({ user_name }) => user_name}
          selectable
        />
      </Page>
    </>
  )
}
