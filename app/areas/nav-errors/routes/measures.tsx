import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formRoute, pageRead } from '~/http/page-answer'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { TextArea } from '~/ui/form/inputs'
import { MeasuresFields } from '../forms'
import { stateMeasures } from '../measures.server'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, services } = await changingCase(args)
  return pageRead(async () => {
    const { measuresTaken, measuresPlanned } = await caseById(read, caseId)
    return { caseId, measuresTaken, measuresPlanned, idempotencyKey: services.ids.uuid() }
  })
}

export const action = formRoute({
  title: 'The measures were not stored',
  page: changingCase,
  fields: MeasuresFields,
  command: (context, { caseId }, measures) => stateMeasures(context, caseId, measures),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: measures stored`],
})

/** Popup "Measures": what was done so that the error does not happen again, and what will be. */
export default function Measures() {
  const { caseId, measuresTaken, measuresPlanned, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="Measures"
      size="700"
      closeHref={`/nav-errors/${caseId}`}
      prefix="measures"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Store the measures"
      busyText="Storing…"
      cancel="Cancel"
    >
      <p>Notification and report state them. Figures and approval stay as they are.</p>
      <TextArea name="taken" label="Measures taken" defaultValue={measuresTaken} maxLength={4000} />
      <TextArea name="planned" label="Measures planned" defaultValue={measuresPlanned} maxLength={4000} />
    </FormDialog>
  )
}
