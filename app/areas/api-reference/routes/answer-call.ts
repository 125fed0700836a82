import { addressFinder } from '~/http/address'
import { answerCall } from '~/http/calls/call'
import { callRefusal } from '~/http/calls/refusal'
import { drainBody } from '~/http/drain'
import type { RouteArgs } from '~/http/guard'
import { CallFault } from '~/http/refusal'
import { CALLS } from '../api'

const callAt = addressFinder(CALLS.flatMap(({ calls }) => Object.entries(calls)))

/** Any address below /api, with any method: the call of its area, or a refusal as JSON. */
export async function loader(args: RouteArgs) {
  const found = callAt(new URL(args.request.url).pathname.replace(/^\/+api\/+/i, ''))
  if (found) return answerCall(found.target, { ...args, params: found.params })
  drainBody(args.request)
  return callRefusal(new CallFault(404, 'There is no such call. Check its address.'), args)
}

export const action = loader
