import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { stepLabel } from '~/platform/workflow/definition-step'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { CloseLink } from '~/ui/open-close/close-link'
import { rulesInPath } from '../definition-kinds'
import { removeStep } from '../new-version.server'
import { formIdempotencyKey, StepDeletion, stepFormAnswer, stepInPath } from './new-version-forms'
import { pathOfKind } from './version-tables'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const { step, revision, closeHref, idempotencyKey } = await pageRead(async () =>
    stepFormAnswer(guarded, args, stepInPath(args.params.at)),
  )
  return { called: step ? stepLabel(step) : '', revision, closeHref, idempotencyKey }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const { actor, transaction, services } = guarded
  return formAnswer(args, async (typed) => {
    const { kind } = rulesInPath(args.params.kind)
    const { revision } = parseFields(typed, StepDeletion)
    const change = { kind, revision, at: stepInPath(args.params.at) }
    const now = services.clock()
    const key = formIdempotencyKey(actor, typed, `leave out ${change.at} of the workflow of ${kind}`, now)
    const line = await transaction((context) =>
      withIdempotencyKey(context.tx, key, () => removeStep(context, change)),
    )
    return redirectWithStatus(guarded, `${pathOfKind(kind)}/draft`, line)
  })
}

/** Confirmation popup before a step is left out of the version in the making. */
export default function DeleteStep() {
  const { called, revision, closeHref, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Dialog title={`Remove ${called}?`} closeHref={closeHref}>
      <Form idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
        <input type="hidden" name="revision" value={refused?.typed.revision ?? revision} />
        <FormActions>
          <SubmitButton look="danger">Remove</SubmitButton>
          <CloseLink to={closeHref}>Keep it</CloseLink>
        </FormActions>
      </Form>
    </Dialog>
  )
}
