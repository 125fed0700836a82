import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { documentsPanel } from '~/areas/documents/routes/panel-source'
import { idInPath, sameSearch } from '~/http/address'
import { guard } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { unprovenOf } from '~/http/unproven'
import { eventTable } from '~/platform/grids/event-table'
import { sourcePage } from '~/platform/grids/grid-source'
import { STEP_REFUSED, takeStep } from '~/platform/objects/take-step.server'
import { UnprovenBanner } from '~/platform/page/unproven-banner'
import { StateBadge } from '~/platform/workflow/state-badge'
import { Drawer } from '~/ui/drawer/drawer'
import { useDone, useNeighbours } from '~/ui/drawer/use-neighbours'
import { shouldReloadBelowPopup } from '~/ui/open-close/close-link'
import { CaseSections } from '../case-sections'
import { caseView } from '../case-view.server'
import { CaseStepFields } from '../forms'
import { navErrorWorkflow } from '../workflow.server'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'errors')
  return pageRead(async () => {
    const id = idInPath(args.params.caseId)
    const { history, ...view } = await caseView(guarded, id)
    return {
      view,
      unproven: await unprovenOf(guarded, { kind: 'nav error', id }),
      events: await sourcePage(guarded, args.request, eventTable(guarded, history, view.instance.round)),
      documents: await documentsPanel(guarded, args.request, view.instance),
      mayChange: isAllowed(guarded.actor, 'errors', 'update') && !view.isEnded,
      mayOpenNavs: isAllowed(guarded.actor, 'navctrl'),
      idempotencyKey: guarded.services.ids.uuid(),
    }
  })
}

export const action = formRoute({
  title: STEP_REFUSED,
  page: async (args) => ({
    ...(await guard(args, 'errors', 'update')),
    caseId: idInPath(args.params.caseId),
  }),
  fields: CaseStepFields,
  command: (context, { caseId }, { eventLog, stepId, ...chosen }) =>
    takeStep(context, navErrorWorkflow, caseId, stepId, { ...chosen, comment: eventLog }),
  done: (line, { caseId }, { request }) => [`/nav-errors/${caseId}${sameSearch(request)}`, line],
})

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: data ? `NAV error ${data.view.found.id} · Fundesk` : 'Fundesk' },
]

export const shouldRevalidate = shouldReloadBelowPopup

/** One case next to the list: how wrong the NAVs were, who is owed what, and who pays. */
export default function NavErrorCase() {
  const { view, unproven, ...page } = useLoaderData<typeof loader>()
  const { found, instance } = view
  return (
    <>
      <Drawer
        {...useDone('/nav-errors')}
        {...useNeighbours('areas/nav-errors/routes/list', '/nav-errors', found.id)}
        badge={<StateBadge state={instance} />}
        title={`NAV error ${found.id}`}
      >
        <UnprovenBanner tables={unproven} />
        <CaseSections view={view} {...page} refused={useActionData<typeof action>()} />
      </Drawer>
      <Outlet />
    </>
  )
}
