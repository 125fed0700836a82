import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idInPath, sameSearch } from '~/http/address'
import { guard } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { DomainError } from '~/platform/values/domain-error'
import { showMoney } from '~/platform/values/show'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { TextArea } from '~/ui/form/inputs'
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

export const action = formRoute({
  title: 'The payment was not taken out',
  page: async (args) => ({
    ...(await guard(args, 'payments', 'update')),
    runId: idInPath(args.params.runId),
    invoiceId: idInPath(args.params.invoiceId),
  }),
  fields: TakeOutFields,
  command: (context, { runId, invoiceId }, fields) => takeOut(context, { runId, invoiceId, ...fields }),
  done: (line, { runId }, { request }) => [`/payments/${runId}${sameSearch(request)}`, line],
})

/** Popup that asks why a payment is taken out of a run. */
export default function TakeOut() {
  const { runId, payment, idempotencyKey } = useLoaderData<typeof loader>()
  const { invoiceId, creditor, amount, currency } = payment
  return (
    <FormDialog
      title={`Take invoice ${invoiceId} out of payment run ${runId}?`}
      closeHref={`/payments/${runId}`}
      prefix="out"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Take out"
      busyText="Taking out…"
      cancel="Keep it"
    >
      <p>
        {showMoney(amount, currency)} to {creditor.name} stays unpaid by this run. Another run can pay it.
      </p>
      <TextArea name="reason" label="Reason" required maxLength={500} hint="Kept in the history." />
    </FormDialog>
  )
}
