import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { stepInAddress, stepQuestion, takeConfirmedStep } from '~/platform/objects/routes/confirm-step'
import { takeStep } from '~/platform/objects/take-step.server'
import { StepQuestionPage } from '~/platform/workflow/step-question'
import { RunStepFields } from '../forms'
import { RunQuestionFields } from '../run-step-question'
import { runStepQuestion } from '../run-step-question.server'
import { runWorkflow } from '../workflow.server'
import { CONFIRMED_RUN_STEPS } from '../workflow-rules'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'payments', 'update')
  const objectId = idInPath(args.params.runId)
  const name = stepInAddress(args, CONFIRMED_RUN_STEPS)
  return stepQuestion(guarded, { kind: 'payment run', objectId, name }, () =>
    runStepQuestion(guarded, objectId, name),
  )
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'payments', 'update')
  const runId = idInPath(args.params.runId)
  return takeConfirmedStep(args, guarded, RunStepFields, ({ eventLog, stepId, ...chosen }) =>
    guarded.transaction((context) =>
      takeStep(context, runWorkflow, runId, stepId, { ...chosen, comment: eventLog }),
    ),
  )
}

/** Popup that asks before a step of a payment run: its total, its day, its payees. */
export default function ConfirmRunStep() {
  return (
    <StepQuestionPage>
      <RunQuestionFields {...useLoaderData<typeof loader>()} />
    </StepQuestionPage>
  )
}
