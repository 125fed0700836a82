import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { handleIntents, pageRead } from '~/http/page-answer'
import { unprovenOf } from '~/http/unproven'
import { UnprovenBanner } from '~/platform/page/unproven-banner'
import { StateBadge } from '~/platform/workflow/state-badge'
import { Drawer } from '~/ui/drawer/drawer'
import { useDone, useNeighbours } from '~/ui/drawer/use-neighbours'
import { shouldReloadBelowPopup } from '~/ui/open-close/close-link'
import { supplierOf } from '../draft-headline'
import { DraftView } from '../draft-view'
import { DRAFT_FORMS } from './draft-actions'
import { readDraftPage } from './draft-page'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'draftsdashboard')
  const id = idInPath(args.params.draftId)
  return pageRead(async () => {
    const { payeeId, ...page } = await readDraftPage(guarded, args.request, id)
    const payee = payeeId === null ? [] : [{ kind: 'bank accounts' as const, id: payeeId }]
    return { ...page, unproven: await unprovenOf(guarded, { kind: 'draft', id }, ...payee) }
  })
}

/** The forms of a draft: its fields, the totals of its e-invoice, its next step. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'draftsdashboard', 'update')
  const draftId = idInPath(args.params.draftId)
  return handleIntents(args, DRAFT_FORMS, { guarded, request: args.request, draftId })
}

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: data ? `${titleOf(data)} · Fundesk` : 'Fundesk' },
]

const titleOf = ({ view: { draft }, choices }: Awaited<ReturnType<typeof loader>>) =>
  [`Draft ${draft.id}`, supplierOf(draft, choices), draft.invoiceRef].filter(Boolean).join(', ')

export const shouldRevalidate = shouldReloadBelowPopup

/** Drawer "Drafted Invoice": one draft next to the list. */
export default function Draft() {
  const { unproven, ...page } = useLoaderData<typeof loader>()
  const { draft, instance } = page.view
  return (
    <Drawer
      wide
      {...useDone('/drafts')}
      {...useNeighbours('areas/drafts/routes/list', '/drafts', draft.id)}
      badge={<StateBadge state={instance} />}
      title={
        <>
          Draft {draft.id} <span className="draft__kind">Drafted Invoice</span>
        </>
      }
    >
      <UnprovenBanner tables={unproven} />
      <DraftView {...page} refused={useActionData<typeof action>()} />
      <Outlet />
    </Drawer>
  )
}
