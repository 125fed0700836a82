import type { NextSteps } from '~/platform/workflow/next-steps.server'
import { StepForm } from '~/platform/workflow/step-form'
import { DateInput } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { useInvoiceBase } from './use-invoice-base'

interface InvoiceStepFormProps {
  invoiceId: number
  steps: NextSteps
  /** "PAID" */
  status: string
  seenEventId: number
  /** Hash of the account that the page shows; null where it shows none. */
  accountSeen: string | null
  idempotencyKey: string
  refused?: Refused
}

/** "Actions" of an invoice: the form of steps, with the day of payment where "Paid" is offered. */
export function InvoiceStepForm({ invoiceId, steps, status, accountSeen, ...form }: InvoiceStepFormProps) {
  const cancel = `${useInvoiceBase().path}/${invoiceId}/cancel`
  return (
    <StepForm
      {...steps}
      {...form}
      asked={{ name: 'cancel', to: cancel, label: 'Cancel this invoice…' }}
      none={status === 'PAID' ? 'This invoice is paid: there is no step after that.' : undefined}
    >
      {accountSeen !== null && <input type="hidden" name="accountSeen" value={accountSeen} />}
      {steps.routing.some(({ name }) => name === 'paid') && (
        <DateInput name="paymentDate" label="Payment date" hint="Needed for “Paid”." />
      )}
    </StepForm>
  )
}
