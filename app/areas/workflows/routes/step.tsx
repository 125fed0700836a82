import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { stepLabel } from '~/platform/workflow/definition-step'
import { Dialog } from '~/ui/dialog/dialog'
import { StepEntryForm } from '../step-entry-form'
import { saveStep, stepFormAnswer, stepInPath } from './new-version-forms'

/** The place of the step that the address names; null for a new one. */
const placeIn = ({ params }: LoaderFunctionArgs) => (params.at === undefined ? null : stepInPath(params.at))

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  return pageRead(async () => stepFormAnswer(guarded, args, placeIn(args)))
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  return saveStep(guarded, args, () => placeIn(args))
}

/** Popup with the form of a new or stored step of the version in the making. */
export default function StepPopup() {
  const { one, ...form } = useLoaderData<typeof loader>()
  const title = form.step
    ? `${stepLabel(form.step)} (workflow of ${one})`
    : `New step in the workflow of ${one}`
  return (
    <Dialog title={title} closeHref={form.closeHref}>
      <StepEntryForm {...form} refused={useActionData<typeof action>()} />
    </Dialog>
  )
}
