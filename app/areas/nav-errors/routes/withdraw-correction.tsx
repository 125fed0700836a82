import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idInPath } from '~/http/address'
import type { RouteArgs } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { withdrawCorrection } from '../add-correction.server'
import { correctionName } from '../corrected-navs.server'
import { CommentFields } from '../forms'
import { WithdrawDialog } from '../withdraw-dialog'
import { changingCase } from './case-page'

const withdrawn = async (args: RouteArgs) => ({
  ...(await changingCase(args)),
  controlId: idInPath(args.params.controlId),
})

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, controlId, services } = await withdrawn(args)
  return pageRead(async () => ({
    caseId,
    name: await correctionName(read, caseId, controlId),
    idempotencyKey: services.ids.uuid(),
  }))
}

export const action = formRoute({
  title: 'The corrected files were not withdrawn',
  page: withdrawn,
  fields: CommentFields,
  command: (context, { caseId, controlId }, { comment }) =>
    withdrawCorrection(context, caseId, { controlId, comment }),
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: corrected files withdrawn`],
})

/** Popup that asks why corrected files are withdrawn. */
export default function WithdrawCorrection() {
  const dialog = useLoaderData<typeof loader>()
  return (
    <WithdrawDialog {...dialog} refused={useActionData<typeof action>()}>
      They count no longer. They stay in the evidence of the case.
    </WithdrawDialog>
  )
}
