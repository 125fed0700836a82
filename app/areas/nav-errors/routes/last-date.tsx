import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formRoute, pageRead } from '~/http/page-answer'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { DateInput } from '~/ui/enhanced/controls'
import { TextArea } from '~/ui/form/inputs'
import { setLastDate } from '../change-dates.server'
import { DatesFields } from '../forms'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, services } = await changingCase(args)
  return pageRead(async () => {
    const { firstDate, lastDate } = await caseById(read, caseId)
    return { caseId, firstDate, lastDate, idempotencyKey: services.ids.uuid() }
  })
}

export const action = formRoute({
  title: 'The date was not stored',
  page: changingCase,
  fields: DatesFields,
  command: (context, { caseId }, fields) => setLastDate(context, caseId, fields),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: last wrong NAV date stored`],
})

/** Popup that says when the error ended. */
export default function LastDate() {
  const { caseId, firstDate, lastDate, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="Last wrong NAV date"
      closeHref={`/nav-errors/${caseId}`}
      prefix="last"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Store the date"
      busyText="Storing…"
      cancel="Cancel"
    >
      <DateInput
        name="lastDate"
        label="Last wrong NAV date"
        required
        min={firstDate}
        defaultValue={lastDate ?? ''}
        hint="The last NAV that was sent wrong, or without the debts and claims of this case."
      />
      <TextArea name="comment" label="Comment" maxLength={4000} />
    </FormDialog>
  )
}
