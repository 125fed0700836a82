import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { cancelObject, cancelQuestion } from '~/platform/objects/routes/confirm-step'
import { StepQuestionPage } from '~/platform/workflow/step-question'
import { runById } from '../read-run.server'
import { PAYMENT_RUN_WORKFLOW } from '../workflow-rules'

export const loader = (args: LoaderFunctionArgs) =>
  cancelQuestion(args, PAYMENT_RUN_WORKFLOW, async (read, runId) => {
    await runById(read, runId)
    return {
      question: `Payment run ${runId} becomes CANCELLED and pays nothing. Its invoices wait for another run; its history is kept.`,
    }
  })

export const action = (args: ActionFunctionArgs) => cancelObject(args, PAYMENT_RUN_WORKFLOW)

export default StepQuestionPage
