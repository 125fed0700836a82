import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { formRoute } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { DomainLinks } from '~/platform/page/use-site'
import { keepList } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/query'
import { OpenLink } from '~/ui/open-close/close-link'
import { Page } from '~/ui/page/page'
import { EndFields } from '../forms'
import { substitutionTable } from '../grid-sources'
import { allSubstitutions } from '../read-substitutions.server'
import { endSubstitution } from '../set-substitute.server'
import { SubstitutionsGrid } from '../substitutions-grid'

const PATH = '/admin/substitutes'

export const meta = () => [{ title: 'Substitutes · Fundesk' }]
export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { actor } = guarded
  const rows = await allSubstitutions(guarded)
  return {
    grid: await sourcePage(guarded, args.request, substitutionTable(guarded, rows)),
    links: administrationLinks(actor),
    mayUpdate: isAllowed(actor, 'administration', 'update'),
  }
}

export const action = formRoute({
  title: 'The substitution was not ended',
  page: (args) => guard(args, 'administration', 'update'),
  fields: EndFields,
  command: (context, _, { substitution }) => endSubstitution(context, substitution),
  done: (line) => [PATH, line],
})

/** Who acts for whom on this site. */
export default function Substitutes() {
  const { grid, links, mayUpdate } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="Substitutes"
        aside={<span className="muted">{shownCount(grid.total)}</span>}
        actions={
          mayUpdate && (
            <OpenLink className="button button--primary" to={`${PATH}/new`}>
              New substitute
            </OpenLink>
          )
        }
        fill
      >
        <SubstitutionsGrid
          title="Substitutes"
          grid={grid}
          path={PATH}
          exportTo={`${PATH}/export/substitutes`}
          empty="No substitutes yet. People set their own under their name at the top right."
          mayEnd={mayUpdate}
          refused={useActionData<typeof action>()}
        />
      </Page>
      <Outlet />
    </>
  )
}
