import { data, type LoaderFunctionArgs } from '@remix-run/node'
import type { RouteArgs } from '~/http/guard'
import { exportAt } from '../grid-sources'

/** A list as a file, as Excel, CSV or PDF: all that the list's own address selects. */
export async function loader(args: LoaderFunctionArgs & RouteArgs) {
  const found = exportAt(new URL(args.request.url).pathname.replace(/^\/+/, ''))
  if (!found) throw data({ message: 'There is no such file. Export a list from its page.' }, { status: 404 })
  return found.target({ ...args, params: found.params })
}
