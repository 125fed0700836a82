import { CallFault } from '~/http/calls/call-fault'
import { callRefusal } from '~/http/calls/refusal'
import { drainBody } from '~/http/drain'
import type { RouteArgs } from '~/http/guard'

/** Any address under /api that no call answers, whatever the method. */
export async function loader(args: RouteArgs) {
  drainBody(args.request)
  return callRefusal(new CallFault(404, 'There is no such call. Check its address.'), args)
}

export const action = loader
