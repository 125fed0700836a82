import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formRoute, pageRead } from '~/http/page-answer'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { DecimalInput } from '~/ui/enhanced/controls'
import { FormGroup } from '~/ui/form/form'
import { TextArea, TextInput } from '~/ui/form/inputs'
import { CommentFields, PAYER_ROWS, typedPayers } from '../forms'
import { payersOf } from '../judge-case.server'
import { setPayers } from '../payers.server'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, services } = await changingCase(args)
  return pageRead(async () => {
    await caseById(read, caseId)
    return { caseId, payers: await payersOf(read, caseId), idempotencyKey: services.ids.uuid() }
  })
}

export const action = formRoute({
  title: 'The payers were not stored',
  page: changingCase,
  fields: CommentFields,
  command: (context, { caseId }, { comment }, typed) =>
    setPayers(context, caseId, { payers: typedPayers(typed), direct: {}, comment }),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: payers stored`],
})

/** Popup "Payers": who pays what was too much. */
export default function Payers() {
  const { caseId, payers, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="Payers"
      size="800x500"
      closeHref={`/nav-errors/${caseId}`}
      prefix="payers"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Store the payers"
      busyText="Storing…"
      cancel="Cancel"
    >
      {Array.from({ length: Math.max(PAYER_ROWS, payers.length) }, (_, at) => {
        const payer = payers[at]
        const number = at + 1
        return (
          <FormGroup key={`payer ${number}`} title={`Payer ${number}`}>
            <TextInput name={`name${number}`} label="Name" defaultValue={payer?.name ?? ''} maxLength={200} />
            <TextInput name={`role${number}`} label="Role" defaultValue={payer?.role ?? ''} maxLength={200} />
            <DecimalInput name={`percent${number}`} label="Percent" defaultValue={payer?.percent ?? ''} />
            <TextInput
              name={`reason${number}`}
              label="Reason"
              defaultValue={payer?.reason ?? ''}
              maxLength={200}
            />
          </FormGroup>
        )
      })}
      <TextArea name="comment" label="Comment" maxLength={4000} />
    </FormDialog>
  )
}
