import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { PendingChanges } from '~/platform/approvals/pending-changes'
import { decideChange, waitingChanges } from '~/platform/approvals/routes/waiting-changes'
import { DomainLinks } from '~/platform/page/use-site'
import { showDay } from '~/platform/values/show'
import { Page, PageSection } from '~/ui/page/page'
import { entitiesWithMatrix } from '../matrix.server'
import { MATRIX_KINDS } from '../matrix-entry'

export const meta = () => [{ title: 'Authorisation matrix · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'draftsdashboard')
  const { actor, read } = guarded
  return {
    links: domainLinks(actor, 'draftsdashboard'),
    waiting: await waitingChanges(guarded, args.request, MATRIX_KINDS),
    entities: await entitiesWithMatrix(read),
    today: guarded.today,
  }
}

export async function action(args: ActionFunctionArgs) {
  return decideChange(await guard(args, 'draftsdashboard', 'update'), args, '/authorisation-matrix')
}

/** The matrices in force, and their changes that wait for a team leader. */
export default function AuthorisationMatrix() {
  const { links, waiting, entities, today } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page title="Authorisation matrix">
        <PageSection title={`Valid on ${showDay(today)}`}>
          {entities.length === 0 ? (
            <p>No legal entity has an authorisation matrix: no client signature is required.</p>
          ) : (
            <ul className="page__list">
              {entities.map(({ id, name }) => (
                <li key={id}>
                  <a href={`/authorisation-matrix/${id}/${today}.pdf`}>{name} (PDF)</a>
                </li>
              ))}
            </ul>
          )}
        </PageSection>
        <PageSection title="Pending approval by a team leader">
          <PendingChanges
            {...waiting}
            exportTo="/authorisation-matrix/export/pending_changes"
            empty="No pending changes. Rules and signatories that are changed under Administration, or imported, appear here until a member of TEAM LEADER approves them."
            refused={useActionData<typeof action>()}
          />
        </PageSection>
      </Page>
    </>
  )
}
