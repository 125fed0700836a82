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
import { BudgetView } from '../budget-view'
import { BUDGET_FORMS, readBudgetPage } from './budget-page'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'budgets')
  const id = idInPath(args.params.budgetId)
  return pageRead(async () => {
    const page = await readBudgetPage(guarded, args.request, id)
    return { ...page, unproven: await unprovenOf(guarded, { kind: 'budget', id }) }
  })
}

/** The forms of a budget: its fields, its next step. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'budgets', 'update')
  const budgetId = idInPath(args.params.budgetId)
  return handleIntents(args, BUDGET_FORMS, { guarded, request: args.request, budgetId })
}

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  {
    title: data ? `Budget ${data.view.budget.id}, ${data.view.words.supplier_id} · Fundesk` : 'Fundesk',
  },
]

export const shouldRevalidate = shouldReloadBelowPopup

/** One budget next to the list. */
export default function Budget() {
  const { unproven, ...page } = useLoaderData<typeof loader>()
  const { budget, instance } = page.view
  return (
    <>
      <Drawer
        {...useDone('/budgets')}
        {...useNeighbours('areas/budgets/routes/list', '/budgets', budget.id)}
        badge={<StateBadge state={instance} />}
        title={`Budget ${budget.id}`}
      >
        <UnprovenBanner tables={unproven} />
        <BudgetView {...page} refused={useActionData<typeof action>()} />
      </Drawer>
      <Outlet />
    </>
  )
}
