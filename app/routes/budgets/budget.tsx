import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { BudgetView } from '~/components/budgets/budget-view'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { formAnswer, pageRead } from '~/http/page-answer'
import { Badge } from '~/ui/badge/badge'
import { Drawer } from '~/ui/drawer/drawer'
import { useDone } from '~/ui/drawer/use-done'
import { keepBelow } from '~/ui/open-close/keep-below'
import { answerToBudgetForm, titleOf } from './budget-answer'
import { readBudgetPage } from './budget-page'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'budgets')
  return pageRead(() => readBudgetPage(guarded, args.request, idInPath(args.params.budgetId)))
}

/** The forms of a budget: its fields, its next step. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'budgets', 'update')
  const budgetId = idInPath(args.params.budgetId)
  return formAnswer(
    args,
    (typed) => answerToBudgetForm(guarded, args.request, budgetId, typed),
    ({ intent }) => titleOf(intent),
  )
}

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: data ? `Budget ${data.view.budget.id} · Fundesk` : 'Fundesk' },
]

export const shouldRevalidate = keepBelow

/** One budget beside the list. */
export default function Budget() {
  const page = useLoaderData<typeof loader>()
  const { budget, instance } = page.view
  return (
    <>
      <Drawer
        {...useDone('/budgets')}
        {...useNeighbours(budget.id)}
        badge={<Badge kind={instance.class} status={instance.status} queue={instance.queue} />}
        title={`Budget ${budget.id}`}
      >
        <BudgetView {...page} refused={useActionData<typeof action>()} />
      </Drawer>
      <Outlet />
    </>
  )
}

/** Addresses of the budgets before and after this one on the list's page; none when it is not on it. */
function useNeighbours(id: number) {
  const list = useRouteLoaderData('routes/budgets/list') as { grid: { rows: { id: number }[] } } | undefined
  const rows = list?.grid.rows ?? []
  const at = rows.findIndex((row) => row.id === id)
  if (at < 0) return {}
  const href = (row: { id: number } | undefined) => (row ? `/budgets/${row.id}` : null)
  return { previousHref: href(rows[at - 1]), nextHref: href(rows[at + 1]) }
}
