import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'
import { nextBankDay } from '~/platform/values/bank-days'
import { Dialog } from '~/ui/dialog/dialog'
import { DateInput } from '~/ui/enhanced/controls'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { Note } from '~/ui/message/message'
import { payingCalendars } from '../bank-days.server'
import { chosenSearch } from '../choose-form'
import { MakeRunFields, runChoices } from '../forms'
import { payableAsked } from '../grid-sources'
import { Held } from '../list'
import { CREATE_FAILED, makeRun } from '../make-run.server'
import { accountTotals } from '../read-run.server'
import { RunQuestions } from '../run-questions'
import { runQuestions } from '../run-questions.server'
import { Accounts } from '../run-sections'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'payments', 'add')
  const { read, services } = guarded
  const marked = new URL(args.request.url).searchParams.get('invoices')?.split(',')
  const payable = await payableAsked(guarded, args.request)
  const chosen = marked ? payable.filter(({ id }) => marked.includes(String(id))) : payable
  const free = chosen.filter(({ held }) => held === null)
  const payments = free.flatMap(
    ({ debtors: [debtor], settling_entity: name, currency, gross_amount: amount }) =>
      debtor ? [{ debtor: { name, iban: debtor.iban, bic: debtor.bic }, currency, amount }] : [],
  )
  const calendars = await payingCalendars(read, free, guarded.today)
  return {
    invoices: free.map(({ id }) => id).join(','),
    count: free.length,
    held: chosen
      .filter(({ held }) => held !== null)
      .map(({ id, provider, held, held_entity }) => ({ id, provider, held, held_entity })),
    gone: marked ? marked.length - chosen.length : 0,
    accounts: await accountTotals(read, payments, null),
    questions: runQuestions(free),
    today: guarded.today,
    nextBankDay: nextBankDay(guarded.today, calendars),
    idempotencyKey: services.ids.uuid(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'payments', 'add')
  const { transaction } = guarded
  return formAnswer(
    args,
    async (typed) => {
      const { invoices: invoiceIds, otherCurrency, ...run } = parseFields(typed, MakeRunFields, CREATE_FAILED)
      const choices = { ...runChoices(typed), otherCurrency: otherCurrency === 'on' }
      const { runId, payments } = await transaction((context) =>
        makeRun(context, { invoiceIds, choices, ...run }),
      )
      const done = `Payment run ${runId} created with ${payments === 1 ? '1 payment' : `${payments} payments`}`
      return redirectWithStatus(guarded, `/payments/${runId}`, done)
    },
    CREATE_FAILED,
  )
}

/** Popup that shows what a run would pay from where, and makes it. */
export default function MakeRun() {
  const { invoices, count, held, gone, accounts, questions, today, ...page } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { search } = useLocation()
  return (
    <Dialog title="New payment run" size="800x500" closeHref={`/payments/new?${chosenSearch(search, {})}`}>
      {held.length > 0 && (
        <Note kind="warning">
          <p>
            {held.length === 1 ? 'One invoice is held' : `${held.length} invoices are held`} and left out:
          </p>
          {held.slice(0, 10).map(({ id, provider, ...why }) => (
            <p key={id}>
              Invoice {id} of {provider}: <Held {...why} />
            </p>
          ))}
          {held.length > 10 && <p>And {held.length - 10} more: the list says why.</p>}
        </Note>
      )}
      {gone > 0 && (
        <Note kind="warning">{gone} of the chosen invoices no longer wait for their payment.</Note>
      )}
      {count === 0 ? (
        <Note>None of these invoices can be paid now. Choose others in the list.</Note>
      ) : (
        <Form
          prefix="make"
          idempotencyKey={page.idempotencyKey}
          refusal={refused?.refusal}
          typed={refused?.typed}
        >
          <input type="hidden" name="invoices" value={invoices} />
          <Accounts title="What this run pays" accounts={accounts} />
          <RunQuestions {...questions} />
          <DateInput
            name="executionDate"
            label="Pay on"
            hint="The day on which the banks are asked to pay: a bank day of all accounts that pay."
            value={page.nextBankDay}
            min={today}
            required
          />
          <FormActions>
            <SubmitButton busyText="Creating…">
              {count === 1 ? 'Create the run with 1 payment' : `Create the run with ${count} payments`}
            </SubmitButton>
          </FormActions>
        </Form>
      )}
    </Dialog>
  )
}
