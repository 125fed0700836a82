import type { LoaderFunctionArgs } from '@remix-run/node'
import { guardUser } from '~/http/guard'
import { waitingCount } from './waiting-count'

/** The numbers in the top bar again, for a page that stays open: { waiting, late, kinds, hasWork, news }. */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  return Response.json(await waitingCount(guarded), { headers: { 'Cache-Control': 'no-store' } })
}
