import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formRoute, pageRead } from '~/http/page-answer'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { DecimalInput } from '~/ui/enhanced/controls'
import { FormGroup } from '~/ui/form/form'
import { TextArea, TextInput } from '~/ui/form/inputs'
import { CommentFields, PAYER_ROWS, typedDirect, typedPayers } from '../forms'
import { directPayersOf, payersOf } from '../judge-case.server'
import { setPayers } from '../payers.server'
import { classesOfFund } from '../published.server'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, services } = await changingCase(args)
  return pageRead(async () => {
    const { fundId } = await caseById(read, caseId)
    const [payers, direct, classes] = await Promise.all([
      payersOf(read, caseId),
      directPayersOf(read, caseId),
      classesOfFund(read, fundId),
    ])
    return {
      caseId,
      payers,
      classes: classes.map(({ code }) => ({ code, direct: direct[code] ?? '' })),
      idempotencyKey: services.ids.uuid(),
    }
  })
}

export const action = formRoute({
  title: 'The payers were not stored',
  page: changingCase,
  fields: CommentFields,
  command: (context, { caseId }, { comment }, typed) =>
    setPayers(context, caseId, { payers: typedPayers(typed), direct: typedDirect(typed), comment }),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: payers stored`],
})

/** Popup "Payers": who pays what was too much. */
export default function Payers() {
  const { caseId, payers, classes, idempotencyKey } = useLoaderData<typeof loader>()
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
      <FormGroup title="Who pays the holders directly">
        {classes.map(({ code, direct }) => (
          <TextInput
            key={code}
            name={`direct/${code}`}
            label={code}
            hint="The name of a payer, as above. Blank: the fund pays them."
            defaultValue={direct}
            maxLength={200}
          />
        ))}
      </FormGroup>
      <TextArea name="comment" label="Comment" maxLength={4000} />
    </FormDialog>
  )
}
