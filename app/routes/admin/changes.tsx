import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PendingChanges } from '~/components/admin/pending-changes'
import { DomainLinks } from '~/components/site/domain-links'
import { domainLinks } from '~/domain/access/menu'
import { guard } from '~/http/guard'
import { Page } from '~/ui/page/page'
import { decideChange } from './decide-change'
import { waitingChanges } from './waiting-changes'

export const meta = () => [{ title: 'Changes that wait · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const waiting = await waitingChanges(guarded, args.request)
  return { links: domainLinks(guarded.actor, 'administration'), waiting }
}

export async function action(args: ActionFunctionArgs) {
  return decideChange(await guard(args, 'administration', 'update'), args, '/admin/changes')
}

/** All that somebody else must approve before it takes effect. */
export default function Changes() {
  const { links, waiting } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page title="Changes that wait for a second person">
        <PendingChanges
          {...waiting}
          exportTo="/admin/changes/export/pending_changes"
          empty="No change waits. Users and authorisations that are imported, changes of the authorisation matrix, and of bank accounts, appear here until another person approves them."
          refused={useActionData<typeof action>()}
        />
      </Page>
    </>
  )
}
