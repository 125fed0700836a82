import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { sameSearch } from '~/http/same-search'
import { Dialog } from '~/ui/dialog/dialog'
import { BudgetDeletion } from '../budget-deletion'
import { budgetView } from '../budget-view.server'
import { DELETE_TITLE, deleteBudget } from '../delete-budget.server'
import { BudgetDeleteFields } from '../forms'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'budgets')
  const { budget, words, whyNotDeleted } = await pageRead(() =>
    budgetView(read, actor, idInPath(args.params.budgetId)),
  )
  const { id, revision } = budget
  return { id, revision, words, kept: whyNotDeleted, idempotencyKey: services.ids.uuid() }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'budgets', 'delete')
  const { actor, transaction, services } = guarded
  const budgetId = idInPath(args.params.budgetId)
  return formAnswer(
    args,
    async (typed) => {
      const input = { budgetId, ...parseFields(typed, BudgetDeleteFields) }
      const done = await transaction((tx) => deleteBudget(tx, actor, input, services.clock()))
      return redirectWithStatus(guarded, `/budgets${sameSearch(args.request)}`, done)
    },
    DELETE_TITLE,
  )
}

/** Popup that asks before a budget is deleted. */
export default function DeleteBudget() {
  const budget = useLoaderData<typeof loader>()
  return (
    <Dialog title={`Delete budget ${budget.id}?`} closeHref={`/budgets/${budget.id}`}>
      <BudgetDeletion {...budget} refused={useActionData<typeof action>()} />
    </Dialog>
  )
}
