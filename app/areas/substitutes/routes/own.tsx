import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { AccountLinks } from '~/areas/account/account-links'
import { guardUser } from '~/http/guard'
import { formRoute } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { Note } from '~/ui/message/message'
import { OpenLink } from '~/ui/open-close/close-link'
import { Page } from '~/ui/page/page'
import { EndFields } from '../forms'
import { substitutionTable } from '../grid-sources'
import { pendingSubstitutes, substitutionsOf } from '../read-substitutions.server'
import { endSubstitution } from '../set-substitute.server'
import { SubstitutionsGrid } from '../substitutions-grid'

export const meta = () => [{ title: 'Substitutes · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const { actor, read } = guarded
  const [rows, waiting] = await Promise.all([
    substitutionsOf(guarded, actor.id),
    pendingSubstitutes(read, actor.userName),
  ])
  return {
    grid: await sourcePage(guarded, args.request, substitutionTable(guarded, rows)),
    waiting,
  }
}

export const action = formRoute({
  title: 'The substitution was not ended',
  page: guardUser,
  fields: EndFields,
  command: (context, _, { substitution }) => endSubstitution(context, substitution),
  done: (line) => ['/account/substitutes', line],
})

/** Who acts for the user while they are away, and for whom the user acts. */
export default function OwnSubstitutes() {
  const { grid, waiting } = useLoaderData<typeof loader>()
  return (
    <>
      <AccountLinks />
      <Page
        title="Substitutes"
        actions={
          <OpenLink className="button button--primary" to="/account/substitutes/new">
            New substitute
          </OpenLink>
        }
      >
        {waiting.map(({ id, description }) => (
          <Note key={id}>
            {description}: pending approval by an administrator.{' '}
            <Link to="/work/others">Waiting on others</Link>
          </Note>
        ))}
        <SubstitutionsGrid
          title="Your substitutes, and whom you substitute"
          grid={grid}
          path="/account/substitutes"
          empty="No substitutes yet. Set one before you are away: your work then appears in their My work."
          mayEnd
          refused={useActionData<typeof action>()}
        />
      </Page>
      <Outlet />
    </>
  )
}
