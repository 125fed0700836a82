import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { stepLabel } from '~/platform/workflow/definition-step'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { rulesInPath } from '../definition-kinds'
import { removeStep } from '../new-version.server'
import { StepDeletion, stepFormAnswer, stepInPath } from './new-version-forms'
import { pathOfKind } from './version-tables'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const { step, revision, closeHref, idempotencyKey } = await pageRead(async () =>
    stepFormAnswer(guarded, args, stepInPath(args.params.at)),
  )
  return { called: step ? stepLabel(step) : '', revision, closeHref, idempotencyKey }
}

export const action = formRoute({
  page: async (args) => ({ ...(await guard(args, 'administration', 'update')), params: args.params }),
  fields: StepDeletion,
  async command(context, { params }, { revision }) {
    const { kind } = rulesInPath(params.kind)
    const at = stepInPath(params.at)
    const line = await withIdempotencyKey(context, `leave out ${at} of the workflow of ${kind}`, () =>
      removeStep(context, { kind, revision, at }),
    )
    return { kind, line }
  },
  done: ({ kind, line }) => [`${pathOfKind(kind)}/draft`, line],
})

/** Confirmation popup before a step is left out of the version in the making. */
export default function DeleteStep() {
  const { called, revision, closeHref, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <FormDialog
      title={`Remove ${called}?`}
      closeHref={closeHref}
      idempotencyKey={idempotencyKey}
      refused={refused}
      submit="Remove"
      isDanger
      cancel="Keep it"
    >
      <input type="hidden" name="revision" value={refused?.typed.revision ?? revision} />
    </FormDialog>
  )
}
