import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idInPath } from '~/http/address'
import type { RouteArgs } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { paymentName, withdrawPayment } from '../case-payments.server'
import { CommentFields } from '../forms'
import { WithdrawDialog } from '../withdraw-dialog'
import { changingCase } from './case-page'

const withdrawn = async (args: RouteArgs) => ({
  ...(await changingCase(args)),
  paymentId: idInPath(args.params.paymentId),
})

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, paymentId, services } = await withdrawn(args)
  return pageRead(async () => ({
    caseId,
    name: await paymentName(read, caseId, paymentId),
    idempotencyKey: services.ids.uuid(),
  }))
}

export const action = formRoute({
  title: 'The payment was not withdrawn',
  page: withdrawn,
  fields: CommentFields,
  command: (context, { caseId, paymentId }, { comment }) =>
    withdrawPayment(context, caseId, { paymentId, comment }),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: payment withdrawn`],
})

/** Popup that asks why a recorded payment is withdrawn. */
export default function WithdrawPayment() {
  const dialog = useLoaderData<typeof loader>()
  return (
    <WithdrawDialog {...dialog} refused={useActionData<typeof action>()}>
      It counts no longer. It stays in the evidence of the case.
    </WithdrawDialog>
  )
}
