import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { idInPath, sameSearch } from '~/http/address'
import { type Guarded, guard } from '~/http/guard'
import { handleIntents, type PageForms, pageForm, pageRead, redirectWithStatus } from '~/http/page-answer'
import { eventTable } from '~/platform/grids/event-table'
import { sourcePage } from '~/platform/grids/grid-source'
import { PlaceBadge } from '~/platform/workflow/place-badge'
import { Drawer } from '~/ui/drawer/drawer'
import { useDone, useNeighbours } from '~/ui/drawer/use-neighbours'
import { keepBelow } from '~/ui/open-close/close-link'
import { EntrySections, MATCH } from '../bank-inbox/entry-sections'
import { bankEntryView } from '../bank-inbox/entry-view.server'
import { explainEntry, takeOverEntry } from '../bank-inbox/explain-entry.server'
import { AcceptFields, ExplainFields, settlementOf, TakeOverFields } from '../bank-inbox/forms'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'bankinbox')
  const { actor, services } = guarded
  const search = new URL(args.request.url).searchParams.get(MATCH)?.trim().slice(0, 100) ?? ''
  return pageRead(async () => {
    const { history, ...view } = await bankEntryView(guarded, idInPath(args.params.entryId), search)
    const events = eventTable(history, guarded.timeZone, view.instance.round)
    return {
      view,
      search,
      events: await sourcePage(guarded, args.request, events),
      mayOpenInvoices: isAllowed(actor, 'transactiondashboard'),
      keys: { accept: services.ids.uuid(), explain: services.ids.uuid(), owner: services.ids.uuid() },
    }
  })
}

interface EntryPage {
  guarded: Guarded
  request: Request
  entryId: number
}

const NOT_EXPLAINED = 'The entry was not explained'

/** The page that follows an explained entry: its drawer closes. */
const explained = ({ guarded, request, entryId }: EntryPage, line: string) =>
  redirectWithStatus(
    guarded,
    `/bank-inbox/${entryId}${sameSearch(request, { done: 1, [MATCH]: null })}`,
    line,
  )

const accept = pageForm({
  title: NOT_EXPLAINED,
  fields: AcceptFields,
  async answer(page: EntryPage, { seenEventId, eventLog }) {
    const { guarded, entryId } = page
    const input = { entryId, how: { kind: 'accept' } as const, comment: eventLog, seenEventId }
    return explained(page, await guarded.transaction((context) => explainEntry(context, input)))
  },
})

const explain = pageForm({
  title: NOT_EXPLAINED,
  fields: ExplainFields,
  async answer(page: EntryPage, { seenEventId, eventLog, ...chosen }, typed) {
    const { guarded, entryId } = page
    const input = { entryId, how: settlementOf(chosen, typed), comment: eventLog, seenEventId }
    return explained(page, await guarded.transaction((context) => explainEntry(context, input)))
  },
})

const owner = pageForm({
  title: 'The entry was not taken over',
  fields: TakeOverFields,
  async answer({ guarded, request, entryId }: EntryPage) {
    const line = await guarded.transaction((context) => takeOverEntry(context, entryId))
    return redirectWithStatus(guarded, `/bank-inbox/${entryId}${sameSearch(request)}`, line)
  },
})

const FORMS: PageForms<EntryPage> = { accept, explain, owner }

/** The forms of an entry: its proposal, another explanation, who takes care of it. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'bankinbox', 'update')
  const entryId = idInPath(args.params.entryId)
  return handleIntents(args, FORMS, { guarded, request: args.request, entryId })
}

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: data ? `Bank entry ${data.view.row.id} · Fundesk` : 'Fundesk' },
]

export const shouldRevalidate = keepBelow

/** One entry next to the list: what the bank says, what differs, and what explains it. */
export default function BankEntry() {
  const { view, ...page } = useLoaderData<typeof loader>()
  const { row, instance } = view
  return (
    <>
      <Drawer
        {...useDone('/bank-inbox')}
        {...useNeighbours('areas/payments/routes/inbox', '/bank-inbox', row.id)}
        badge={<PlaceBadge place={instance} />}
        title={`Bank entry ${row.id}`}
      >
        <EntrySections view={view} {...page} refused={useActionData<typeof action>()} />
      </Drawer>
      <Outlet />
    </>
  )
}
