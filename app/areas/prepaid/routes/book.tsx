import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { formRoute } from '~/http/page-answer'
import { daysOfMonth } from '~/platform/values/day'
import { counted } from '~/platform/values/show'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { dueLines } from '../due.server'
import { BookFields } from '../forms'
import { monthOfAddress } from '../grid-sources'
import { bookJournal, lineSent, NOT_BOOKED, totalsOf } from '../journal.server'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'transactiondashboard', 'update')
  const { month, monthEnd } = monthOfAddress(guarded, args.request)
  const keys = new URL(args.request.url).searchParams.get('keys')?.split(',')
  const due = await dueLines(guarded.read, monthEnd)
  const lines = keys ? due.filter(({ key }) => keys.includes(key)) : due
  return {
    month,
    count: lines.length,
    totals: totalsOf(lines),
    late: lines.filter(({ note }) => note !== null).length,
    lines: lines.map(lineSent).join(','),
    gone: keys ? keys.length - lines.length : 0,
    idempotencyKey: guarded.services.ids.uuid(),
  }
}

export const action = formRoute({
  title: NOT_BOOKED,
  page: (args) => guard(args, 'transactiondashboard', 'update'),
  fields: BookFields,
  async command(context, _, { month, ...journal }) {
    const monthEnd = daysOfMonth(month).last
    return { month, ...(await bookJournal(context, { monthEnd, ...journal })) }
  },
  done: ({ month, journalId, lines }) => [
    `/invoices/prepaid?month=${month}`,
    `Prepaid journal ${journalId}: ${counted(lines, 'line')} marked as booked`,
  ],
})

/** Popup that marks lines of a month as booked. */
export default function BookJournal() {
  const { month, count, totals, late, lines, gone, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const back = `/invoices/prepaid?month=${month}`
  return (
    <Dialog title={`Journal of ${month.slice(5)}/${month.slice(0, 4)}`} closeHref={back}>
      {gone > 0 && (
        <Note kind="warning">{counted(gone, 'line')} of those chosen: nothing to book any more.</Note>
      )}
      {count === 0 ? (
        <Note>There is nothing to book. Choose other lines in the list.</Note>
      ) : (
        <>
          <p>
            {counted(count, 'line')}, {totals}
            {late > 0 && `; ${late} of earlier months or of cancelled invoices`}.
          </p>
          <p>
            <a href={`/invoices/prepaid/loader.xlsx?month=${month}`}>Download the loader</a> of the month
            first: what is marked as booked leaves the list.
          </p>
          <Form
            prefix="book"
            idempotencyKey={idempotencyKey}
            refusal={refused?.refusal}
            typed={refused?.typed}
          >
            <input type="hidden" name="month" value={month} />
            <input type="hidden" name="lines" value={lines} />
            <TextArea name="comment" label="Comment" maxLength={500} />
            <FormActions>
              <SubmitButton busyText="Booking…">Mark {counted(count, 'line')} as booked</SubmitButton>
            </FormActions>
          </Form>
        </>
      )}
    </Dialog>
  )
}
