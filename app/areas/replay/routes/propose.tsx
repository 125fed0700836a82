import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
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

export const action = formRoute({
  title: 'Nothing proposed',
  page: async (args) => ({
    ...(await guard(args, 'administration', 'update')),
    runId: idInPath(args.params.runId),
  }),
  fields: ProposeFields,
  command: (context, { runId }, { validFrom, comment, ...chosen }) =>
    withIdempotencyKey(context, `propose ${runId}`, () =>
      proposeTolerance(context, { runId, validFrom: validFrom || null, comment, chosen }),
    ),
  done: (line) => ['/admin/tolerances', line],
})

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
