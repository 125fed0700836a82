import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formRoute, pageRead } from '~/http/page-answer'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { Checkbox, TextArea } from '~/ui/form/inputs'
import { bookFeesLater } from '../fees-later.server'
import { FeesFields } from '../forms'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, services } = await changingCase(args)
  return pageRead(async () => {
    const { kind, feesBookedLater } = await caseById(read, caseId)
    return { caseId, kind, feesBookedLater, idempotencyKey: services.ids.uuid() }
  })
}

export const action = formRoute({
  title: 'The case was not changed',
  page: changingCase,
  fields: FeesFields,
  command: (context, { caseId }, { bookedLater, comment }) =>
    bookFeesLater(context, caseId, { bookedLater: bookedLater === 'on', comment }),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: fees stored`],
})

/** Popup "Fees": whether fees that were too low are booked afterwards. */
export default function Fees() {
  const { caseId, kind, feesBookedLater, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="Fees"
      closeHref={`/nav-errors/${caseId}`}
      prefix="fees"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Store"
      busyText="Storing…"
      cancel="Cancel"
      off={kind === 'FEES' ? null : `This case is of kind ${kind}. Only fees can be booked afterwards.`}
    >
      <p>
        Fees that were too low are borne by who caused the error, or the fund books them afterwards: then the
        deals of every date count, material or not.
      </p>
      <Checkbox name="bookedLater" label="The fund books them afterwards" defaultChecked={feesBookedLater} />
      <TextArea name="comment" label="Comment" maxLength={4000} />
    </FormDialog>
  )
}
