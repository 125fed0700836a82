import { StepForm } from '~/components/workflow/step-form'
import type { NextSteps } from '~/domain/workflow/next-steps.server'
import { DateInput } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'

interface InvoiceStepFormProps {
  invoiceId: number
  steps: NextSteps
  /** "PAID" */
  status: string
  seenEventId: number
  idempotencyKey: string
  refused?: Refused
}

/** "Actions" of an invoice: the form of steps, with the day of payment where "Paid" is offered. */
export function InvoiceStepForm({ invoiceId, steps, status, ...form }: InvoiceStepFormProps) {
  return (
    <StepForm
      {...steps}
      {...form}
      asked={{ name: 'cancel', to: `/invoices/${invoiceId}/cancel`, label: 'Cancel this invoice…' }}
      none={status === 'PAID' ? 'This invoice is paid: there is no step after that.' : undefined}
    >
      {steps.routing.some(({ name }) => name === 'paid') && (
        <DateInput name="paymentDate" label="Payment date" hint="Needed for “Paid”." />
      )}
    </StepForm>
  )
}
