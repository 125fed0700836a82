import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { idInPath } from '~/http/address'
import { stepInAddress, stepQuestion, takeConfirmedStep } from '~/platform/objects/routes/confirm-step'
import { takeStep } from '~/platform/objects/take-step.server'
import { confirmedStepIn } from '~/platform/workflow/confirmed-steps'
import { StepQuestionPage } from '~/platform/workflow/step-question'
import { DateInput } from '~/ui/enhanced/controls'
import { ClientAnswerFields, StepFields } from '../forms'
import { navStepQuestion } from '../nav-step-question.server'
import { navWorkflow } from '../workflow.server'
import { CLIENT_ANSWERS, CONFIRMED_NAV_STEPS } from '../workflow-rules'
import { guardNav } from './guard-nav'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardNav(args, 'update')
  const objectId = idInPath(args.params.fundNavId)
  const name = stepInAddress(args, CONFIRMED_NAV_STEPS)
  return stepQuestion(guarded, { kind: 'nav', objectId, name }, () =>
    navStepQuestion(guarded, objectId, name),
  )
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardNav(args, 'update')
  const fundNavId = idInPath(args.params.fundNavId)
  const fields = confirmedStepIn(args.params.step, CLIENT_ANSWERS) ? ClientAnswerFields : StepFields
  return takeConfirmedStep(args, guarded, fields, ({ eventLog, stepId, ...chosen }) =>
    guarded.transaction((context) =>
      takeStep(context, navWorkflow, fundNavId, stepId, { ...chosen, comment: eventLog }),
    ),
  )
}

/** Popup that asks before a NAV is sent, and before the answer of the client is stored. */
export default function ConfirmNavStep() {
  const { answeredOn } = useLoaderData<typeof loader>()
  return (
    <StepQuestionPage>
      {answeredOn !== null && (
        <DateInput
          name="clientValidationDate"
          label="Client Validation Date"
          defaultValue={answeredOn}
          required
        />
      )}
    </StepQuestionPage>
  )
}
