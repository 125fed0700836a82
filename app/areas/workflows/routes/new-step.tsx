import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { Dialog } from '~/ui/dialog/dialog'
import { DraftStepForm } from '../step-entry-form'
import { draftStepAnswer, saveStep } from './new-version-forms'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  return pageRead(() => draftStepAnswer(guarded, args, null))
}

export async function action(args: ActionFunctionArgs) {
  return saveStep(await guard(args, 'administration', 'update'), args, () => null)
}

/** Popup with the form of a new step of the version in the making. */
export default function NewDraftStep() {
  const { one, ...form } = useLoaderData<typeof loader>()
  return (
    <Dialog title={`New step in the workflow of ${one}`} closeHref={form.closeHref}>
      <DraftStepForm {...form} refused={useActionData<typeof action>()} />
    </Dialog>
  )
}
