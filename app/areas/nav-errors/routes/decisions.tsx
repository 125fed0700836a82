import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formRoute, pageRead } from '~/http/page-answer'
import { showDay, showExact } from '~/platform/values/show'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import { decideErrors, errorsToDecide } from '../decisions.server'
import { CommentFields, typedDecisions } from '../forms'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

export async function loader(args: LoaderFunctionArgs) {
  const page = await changingCase(args)
  return pageRead(async () => {
    const { read, caseId, services } = page
    const errors = await errorsToDecide(page, await caseById(read, caseId))
    return { caseId, errors, idempotencyKey: services.ids.uuid() }
  })
}

export const action = formRoute({
  title: 'The decision was not stored',
  page: changingCase,
  fields: CommentFields,
  command: (context, { caseId }, { comment }, typed) =>
    decideErrors(context, caseId, { decisions: typedDecisions(typed), comment }),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: decision stored`],
})

const OPTIONS = ['material', 'not material'].map((value) => ({ value, label: value }))

/** Popup "Decide errors": which are material where the fund has no threshold. */
export default function DecideErrors() {
  const { caseId, errors, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="Decide errors"
      size="800x500"
      closeHref={`/nav-errors/${caseId}`}
      prefix="decide"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Store the decision"
      busyText="Storing…"
      cancel="Cancel"
      off={
        errors.length === 0
          ? 'There is nothing to decide: no corrected NAV differs, or the threshold judges it.'
          : null
      }
    >
      <p>The fund has no threshold: people decide which errors are material, and say why.</p>
      {errors.map(({ date, classCode, published, corrected, percent, isDecided, isMaterial }) => (
        <SelectInput
          key={`${date} ${classCode}`}
          name={`error/${date}/${classCode}`}
          label={`${classCode}, ${showDay(date)}`}
          hint={`Published ${showExact(published)}, corrected ${showExact(corrected)}${percent === null ? '' : `: ${percent} %`}`}
          defaultValue={isDecided ? (isMaterial ? 'material' : 'not material') : ''}
          options={OPTIONS}
        />
      ))}
      <TextArea name="comment" label="Reason" required maxLength={4000} />
    </FormDialog>
  )
}
