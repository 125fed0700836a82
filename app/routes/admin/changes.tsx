import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PendingChanges } from '~/components/admin/pending-changes'
import { DomainLinks } from '~/components/site/domain-links'
import { domainLinks } from '~/domain/access/menu'
import { sourcePage } from '~/http/grid-source'
import { guard } from '~/http/guard'
import { Page } from '~/ui/page/page'
import { decideChange, undecidable } from './decide-change'
import { pendingTable } from './pending-table'

export const meta = () => [{ title: 'Changes that wait · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { actor } = guarded
  const grid = await sourcePage(guarded, args.request, await pendingTable(guarded))
  return { links: domainLinks(actor, 'administration'), grid, whyNot: undecidable(grid.rows, actor) }
}

export async function action(args: ActionFunctionArgs) {
  return decideChange(await guard(args, 'administration', 'update'), args, '/admin/changes')
}

/** All that somebody else must approve before it takes effect. */
export default function Changes() {
  const { links, grid, whyNot } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page title="Changes that wait for a second person">
        <PendingChanges
          grid={grid}
          whyNot={whyNot}
          exportTo="/admin/changes/export/pending_changes"
          empty="No change waits. Users and authorisations that are imported, and changes of the authorisation matrix, appear here until another person approves them."
          refused={useActionData<typeof action>()}
        />
      </Page>
    </>
  )
}
