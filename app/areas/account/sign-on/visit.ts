import { AsyncLocalStorage } from 'node:async_hooks'
import type { RouteArgs } from '~/http/guard'

const visits = new AsyncLocalStorage<RouteArgs>()

/** Runs a remix-auth strategy for a request: strategies are configured once and get only a copy of the request. */
export const duringVisit = <Answer>(args: RouteArgs, run: () => Promise<Answer>): Promise<Answer> =>
  visits.run(args, run)

/** The request that a strategy handles, with its services. */
export function currentVisit(): RouteArgs {
  const args = visits.getStore()
  if (!args) throw new Error('A strategy was used outside a request')
  return args
}
