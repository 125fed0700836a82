import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { stepInAddress, stepQuestion, takeConfirmedStep } from '~/platform/objects/routes/confirm-step'
import { takeStep } from '~/platform/objects/take-step.server'
import { showDay, showMoney } from '~/platform/values/show'
import { StepQuestionPage } from '~/platform/workflow/step-question'
import { DateInput } from '~/ui/enhanced/controls'
import { InvoiceStepFields } from '../forms'
import { voidingOtherAccounts } from '../payment-approvals.server'
import { invoiceFacts } from '../read-invoice.server'
import { invoiceWorkflow } from '../workflow.server'
import { CONFIRMED_INVOICE_STEPS } from '../workflow-rules'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'transactiondashboard', 'update')
  const objectId = idInPath(args.params.invoiceId)
  const name = stepInAddress(args, CONFIRMED_INVOICE_STEPS)
  return stepQuestion(guarded, { kind: 'invoice', objectId, name }, async () => {
    const { provider, invoiceRef, payableAmount, currency, dueDate } = await invoiceFacts(
      guarded.read,
      objectId,
    )
    const amount = showMoney(payableAmount, currency)
    return {
      title: `Mark invoice ${objectId} as paid?`,
      text: 'It becomes PAID with the date that you enter, and leaves the payments queue.',
      facts: [
        { term: 'Payable', value: amount },
        { term: 'Supplier', value: provider },
        { term: 'Invoice Ref.', value: invoiceRef },
        { term: 'Due', value: showDay(dueDate) || '–' },
      ],
      button: `Paid ${amount}`,
      off: `You cannot mark invoice ${objectId} as paid now. Its events show who acts next.`,
    }
  })
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'transactiondashboard', 'update')
  const invoiceId = idInPath(args.params.invoiceId)
  return takeConfirmedStep(args, guarded, InvoiceStepFields, ({ eventLog, stepId, ...chosen }) =>
    voidingOtherAccounts(guarded, (context) =>
      takeStep(context, invoiceWorkflow, invoiceId, stepId, { ...chosen, comment: eventLog }),
    ),
  )
}

/** Popup that asks before an invoice is marked as paid: its amount, its supplier, and the day of payment. */
export default function ConfirmPaid() {
  return (
    <StepQuestionPage>
      <DateInput name="paymentDate" label="Payment date" hint="The day on which the bank booked it." />
    </StepQuestionPage>
  )
}
