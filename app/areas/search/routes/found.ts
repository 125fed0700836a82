import type { LoaderFunctionArgs } from '@remix-run/node'
import { guardUser } from '~/http/guard'
import { search } from '../find.server'
import { textIn } from '../search'

/** What a search finds, for the box over a page: groups of what was found. */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const groups = await search(guarded, textIn(args.request.url))
  return Response.json(groups, { headers: { 'Cache-Control': 'no-store' } })
}
