import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { handleIntents, pageRead } from '~/http/page-answer'
import { unprovenOf } from '~/http/unproven'
import { eventTable } from '~/platform/grids/event-table'
import { sourcePage } from '~/platform/grids/grid-source'
import { UnprovenBanner } from '~/platform/page/unproven-banner'
import { StateBadge } from '~/platform/workflow/state-badge'
import { Drawer } from '~/ui/drawer/drawer'
import { useDone, useNeighbours } from '~/ui/drawer/use-neighbours'
import { shouldReloadBelowPopup } from '~/ui/open-close/close-link'
import { MATCH } from '../bank-inbox/bank-entry'
import { EntrySections } from '../bank-inbox/entry-sections'
import { bankEntryView } from '../bank-inbox/entry-view.server'
import { ENTRY_FORMS } from './entry-forms'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'bankinbox')
  const { actor, services } = guarded
  const search = new URL(args.request.url).searchParams.get(MATCH)?.trim().slice(0, 100) ?? ''
  return pageRead(async () => {
    const id = idInPath(args.params.entryId)
    const { history, ...view } = await bankEntryView(guarded, id, search)
    const events = eventTable(guarded, history, view.instance.round)
    return {
      view,
      search,
      unproven: await unprovenOf(guarded, { kind: 'bank entry', id }),
      events: await sourcePage(guarded, args.request, events),
      mayOpenInvoices: isAllowed(actor, 'transactiondashboard'),
      keys: { accept: services.ids.uuid(), explain: services.ids.uuid(), owner: services.ids.uuid() },
    }
  })
}

/** The forms of an entry: its proposal, another explanation, who takes care of it. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'bankinbox', 'update')
  const entryId = idInPath(args.params.entryId)
  return handleIntents(args, ENTRY_FORMS, { guarded, request: args.request, entryId })
}

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: data ? `Bank entry ${data.view.row.id} · Fundesk` : 'Fundesk' },
]

export const shouldRevalidate = shouldReloadBelowPopup

/** One entry next to the list: what the bank says, what differs, and what explains it. */
export default function BankEntry() {
  const { view, unproven, ...page } = useLoaderData<typeof loader>()
  const { row, instance } = view
  return (
    <>
      <Drawer
        {...useDone('/bank-inbox')}
        {...useNeighbours('areas/payments/routes/inbox', '/bank-inbox', row.id)}
        badge={<StateBadge state={instance} />}
        title={`Bank entry ${row.id}`}
      >
        <UnprovenBanner tables={unproven} />
        <EntrySections view={view} {...page} refused={useActionData<typeof action>()} />
      </Drawer>
      <Outlet />
    </>
  )
}
