import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { idInPath } from '~/http/address'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { DomainLinks } from '~/platform/page/use-site'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { ProposeFields } from '../forms'
import { proposalOf, proposeTolerance } from '../propose.server'
import { ProposeView } from '../propose-view'

export const meta = () => [{ title: 'Propose a tolerance · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'administration', 'update')
  const shown = await pageRead(() => proposalOf(read, idInPath(args.params.runId)))
  return { ...shown, formKey: services.ids.uuid(), links: domainLinks(actor, 'replay') }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const { actor, transaction, services } = guarded
  const runId = idInPath(args.params.runId)
  return formAnswer(args, async (typed) => {
    const fields = parseFields(typed, ProposeFields, 'Nothing proposed')
    const { idempotencyKey: key, validFrom, comment, ...chosen } = fields
    const now = services.clock()
    const proposal = { runId, validFrom: validFrom || null, comment, chosen }
    const message = await transaction((context) =>
      withIdempotencyKey(context.tx, { key, userId: actor.id, action: `propose ${runId}`, now }, () =>
        proposeTolerance(context, proposal),
      ),
    )
    return redirectWithStatus(guarded, '/admin/tolerances', message)
  })
}

/** Asks another administrator for the value that a replay tried. */
export default function Propose() {
  const { links, ...shown } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <DomainLinks links={links} />
      <ProposeView {...shown} refused={refused && 'refusal' in refused ? refused : undefined} />
    </>
  )
}
