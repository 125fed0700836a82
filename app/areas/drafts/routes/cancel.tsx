import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { cancelObject, cancelQuestion } from '~/platform/objects/routes/confirm-step'
import { showMoney } from '~/platform/values/show'
import { StepQuestionPage } from '~/platform/workflow/step-question'
import { draftById } from '../read-draft.server'
import { DRAFT_WORKFLOW } from '../workflow-rules'

export const loader = (args: LoaderFunctionArgs) =>
  cancelQuestion(args, DRAFT_WORKFLOW, async (read, draftId) => {
    const { grossAmount, currency, invoiceRef, revision } = await draftById(read, draftId)
    const amount = showMoney(grossAmount, currency)
    const named = [`Draft ${draftId}`, invoiceRef, amount].filter(Boolean).join(', ')
    return {
      question: `${named}, becomes CANCELLED. This cannot be undone: to use the invoice again, upload it again. Its documents and history are kept.`,
      revision,
    }
  })

export const action = (args: ActionFunctionArgs) => cancelObject(args, DRAFT_WORKFLOW)

export default StepQuestionPage
