import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formRoute, pageRead } from '~/http/page-answer'
import { showMoney } from '~/platform/values/show'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { DateInput, DecimalInput } from '~/ui/enhanced/controls'
import { SelectInput, TextArea, TextInput } from '~/ui/form/inputs'
import { recordPayment } from '../case-payments.server'
import { caseView } from '../case-view.server'
import { PaymentFields, typedPayment } from '../forms'
import { isOpenFlow } from '../payments'
import { changingCase } from './case-page'

export async function loader(args: LoaderFunctionArgs) {
  const page = await changingCase(args)
  return pageRead(async () => {
    const { paidFlows } = await caseView(page, page.caseId)
    return {
      caseId: page.caseId,
      today: page.today,
      flows: paidFlows.filter(isOpenFlow).map(({ from, to, currency, open }) => ({
        value: JSON.stringify([from, to, currency]),
        label: `${from} to ${to}: ${showMoney(open, currency)} open`,
      })),
      idempotencyKey: page.services.ids.uuid(),
    }
  })
}

export const action = formRoute({
  title: 'The payment was not recorded',
  page: changingCase,
  fields: PaymentFields,
  command: (context, { caseId }, fields) => recordPayment(context, caseId, typedPayment(fields)),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: payment recorded`],
})

/** Popup "Record payment": what was really paid of a flow. */
export default function NewPayment() {
  const { caseId, today, flows, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="Record payment"
      size="700"
      closeHref={`/nav-errors/${caseId}`}
      prefix="payment"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Record payment"
      busyText="Recording…"
      cancel="Cancel"
      off={flows.length === 0 ? 'All flows of this case are paid, or it has none yet.' : null}
    >
      <SelectInput name="flow" label="Who paid whom" required options={flows} />
      <DecimalInput name="amount" label="Amount" required />
      <DateInput name="paidOn" label="Paid on" required defaultValue={today} max={today} />
      <TextInput name="paymentId" label="Payment of a run" hint="Its number in the payment run." />
      <TextInput name="bankEntryId" label="Entry of the bank inbox" hint="Its number in the bank inbox." />
      <TextArea
        name="comment"
        label="Where it is documented"
        hint="Required without a payment or an entry."
        maxLength={4000}
      />
    </FormDialog>
  )
}
