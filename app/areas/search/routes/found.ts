import type { LoaderFunctionArgs } from '@remix-run/node'
import { guardUser } from '~/http/guard'
import { search } from '../find.server'
import { textIn } from '../search'

/** The results of a search, for the box over a page, in groups. */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const groups = await search(guarded, textIn(args.request.url))
  return Response.json(groups, { headers: { 'Cache-Control': 'no-store' } })
}
