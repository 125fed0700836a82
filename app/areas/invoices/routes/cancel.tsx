import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { cancelObject, cancelQuestion } from '~/platform/objects/routes/confirm-step'
import { showMoney } from '~/platform/values/show'
import { StepQuestionPage } from '~/platform/workflow/step-question'
import { invoiceFacts } from '../read-invoice.server'
import { INVOICE_WORKFLOW } from '../workflow-rules'

export const loader = (args: LoaderFunctionArgs) =>
  cancelQuestion(args, INVOICE_WORKFLOW, async (read, invoiceId) => {
    const { provider, invoiceRef, grossAmount, currency } = await invoiceFacts(read, invoiceId)
    return {
      question: `Invoice ${invoiceId} of ${provider}, ${invoiceRef}, ${showMoney(grossAmount, currency)}, becomes CANCELLED and is not paid. A draft can be recreated from it; its documents and history are kept.`,
    }
  })

export const action = (args: ActionFunctionArgs) => cancelObject(args, INVOICE_WORKFLOW)

export default StepQuestionPage
