import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { PendingChanges } from '~/components/admin/pending-changes'
import { DomainLinks } from '~/components/site/domain-links'
import { domainLinks } from '~/domain/access/menu'
import { approvePendingChange, refusePendingChange } from '~/domain/access/pending-change-decide.server'
import { parseFields } from '~/http/form'
import { formNumber } from '~/http/form-values'
import { sourcePage } from '~/http/grid-source'
import { guard } from '~/http/guard'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'
import { sameSearch } from '~/http/same-search'
import { Page } from '~/ui/page/page'
import { pendingTable } from './pending-table'

export const meta = () => [{ title: 'Changes that wait · Fundesk' }]

const Decision = z.object({
  id: formNumber(),
  decision: z.enum(['approve', 'refuse']),
})

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { actor } = guarded
  return {
    links: domainLinks(actor, 'administration'),
    grid: await sourcePage(guarded, args.request, await pendingTable(guarded)),
    me: actor.id,
  }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const { actor, transaction, services } = guarded
  return formAnswer(args, async (typed) => {
    const { id, decision } = parseFields(typed, Decision)
    const decide = decision === 'approve' ? approvePendingChange : refusePendingChange
    await transaction((tx) => decide(tx, id, actor, services.clock()))
    return redirectWithStatus(
      guarded,
      `/admin/changes${sameSearch(args.request)}`,
      `Change ${id} ${decision}d`,
    )
  })
}

/** Users and authorisations that somebody else must approve before they take effect. */
export default function Changes() {
  const { links, grid, me } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page title="Changes that wait for a second person">
        <PendingChanges grid={grid} me={me} refused={useActionData<typeof action>()} />
      </Page>
    </>
  )
}
