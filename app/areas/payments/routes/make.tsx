import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { guard } from '~/http/guard'
import { formRoute } from '~/http/page-answer'
import { Dialog } from '~/ui/dialog/dialog'
import { DateInput } from '~/ui/enhanced/controls'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { Note } from '~/ui/message/message'
import { chosenSearch } from '../choose-form'
import { MakeRunFields } from '../forms'
import { payableAsked } from '../grid-sources'
import { CREATE_FAILED, makeRun } from '../make-run.server'
import { accountTotals } from '../read-run.server'
import { Accounts } from '../run-sections'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'payments', 'add')
  const { read, services } = guarded
  const marked = new URL(args.request.url).searchParams.get('invoices')?.split(',')
  const payable = await payableAsked(guarded, args.request)
  const chosen = marked ? payable.filter(({ id }) => marked.includes(String(id))) : payable
  const free = chosen.filter(({ held }) => held === null)
  const payments = free.flatMap(({ debtor, currency, gross_amount: amount }) =>
    debtor ? [{ debtor, currency, amount }] : [],
  )
  return {
    invoices: free.map(({ id }) => id).join(','),
    count: free.length,
    held: chosen
      .filter(({ held }) => held !== null)
      .map(({ id, provider, held }) => ({ id, provider, held })),
    gone: marked ? marked.length - chosen.length : 0,
    accounts: await accountTotals(read, payments, null),
    today: guarded.today,
    idempotencyKey: services.ids.uuid(),
  }
}

export const action = formRoute({
  title: CREATE_FAILED,
  page: (args) => guard(args, 'payments', 'add'),
  fields: MakeRunFields,
  command: (context, _, { invoices: invoiceIds, ...run }) => makeRun(context, { invoiceIds, ...run }),
  done: ({ runId, payments }) => [
    `/payments/${runId}`,
    `Payment run ${runId} created with ${payments === 1 ? '1 payment' : `${payments} payments`}`,
  ],
})

/** Popup that shows what a run would pay from where, and makes it. */
export default function MakeRun() {
  const { invoices, count, held, gone, accounts, today, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { search } = useLocation()
  return (
    <Dialog title="New payment run" size="800x500" closeHref={`/payments/new?${chosenSearch(search, {})}`}>
      {held.length > 0 && (
        <Note kind="warning">
          <p>
            {held.length === 1 ? 'One invoice is held' : `${held.length} invoices are held`} and left out:
          </p>
          {held.slice(0, 10).map(({ id, provider, held: why }) => (
            <p key={id}>
              Invoice {id} of {provider}: {why}
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
        <Form prefix="make" idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
          <input type="hidden" name="invoices" value={invoices} />
          <Accounts title="What this run pays" accounts={accounts} />
          <DateInput
            name="executionDate"
            label="Pay on"
            hint="The day on which the banks are asked to pay."
            value={today}
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
