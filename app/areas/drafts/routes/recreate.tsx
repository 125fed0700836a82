import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RecreateFields } from '~/areas/invoices/forms'
import { type InvoiceView, invoiceView } from '~/areas/invoices/invoice-view.server'
import { useInvoiceBase } from '~/areas/invoices/use-invoice-base'
import { idInPath } from '~/http/address'
import { parseFields } from '~/http/form'
import { guard, type RouteArgs } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { showAmount } from '~/platform/values/show'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { ErrorBanner } from '~/ui/message/message'
import { recreateDraft } from '../recreate.server'

interface RecreateFormProps
  extends Pick<InvoiceView, 'invoice' | 'instance' | 'mayRecreate' | 'recreatedAs'> {
  idempotencyKey: string
  refused?: Refused
}

/** Asks for confirmation before a cancelled invoice becomes a draft again. */
export function RecreateForm(props: RecreateFormProps) {
  const { invoice, instance, mayRecreate, recreatedAs, idempotencyKey, refused } = props
  if (!mayRecreate)
    return (
      <>
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
      </>
    )
  return (
    <Form idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
      <input type="hidden" name="seenEventId" value={instance.lastEventId} />
      <p>
        Invoice {invoice.id} of {invoice.provider}, {invoice.invoiceRef}, {showAmount(invoice.grossAmount)}{' '}
        {invoice.currency}, becomes a draft in entry again, with its fields, its amounts and the supplier’s
        documents. Client validation and approvals start again. The invoice is kept as RECREATED.
      </p>
      <FormActions>
        <SubmitButton>Recreate Draft</SubmitButton>
      </FormActions>
    </Form>
  )
}

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

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardRecreate(args)
  const { transaction } = guarded
  const invoiceId = idInPath(args.params.invoiceId)
  return formAnswer(args, async (typed) => {
    const input = parseFields(typed, RecreateFields)
    const { draftId } = await transaction((context) => recreateDraft(context, { invoiceId, ...input }))
    const done = `Draft ${draftId} created from invoice ${invoiceId}`
    return redirectWithStatus(guarded, `/drafts/${draftId}`, done)
  })
}

/** Popup "Recreate Draft": explains what will be done, and does it. */
export default function Recreate() {
  const view = useLoaderData<typeof loader>()
  return (
    <Dialog title="Recreate Draft" closeHref={`${useInvoiceBase().path}/${view.invoice.id}`}>
      <RecreateForm {...view} refused={useActionData<typeof action>()} />
    </Dialog>
  )
}
