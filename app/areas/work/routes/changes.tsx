import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guardUser } from '~/http/guard'
import { kindsDecidedBy } from '~/platform/approvals/pending-change-kinds.server'
import { PendingChanges } from '~/platform/approvals/pending-changes'
import { decideChange, waitingChanges } from '~/platform/approvals/routes/waiting-changes'
import { shownCount } from '~/ui/grid/query'
import { LinksRow, Page } from '~/ui/page/page'
import { workTabs } from '../grid-sources'
import { CHANGES_PATH, workLinks } from '../work'

export const meta = () => [{ title: 'Changes to decide · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const { actor } = guarded
  const waiting = await waitingChanges(guarded, args.request, kindsDecidedBy(actor), {}, actor)
  return { waiting, tabs: workTabs(guarded) }
}

export async function action(args: ActionFunctionArgs) {
  return decideChange(await guardUser(args), args, CHANGES_PATH)
}

/** The changes of kinds that the user may decide, and those that they requested: bank accounts, tolerances, rights and the like. */
export default function ChangesToDecide() {
  const { waiting, tabs } = useLoaderData<typeof loader>()
  return (
    <>
      <LinksRow label="Lists of my work" links={workLinks({ ...tabs, decides: true })} />
      <Page title="My work" aside={<span className="muted">{shownCount(waiting.grid.total)}</span>}>
        <PendingChanges
          {...waiting}
          exportTo="/work/export/pending_changes"
          empty="No change waits. What a second person must approve appears here, as does what you request."
          refused={useActionData<typeof action>()}
        />
      </Page>
    </>
  )
}
