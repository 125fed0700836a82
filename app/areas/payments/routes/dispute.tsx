import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useInvoiceBase } from '~/areas/invoices/use-invoice-base'
import { idInPath, sameSearch } from '~/http/address'
import { guard } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { instanceById } from '~/platform/workflow/instance.server'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import { requestDisputeSettlement } from '../bank-inbox/second-treasurer.server'
import { DisputeFields } from '../forms'

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await guard(args, 'bankinbox', 'update')
  return pageRead(async () => {
    const { objectId, status } = await instanceById(read, idInPath(args.params.invoiceId))
    return {
      invoiceId: objectId,
      off: status === 'IN DISPUTE' ? null : `Invoice ${objectId} is not in dispute.`,
      idempotencyKey: services.ids.uuid(),
    }
  })
}

export const action = formRoute({
  title: 'The dispute was not settled',
  page: async (args) => ({
    ...(await guard(args, 'bankinbox', 'update')),
    invoiceId: idInPath(args.params.invoiceId),
  }),
  fields: DisputeFields,
  command: (context, { invoiceId }, fields) => requestDisputeSettlement(context, { invoiceId, ...fields }),
  done: (line, _, { request }) => [
    `${new URL(request.url).pathname.replace(/\/dispute\/*$/i, '')}${sameSearch(request)}`,
    line,
  ],
})

const ENDS = [
  { value: 'SENT', label: 'Sent: the bank still has to pay it' },
  { value: 'PAID', label: 'Paid: the supplier has the money' },
  { value: 'RETURNED', label: 'Returned: the money came back' },
  { value: 'TO APPROVE', label: 'To approve: it was not paid, and is approved again' },
]

/** Popup that asks how a dispute ends; a second treasurer decides. */
export default function SettleDispute() {
  const { invoiceId, off, idempotencyKey } = useLoaderData<typeof loader>()
  const { path } = useInvoiceBase()
  return (
    <FormDialog
      title={`Settle the dispute of invoice ${invoiceId}`}
      closeHref={`${path}/${invoiceId}`}
      prefix="dispute"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Request"
      busyText="Requesting…"
      cancel="Close"
      off={off}
    >
      <p>The bank and Fundesk say different things. Ask the bank first; another treasurer has to agree.</p>
      <SelectInput name="end" label="The invoice is" options={ENDS} required />
      <TextArea
        name="comment"
        label="Comment"
        required
        maxLength={4000}
        hint="What the bank answered: the other treasurer decides by it."
      />
    </FormDialog>
  )
}
