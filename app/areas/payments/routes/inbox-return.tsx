import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idInPath, sameSearch } from '~/http/address'
import { guard } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import { describePayment } from '../bank-inbox/entry-sections'
import { bankEntryView } from '../bank-inbox/entry-view.server'
import { requestReturn } from '../bank-inbox/second-treasurer.server'
import { ReturnFields } from '../forms'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'bankinbox', 'update')
  const { services } = guarded
  return pageRead(async () => {
    const { row, proposal, returnable, mayExplain } = await bankEntryView(
      guarded,
      idInPath(args.params.entryId),
      '',
    )
    return {
      entryId: row.id,
      proposed: proposal?.kind === 'return' ? String(proposal.paymentId) : '',
      payments: returnable.map((payment) => ({ value: String(payment.id), label: describePayment(payment) })),
      off: mayExplain ? null : 'This entry is explained already, or you have no action here.',
      idempotencyKey: services.ids.uuid(),
    }
  })
}

export const action = formRoute({
  title: 'The return was not recorded',
  page: async (args) => ({
    ...(await guard(args, 'bankinbox', 'update')),
    entryId: idInPath(args.params.entryId),
  }),
  fields: ReturnFields,
  command: (context, { entryId }, fields) => requestReturn(context, { entryId, ...fields }),
  done: (line, { entryId }, { request }) => [`/bank-inbox/${entryId}${sameSearch(request)}`, line],
})

/** Popup that asks which payment came back; a second treasurer decides. */
export default function HandleReturn() {
  const { entryId, proposed, payments, off, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title={`Which payment came back with entry ${entryId}?`}
      closeHref={`/bank-inbox/${entryId}`}
      size="700"
      prefix="return"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Request"
      busyText="Requesting…"
      cancel="Close"
      off={off ?? (payments.length === 0 ? 'No paid payment of this account has such an amount.' : null)}
    >
      <p>Another treasurer has to agree. The invoice is then RETURNED, and can be paid again.</p>
      <SelectInput name="paymentId" label="Payment" options={payments} defaultValue={proposed} required />
      <TextArea
        name="comment"
        label="Comment"
        required
        maxLength={4000}
        hint="What you know of it: the other treasurer decides by it."
      />
    </FormDialog>
  )
}
