import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { Dialog } from '~/ui/dialog/dialog'
import { Note } from '~/ui/message/message'
import { fieldsOf } from '../budget-figures'
import { NewBudgetForm } from '../budget-form'
import { nextPeriod, whyNotCreated } from '../budget-rules'
import { budgetChoices } from '../choices.server'
import { budgetById } from '../read-budget.server'
import { createAnswer } from './budget-page'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'budgets')
  const { actor, read, services } = guarded
  const budget = await pageRead(() => budgetById(read, idInPath(args.params.budgetId)))
  const { from, to } = nextPeriod(budget.from_date, budget.to_date)
  const entry = { ...fieldsOf(budget), from_date: from, to_date: to }
  return {
    budgetId: budget.id,
    off: whyNotCreated(actor),
    entry,
    choices: await budgetChoices(guarded, entry),
    idempotencyKey: services.ids.uuid(),
  }
}

export async function action(args: ActionFunctionArgs) {
  return createAnswer(args)
}

/** Popup "Copy": a new budget like this one, for the following period. */
export default function CopyBudget() {
  const { budgetId, off, ...form } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const closeHref = `/budgets/${budgetId}`
  return (
    <Dialog title={`Copy budget ${budgetId} for the next period`} size="700" closeHref={closeHref}>
      {off === null ? (
        <NewBudgetForm {...form} closeHref={closeHref} refused={refused} />
      ) : (
        <Note>{off}</Note>
      )}
    </Dialog>
  )
}
