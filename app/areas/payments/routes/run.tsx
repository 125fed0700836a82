import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
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
import { RunStepFields } from '../forms'
import { paymentTable } from '../grid-sources'
import { pointsToCheck } from '../points-to-check'
import { RunSections } from '../run-sections'
import { runView } from '../run-view.server'
import { runWorkflow } from '../workflow.server'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'payments')
  const { actor, services } = guarded
  return pageRead(async () => {
    const id = idInPath(args.params.runId)
    const { history, payments, ...view } = await runView(guarded, id)
    const events = eventTable(guarded, history, view.instance.round)
    const first = history.find(
      ({ name, round }) => name === 'first approval' && round === view.instance.round,
    )
    return {
      view,
      points: pointsToCheck({ ...view, payments }),
      payees: new Set(
        payments.filter(({ state }) => state !== 'taken out').map(({ creditor }) => creditor.name),
      ).size,
      firstApproval: first ? { who: first.whoName, at: first.at } : null,
      unproven: await unprovenOf(guarded, { kind: 'payment run', id }),
      payments: await sourcePage(guarded, args.request, paymentTable(payments)),
      events: await sourcePage(guarded, args.request, events),
      mayOpenInvoices: isAllowed(actor, 'transactiondashboard'),
      idempotencyKey: services.ids.uuid(),
    }
  })
}

export const action = formRoute({
  title: STEP_REFUSED,
  page: async (args) => ({
    ...(await guard(args, 'payments', 'update')),
    runId: idInPath(args.params.runId),
  }),
  fields: RunStepFields,
  command: (context, { runId }, { eventLog, stepId, ...chosen }) =>
    takeStep(context, runWorkflow, runId, stepId, { ...chosen, comment: eventLog }),
  done: (line, { runId }, { request }) => [`/payments/${runId}${sameSearch(request)}`, line],
})

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: data ? `Payment run ${data.view.run.id} · Fundesk` : 'Fundesk' },
]

export const shouldRevalidate = shouldReloadBelowPopup

/** One run next to the list: what it pays from where, its files, what banks said, its next step. */
export default function PaymentRun() {
  const { view, unproven, ...page } = useLoaderData<typeof loader>()
  const { run, instance } = view
  return (
    <>
      <Drawer
        {...useDone('/payments')}
        {...useNeighbours('areas/payments/routes/list', '/payments', run.id)}
        badge={<StateBadge state={instance} />}
        title={`Payment run ${run.id}`}
      >
        <UnprovenBanner tables={unproven} />
        <RunSections view={view} {...page} refused={useActionData<typeof action>()} />
      </Drawer>
      <Outlet />
    </>
  )
}
