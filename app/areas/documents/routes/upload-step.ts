import type { LoaderFunctionArgs } from '@remix-run/node'
import { guardUser } from '~/http/guard'
import { stepOf } from '~/http/work-steps'

/** What an upload or an export of one's own is doing just now; asked twice a second while it runs. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, services } = await guardUser(args)
  return Response.json(stepOf(services, actor.id, args.params.key ?? '') ?? { step: null })
}
