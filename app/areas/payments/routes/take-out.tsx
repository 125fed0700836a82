import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idInPath, sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { DomainError } from '~/platform/values/domain-error'
import { showAmount } from '~/platform/values/show'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { CloseLink } from '~/ui/open-close/close-link'
import { TakeOutFields } from '../forms'
import { takeOut } from '../make-run.server'
import { paymentsOf } from '../read-run.server'

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await guard(args, 'payments', 'update')
  const runId = idInPath(args.params.runId)
  const invoiceId = idInPath(args.params.invoiceId)
  return pageRead(async () => {
    const payment = (await paymentsOf(read, runId)).find((each) => each.invoiceId === invoiceId)
    if (!payment)
      throw new DomainError(
        'not-found',
        `Invoice ${invoiceId} is not in payment run ${runId}. Reload the run.`,
      )
    return { runId, payment, idempotencyKey: services.ids.uuid() }
  })
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'payments', 'update')
  const { transaction } = guarded
  const runId = idInPath(args.params.runId)
  const invoiceId = idInPath(args.params.invoiceId)
  return formAnswer(
    args,
    async (typed) => {
      const taken = { runId, invoiceId, ...parseFields(typed, TakeOutFields) }
      const done = await transaction((context) => takeOut(context, taken))
      return redirectWithStatus(guarded, `/payments/${runId}${sameSearch(args.request)}`, done)
    },
    'The payment was not taken out',
  )
}

/** Popup that asks why a payment is taken out of a run. */
export default function TakeOut() {
  const { runId, payment, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { invoiceId, creditor, amount, currency } = payment
  const back = `/payments/${runId}`
  return (
    <Dialog title={`Take invoice ${invoiceId} out of payment run ${runId}?`} closeHref={back}>
      <Form prefix="out" idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
        <p>
          {showAmount(amount)} {currency} to {creditor.name} stays unpaid by this run. Another run can pay it.
        </p>
        <TextArea name="reason" label="Reason" required maxLength={500} hint="Kept in the history." />
        <FormActions>
          <SubmitButton busyText="Taking out…">Take out</SubmitButton>
          <CloseLink className="button" to={back}>
            Keep it
          </CloseLink>
        </FormActions>
      </Form>
    </Dialog>
  )
}
