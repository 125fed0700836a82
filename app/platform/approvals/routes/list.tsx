import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { administrationLinks } from '~/areas/access/menu'
import { secondPersonState } from '~/areas/access/second-person.server'
import { guard } from '~/http/guard'
import { DomainLinks } from '~/platform/page/use-site'
import { Note } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import { PendingChanges } from '../pending-changes'
import { decideChange, waitingChanges } from './waiting-changes'

export const meta = () => [{ title: 'Pending second approval · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const [waiting, { off }] = await Promise.all([
    waitingChanges(guarded, args.request),
    secondPersonState(guarded.read),
  ])
  return { links: administrationLinks(guarded.actor), waiting, off }
}

export async function action(args: ActionFunctionArgs) {
  return decideChange(await guard(args, 'administration', 'update'), args, '/admin/changes')
}

/** Every change that another user must approve before it takes effect. */
export default function Changes() {
  const { links, waiting, off } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page title="Pending second approval">
        {off && (
          <PageSection>
            <Note kind="warning">
              The second person is switched off: requests by the only administrator take effect at once.{' '}
              <Link to="/admin/second-person">Switch it on</Link>
            </Note>
          </PageSection>
        )}
        <PendingChanges
          {...waiting}
          exportTo="/admin/changes/export/pending_changes"
          empty="No pending changes. Imported users and authorisations, and changes of the authorisation matrix and of bank accounts, appear here until another person approves them."
          refused={useActionData<typeof action>()}
        />
      </Page>
    </>
  )
}
