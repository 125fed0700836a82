import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formRoute, pageRead } from '~/http/page-answer'
import { showDay, showExact } from '~/platform/values/show'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { Checkbox, TextArea } from '~/ui/form/inputs'
import { CommentFields, typedKindDeals } from '../forms'
import { countKindDeals, kindDealsOf } from '../kind-deals.server'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, services } = await changingCase(args)
  return pageRead(async () => {
    await caseById(read, caseId)
    return { caseId, deals: await kindDealsOf(read, caseId), idempotencyKey: services.ids.uuid() }
  })
}

export const action = formRoute({
  title: 'The deals were not changed',
  page: changingCase,
  fields: CommentFields,
  command: (context, { caseId }, { comment }, typed) =>
    countKindDeals(context, caseId, { deals: typedKindDeals(typed), comment }),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: deals in kind stored`],
})

/** Popup "Deals in kind": which of them count. */
export default function KindDeals() {
  const { caseId, deals, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="Deals in kind"
      size="800x500"
      closeHref={`/nav-errors/${caseId}`}
      prefix="kind"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Store"
      busyText="Storing…"
      cancel="Cancel"
      off={deals.length === 0 ? 'The deals of this case have none in kind.' : null}
    >
      <p>Deals in kind are not compensated, unless you say so: tick those that count.</p>
      {deals.map(({ fileId, position, date, classCode, holder, side, shares, counted }) => (
        <div key={`${fileId} ${position}`}>
          <input type="hidden" name={`shown/${fileId}/${position}`} value="yes" />
          <Checkbox
            name={`deal/${fileId}/${position}`}
            label={`${showDay(date)}, ${classCode}: ${holder} ${side === 'S' ? 'was issued' : 'redeemed'} ${showExact(shares)} shares`}
            defaultChecked={counted}
          />
        </div>
      ))}
      <TextArea name="comment" label="Reason" required maxLength={4000} />
    </FormDialog>
  )
}
