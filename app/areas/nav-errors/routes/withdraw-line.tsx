import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idInPath } from '~/http/address'
import type { RouteArgs } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { CommentFields } from '../forms'
import { lineName, withdrawLine } from '../lines.server'
import { WithdrawDialog } from '../withdraw-dialog'
import { changingCase } from './case-page'

const withdrawn = async (args: RouteArgs) => ({
  ...(await changingCase(args)),
  lineId: idInPath(args.params.lineId),
})

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, lineId, services } = await withdrawn(args)
  return pageRead(async () => ({
    caseId,
    name: await lineName(read, caseId, lineId),
    idempotencyKey: services.ids.uuid(),
  }))
}

export const action = formRoute({
  title: 'The line was not withdrawn',
  page: withdrawn,
  fields: CommentFields,
  command: (context, { caseId, lineId }, { comment }) => withdrawLine(context, caseId, { lineId, comment }),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: line withdrawn`],
})

/** Popup that asks why a line is withdrawn. */
export default function WithdrawLine() {
  const dialog = useLoaderData<typeof loader>()
  return (
    <WithdrawDialog {...dialog} refused={useActionData<typeof action>()}>
      It counts no longer. It stays in the evidence of the case.
    </WithdrawDialog>
  )
}
