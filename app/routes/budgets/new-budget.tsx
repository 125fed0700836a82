import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { NewBudgetForm } from '~/components/budgets/new-budget-form'
import { budgetChoices } from '~/domain/budgets/budget-choices.server'
import { whyNotCreated } from '~/domain/budgets/budget-editing'
import { EMPTY_BUDGET } from '~/domain/budgets/budget-entry'
import { dayIn } from '~/domain/values/day'
import { guard } from '~/http/guard'
import { Dialog } from '~/ui/dialog/dialog'
import { Note } from '~/ui/message/message'
import { createAnswer } from './budget-answer'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'budgets', 'add')
  const today = dayIn(services.clock(), services.settings.timeZone)
  return {
    off: whyNotCreated(actor),
    choices: await budgetChoices(read, null, today),
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
