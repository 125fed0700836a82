import type { LoaderFunctionArgs } from '@remix-run/node'
import { guardUser } from '~/http/guard'
import { stepOfSite } from '~/http/uploads/work-steps'

/** What one's own upload or export is doing now; polled twice a second while it runs. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, services } = await guardUser(args)
  return Response.json((await stepOfSite(services, actor.id, args.params.key ?? '')) ?? { step: null })
}
