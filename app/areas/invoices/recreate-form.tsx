import { showAmount } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import { ErrorBanner } from '~/ui/message/message'
import type { InvoiceView } from './invoice-view.server'

interface RecreateFormProps
  extends Pick<InvoiceView, 'invoice' | 'instance' | 'mayRecreate' | 'recreatedAs'> {
  idempotencyKey: string
  refused?: Refused
}

/** Asks before a cancelled invoice becomes a draft again. */
export function RecreateForm(props: RecreateFormProps) {
  const { invoice, instance, mayRecreate, recreatedAs, idempotencyKey, refused } = props
  if (!mayRecreate)
    return (
      <>
        {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
        {recreatedAs === null ? (
          <p>
            Only a cancelled invoice is made into a draft again; this one is {instance.status} (
            {instance.queue}).
          </p>
        ) : (
          <p>
            This invoice was made into <a href={`/drafts/${recreatedAs}`}>draft {recreatedAs}</a> already.
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
        documents. What the client signed and who approved it is asked anew. The invoice stays, as RECREATED.
      </p>
      <FormActions>
        <SubmitButton>Recreate Draft</SubmitButton>
      </FormActions>
    </Form>
  )
}
