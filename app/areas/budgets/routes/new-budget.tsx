import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { dayIn } from '~/platform/values/day'
import { Dialog } from '~/ui/dialog/dialog'
import { Note } from '~/ui/message/message'
import { EMPTY_BUDGET } from '../budget-figures'
import { NewBudgetForm } from '../budget-form'
import { whyNotCreated } from '../budget-rules'
import { budgetChoices } from '../choices.server'
import { createAnswer } from './budget-page'

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
