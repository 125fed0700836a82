import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { backOf, idInPath, sameSearch } from '~/http/address'
import { guard } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { Description } from '~/ui/description/description'
import { Dialog } from '~/ui/dialog/dialog'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { Note } from '~/ui/message/message'
import { CloseLink } from '~/ui/open-close/close-link'
import { BUDGET_FIELDS, BUDGET_LABELS } from '../budget'
import { budgetView } from '../budget-view.server'
import { BudgetDeleteFields } from '../forms'
import { DELETE_TITLE, deleteBudget } from '../save-budget.server'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'budgets')
  const { services } = guarded
  const { budget, words, whyNotDeleted } = await pageRead(() =>
    budgetView(guarded, idInPath(args.params.budgetId)),
  )
  const { id, revision } = budget
  return { id, revision, words, kept: whyNotDeleted, idempotencyKey: services.ids.uuid() }
}

export const action = formRoute({
  title: DELETE_TITLE,
  page: async (args) => ({
    ...(await guard(args, 'budgets', 'delete')),
    budgetId: idInPath(args.params.budgetId),
  }),
  fields: BudgetDeleteFields,
  command: (context, { budgetId }, { revision }) => deleteBudget(context, { budgetId, revision }),
  done: (line, _, { request }) => [backOf(request, `/budgets${sameSearch(request)}`), line],
})

/** Confirmation popup before a budget is deleted, which shows it. */
export default function DeleteBudget() {
  const { id, revision, words, kept, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const page = { title: `Delete budget ${id}?`, closeHref: `/budgets/${id}` }
  const facts = (
    <Description
      items={BUDGET_FIELDS.filter((field) => words[field] !== '').map((field) => ({
        term: BUDGET_LABELS[field],
        value: words[field],
      }))}
    />
  )
  if (kept !== null)
    return (
      <Dialog {...page}>
        <Note kind="warning">{kept}</Note>
        {facts}
        <CloseLink to={page.closeHref}>Back to the budget</CloseLink>
      </Dialog>
    )
  return (
    <FormDialog
      {...page}
      idempotencyKey={idempotencyKey}
      refused={refused}
      submit="Delete"
      busyText="Deleting…"
      isDanger
      cancel="Keep it"
    >
      <input type="hidden" name="revision" value={revision} />
      {facts}
      <p>It is removed from the list; its history is kept and shows who deleted it.</p>
    </FormDialog>
  )
}
