import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idInPath, sameSearch } from '~/http/address'
import { guard } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { showMoney } from '~/platform/values/show'
import { instanceById } from '~/platform/workflow/instance.server'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { CloseLink } from '~/ui/open-close/close-link'
import { COLLECTION_NOT_CHANGED, changeCollection, whyNotCollection } from '../collection.server'
import { CollectionFields } from '../forms'
import { invoiceFacts } from '../read-invoice.server'
import { invoiceBaseOf, useInvoiceBase } from '../use-invoice-base'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'transactiondashboard', 'update')
  const invoiceId = idInPath(args.params.invoiceId)
  return pageRead(async () => {
    const { provider, payableAmount, currency, collectedBySupplier } = await invoiceFacts(read, invoiceId)
    return {
      invoiceId,
      provider,
      payable: showMoney(payableAmount, currency),
      isCollected: collectedBySupplier,
      whyNot: whyNotCollection(actor, await instanceById(read, invoiceId)),
      idempotencyKey: services.ids.uuid(),
    }
  })
}

export const action = formRoute({
  title: COLLECTION_NOT_CHANGED,
  page: async (args) => ({
    ...(await guard(args, 'transactiondashboard', 'update')),
    invoiceId: idInPath(args.params.invoiceId),
  }),
  fields: CollectionFields,
  command: (context, { invoiceId }, change) => changeCollection(context, { invoiceId, ...change }),
  done: (line, { invoiceId }, { request }) => [
    `${invoiceBaseOf(request.url).path}/${invoiceId}${sameSearch(request)}`,
    line,
  ],
})

/** Popup that asks why an invoice is, or is no longer, collected by its supplier. */
export default function Collection() {
  const { invoiceId, provider, payable, isCollected, whyNot, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const back = `${useInvoiceBase().path}/${invoiceId}`
  return (
    <Dialog
      title={
        isCollected
          ? `Is invoice ${invoiceId} not collected by the supplier?`
          : `Does the supplier collect invoice ${invoiceId}?`
      }
      closeHref={back}
    >
      {whyNot === null ? (
        <Form
          prefix="collection"
          idempotencyKey={idempotencyKey}
          refusal={refused?.refusal}
          typed={refused?.typed}
        >
          <input type="hidden" name="collected" value={isCollected ? 'no' : 'yes'} />
          <p>
            {isCollected
              ? `Payment runs may then pay ${payable} to ${provider}; approvals that were given are void.`
              : `${provider} then collects ${payable} by direct debit, and payment runs leave it out.`}
          </p>
          <TextArea
            name="comment"
            label="Reason"
            required
            rows={3}
            maxLength={4000}
            hint="Kept in the history."
          />
          <FormActions>
            <SubmitButton busyText="Saving…">
              {isCollected ? 'Not collected by the supplier' : 'Collected by the supplier'}
            </SubmitButton>
            <CloseLink className="button" to={back}>
              Leave it
            </CloseLink>
          </FormActions>
        </Form>
      ) : (
        <Note>{whyNot}</Note>
      )}
    </Dialog>
  )
}
