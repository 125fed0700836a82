import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formRoute, pageRead } from '~/http/page-answer'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import { changeCauses } from '../causes.server'
import { CommentFields, chosenCauses } from '../forms'
import { CAUSES, PARTIES } from '../nav-error'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, services } = await changingCase(args)
  return pageRead(async () => {
    const { causes } = await caseById(read, caseId)
    const others = CAUSES.filter((each) => !causes.some(({ cause }) => cause === each))
    return { caseId, others, idempotencyKey: services.ids.uuid() }
  })
}

export const action = formRoute({
  title: 'The cause was not added',
  page: changingCase,
  fields: CommentFields,
  command: (context, { caseId }, { comment }, typed) =>
    changeCauses(context, caseId, { causes: chosenCauses(typed), parts: [], comment }),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: cause added`],
})

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** Popup "Add cause": one that was found after the case was opened. */
export default function AddCause() {
  const { caseId, others, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="Add cause"
      closeHref={`/nav-errors/${caseId}`}
      prefix="cause"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Add cause"
      busyText="Adding…"
      cancel="Cancel"
      off={others.length === 0 ? 'This case names all causes already.' : null}
    >
      <p>The papers state the causes: a case that was approved is approved again.</p>
      <SelectInput name="cause1" label="Cause" required options={options(others)} />
      <SelectInput name="causedBy1" label="Caused by" required options={options(PARTIES)} />
      <TextArea name="comment" label="Comment" hint="Required once the case is notified." maxLength={4000} />
    </FormDialog>
  )
}
