import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idInPath, sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { showAmount } from '~/platform/values/show'
import { CancelPopup } from '~/platform/workflow/step-form'
import { STEP_REFUSED } from '~/platform/workflow/take-step.server'
import { budgetName } from '../budget'
import { budgetView } from '../budget-view.server'
import { BudgetStepFields } from '../forms'
import { takeBudgetStep } from '../workflow.server'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'budgets')
  const budgetId = idInPath(args.params.budgetId)
  const { budget, words, instance, steps } = await pageRead(() => budgetView(read, actor, budgetId))
  const name = budgetName(budgetId, words.supplier_id, budget.from_date, budget.to_date)
  const amount = `${showAmount(budget.budget)} ${budget.currency}`
  return {
    budgetId,
    question: `${name}, ${amount}, becomes CANCELLED. No draft is held against it any more. This cannot be taken back; its documents and its history stay.`,
    stepId: steps.routing.find((step) => step.name === 'cancel')?.id ?? null,
    seenEventId: instance.lastEventId,
    revision: budget.revision,
    idempotencyKey: services.ids.uuid(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'budgets', 'update')
  const { actor, transaction, services } = guarded
  const budgetId = idInPath(args.params.budgetId)
  return formAnswer(
    args,
    async (typed) => {
      const { eventLog, ...step } = parseFields(typed, BudgetStepFields, STEP_REFUSED)
      const input = { ...step, budgetId, comment: eventLog }
      const done = await transaction((tx) => takeBudgetStep(tx, actor, input, services.clock()))
      return redirectWithStatus(guarded, `/budgets/${budgetId}${sameSearch(args.request, { done: 1 })}`, done)
    },
    STEP_REFUSED,
  )
}

/** Popup that asks before a budget is cancelled. */
export default function CancelBudget() {
  const { budgetId, ...shown } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <CancelPopup {...shown} what={`budget ${budgetId}`} keepHref={`/budgets/${budgetId}`} refused={refused} />
  )
}
