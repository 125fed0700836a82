import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idInPath } from '~/http/address'
import type { RouteArgs } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { dealFileName, withdrawDeals } from '../deal-files.server'
import { CommentFields } from '../forms'
import { WithdrawDialog } from '../withdraw-dialog'
import { changingCase } from './case-page'

const ofFile = async (args: RouteArgs) => ({
  ...(await changingCase(args)),
  fileId: idInPath(args.params.fileId),
})

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, fileId, services } = await ofFile(args)
  return pageRead(async () => ({
    caseId,
    name: await dealFileName(read, caseId, fileId),
    idempotencyKey: services.ids.uuid(),
  }))
}

export const action = formRoute({
  title: 'The file was not withdrawn',
  page: ofFile,
  fields: CommentFields,
  command: (context, { caseId, fileId }, { comment }) => withdrawDeals(context, caseId, { fileId, comment }),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: deals withdrawn`],
})

/** Popup that asks why a file with deals is withdrawn. */
export default function WithdrawDeals() {
  const dialog = useLoaderData<typeof loader>()
  return (
    <WithdrawDialog {...dialog} refused={useActionData<typeof action>()}>
      Its deals count no longer. They stay in the evidence of the case.
    </WithdrawDialog>
  )
}
