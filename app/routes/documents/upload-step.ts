import type { LoaderFunctionArgs } from '@remix-run/node'
import { guardUser } from '~/http/guard'
import { stepOf } from '~/http/upload-steps'

/** What an upload of one's own is doing just now, for the spinner; asked twice a second while it runs. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, services } = await guardUser(args)
  return Response.json({ step: stepOf(services, actor.id, args.params.key ?? '') })
}
