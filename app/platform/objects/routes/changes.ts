import type { LoaderFunctionArgs } from '@remix-run/node'
import { idInPath } from '~/http/address'
import { guardUser } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { lastChangeByOthers } from '../last-change.server'

/** Pages open for longer than this reload when they are used again. */
const MAX_MS = 24 * 60 * 60_000

/** For a page that shows an object: its last change by others in the last `within` ms, { by, at }; null for none. */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const within = Number(new URL(args.request.url).searchParams.get('within')) || 0
  const since = new Date(guarded.now.getTime() - Math.min(MAX_MS, Math.max(0, within)))
  const change = await pageRead(() => lastChangeByOthers(guarded, idInPath(args.params.objectId), since))
  return Response.json(change, { headers: { 'Cache-Control': 'no-store' } })
}
