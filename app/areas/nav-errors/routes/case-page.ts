import { idInPath } from '~/http/address'
import { guard, type RouteArgs } from '~/http/guard'

/** Who may change the case of an address, and which it is: for its popups. */
export const changingCase = async (args: RouteArgs) => ({
  ...(await guard(args, 'errors', 'update')),
  caseId: idInPath(args.params.caseId),
})
