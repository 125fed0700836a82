import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { Dialog } from '~/ui/dialog/dialog'
import { Note } from '~/ui/message/message'
import { EMPTY_BUDGET } from '../budget-figures'
import { NewBudgetForm } from '../budget-form'
import { whyNotCreated } from '../budget-rules'
import { budgetChoices } from '../choices.server'
import { createAnswer } from './budget-page'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'budgets', 'add')
  const { actor, services } = guarded
  return {
    off: whyNotCreated(actor),
    choices: await budgetChoices(guarded, null),
    idempotencyKey: services.ids.uuid(),
  }
}

export async function action(args: ActionFunctionArgs) {
  return createAnswer(args)
}

/** Popup "New budget". */
export default function NewBudget() {
  const { off, ...form } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Dialog title="New budget" size="700" closeHref="/budgets">
      {off === null ? (
        <NewBudgetForm {...form} entry={EMPTY_BUDGET} closeHref="/budgets" refused={refused} />
      ) : (
        <Note>{off}</Note>
      )}
    </Dialog>
  )
}
