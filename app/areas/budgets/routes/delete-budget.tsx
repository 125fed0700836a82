import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { backOf, idInPath, sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { Description } from '~/ui/description/description'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { Note } from '~/ui/message/message'
import { CloseLink } from '~/ui/open-close/close-link'
import { BUDGET_FIELDS, BUDGET_LABELS, type BudgetField } from '../budget'
import { budgetView } from '../budget-view.server'
import { BudgetDeleteFields } from '../forms'
import { DELETE_TITLE, deleteBudget } from '../save-budget.server'

interface BudgetDeletionProps {
  id: number
  revision: number
  words: Readonly<Record<BudgetField, string>>
  /** Why it may not be deleted; null when it may. */
  kept: string | null
  idempotencyKey: string
  refused?: Refused
}

/** Asks for confirmation before a budget is deleted, and shows which one. */
export function BudgetDeletion({ id, revision, words, kept, idempotencyKey, refused }: BudgetDeletionProps) {
  const facts = (
    <Description
      items={BUDGET_FIELDS.filter((field) => words[field] !== '').map((field) => ({
        term: BUDGET_LABELS[field],
        value: words[field],
      }))}
    />
  )
  const back = `/budgets/${id}`
  if (kept !== null)
    return (
      <>
        <Note kind="warning">{kept}</Note>
        {facts}
        <CloseLink to={back}>Back to the budget</CloseLink>
      </>
    )
  return (
    <Form idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
      <input type="hidden" name="revision" value={revision} />
      {facts}
      <p>It is removed from the list; its history is kept and shows who deleted it.</p>
      <FormActions>
        <SubmitButton look="danger" busyText="Deleting…">
          Delete
        </SubmitButton>
        <CloseLink to={back}>Keep it</CloseLink>
      </FormActions>
    </Form>
  )
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'budgets')
  const { services } = guarded
  const { budget, words, whyNotDeleted } = await pageRead(() =>
    budgetView(guarded, idInPath(args.params.budgetId)),
  )
  const { id, revision } = budget
  return { id, revision, words, kept: whyNotDeleted, idempotencyKey: services.ids.uuid() }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'budgets', 'delete')
  const { transaction } = guarded
  const budgetId = idInPath(args.params.budgetId)
  return formAnswer(
    args,
    async (typed) => {
      const input = { budgetId, ...parseFields(typed, BudgetDeleteFields) }
      const done = await transaction((context) => deleteBudget(context, input))
      const list = backOf(args.request, `/budgets${sameSearch(args.request)}`)
      return redirectWithStatus(guarded, list, done)
    },
    DELETE_TITLE,
  )
}

/** Confirmation popup before a budget is deleted. */
export default function DeleteBudget() {
  const budget = useLoaderData<typeof loader>()
  return (
    <Dialog title={`Delete budget ${budget.id}?`} closeHref={`/budgets/${budget.id}`}>
      <BudgetDeletion {...budget} refused={useActionData<typeof action>()} />
    </Dialog>
  )
}
