import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RecreateFields } from '~/areas/invoices/forms'
import { invoiceView } from '~/areas/invoices/invoice-view.server'
import { useInvoiceBase } from '~/areas/invoices/use-invoice-base'
import { idInPath } from '~/http/address'
import { guard, type RouteArgs } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { showMoney } from '~/platform/values/show'
import { Dialog } from '~/ui/dialog/dialog'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { ErrorBanner } from '~/ui/message/message'
import { recreateDraft } from '../recreate.server'

/** Users who may open the Invoice Log and add drafts. */
async function guardRecreate(args: RouteArgs) {
  await guard(args, 'transactiondashboard')
  return guard(args, 'draftsdashboard', 'add')
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardRecreate(args)
  const { services } = guarded
  const { view } = await pageRead(() => invoiceView(guarded, idInPath(args.params.invoiceId)))
  const { invoice, instance, mayRecreate, recreatedAs } = view
  return { invoice, instance, mayRecreate, recreatedAs, idempotencyKey: services.ids.uuid() }
}

export const action = formRoute({
  page: async (args) => ({ ...(await guardRecreate(args)), invoiceId: idInPath(args.params.invoiceId) }),
  fields: RecreateFields,
  command: (context, { invoiceId }, seen) => recreateDraft(context, { invoiceId, ...seen }),
  done: ({ draftId }, { invoiceId }) => [
    `/drafts/${draftId}`,
    `Draft ${draftId} created from invoice ${invoiceId}`,
  ],
})

/** Popup "Recreate Draft": explains what will be done, and does it. */
export default function Recreate() {
  const { invoice, instance, mayRecreate, recreatedAs, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const page = { title: 'Recreate Draft', closeHref: `${useInvoiceBase().path}/${invoice.id}` }
  if (!mayRecreate)
    return (
      <Dialog {...page}>
        {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
        {recreatedAs === null ? (
          <p>
            Only a cancelled invoice can become a draft again; this one is {instance.status} ({instance.queue}
            ).
          </p>
        ) : (
          <p>
            <a href={`/drafts/${recreatedAs}`}>Draft {recreatedAs}</a> was already created from this invoice.
          </p>
        )}
      </Dialog>
    )
  return (
    <FormDialog {...page} idempotencyKey={idempotencyKey} refused={refused} submit="Recreate Draft">
      <input type="hidden" name="seenEventId" value={instance.lastEventId} />
      <p>
        Invoice {invoice.id} of {invoice.provider}, {invoice.invoiceRef},{' '}
        {showMoney(invoice.grossAmount, invoice.currency)}, becomes a draft in entry again, with its fields,
        its amounts and the supplier’s documents. Client validation and approvals start again. The invoice is
        kept as RECREATED.
      </p>
    </FormDialog>
  )
}
