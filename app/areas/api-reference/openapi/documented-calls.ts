import type { ServerBuild } from '@remix-run/node'
import type { Answering, Call, Method } from '~/http/calls/call-types'

/** A call where the site map has it. */
export interface DocumentedCall {
  method: Method
  /** As the site map writes it: "/api/drafttransactions/:draftId". */
  address: string
  /** File of the route, below app/: "routes/api/drafts/draft". */
  route: string
  /** Folder of the route: what the call is about. */
  about: string
  call: Call
}

const CALLS = 'routes/api/'

/** Every call that the build answers, in the order of the site map. */
export function documentedCalls(routes: ServerBuild['routes']): DocumentedCall[] {
  return Object.values(routes).flatMap(({ id, path, module }) => {
    const answering = module.loader as Partial<Answering> | undefined
    if (!path?.startsWith('api/') && !path?.startsWith('/api/')) return []
    return Object.entries(answering?.methods ?? {}).map(([method, call]) => ({
      method: method as Method,
      address: `/${path.replace(/^\//, '')}`,
      route: id,
      about: id.startsWith(CALLS) ? (id.slice(CALLS.length).split('/')[0] ?? '') : '',
      call,
    }))
  })
}
