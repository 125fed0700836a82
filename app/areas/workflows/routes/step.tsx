import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { stepWords } from '~/platform/workflow/definition-step'
import { Dialog } from '~/ui/dialog/dialog'
import { DraftStepForm } from '../step-entry-form'
import { draftStepAnswer, saveStep, stepInPath } from './new-version-forms'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  return pageRead(async () => draftStepAnswer(guarded, args, stepInPath(args.params.at)))
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  return saveStep(guarded, args, () => stepInPath(args.params.at))
}

/** Popup with the form of a step of the version in the making. */
export default function DraftStep() {
  const { one, ...form } = useLoaderData<typeof loader>()
  return (
    <Dialog
      title={`${form.step ? stepWords(form.step) : ''} (workflow of ${one})`}
      closeHref={form.closeHref}
    >
      <DraftStepForm {...form} refused={useActionData<typeof action>()} />
    </Dialog>
  )
}
