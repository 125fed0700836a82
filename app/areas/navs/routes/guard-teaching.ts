import { isAllowed } from '~/areas/access/actor'
import { type Guarded, guard, type RouteArgs, visitorOf } from '~/http/guard'

/** Who may teach a format: administrators, and users who run controls, whose files no format reads yet. */
export async function guardTeaching(args: RouteArgs): Promise<Guarded> {
  const { actor } = await visitorOf(args)
  const isAdministrator = actor !== null && isAllowed(actor, 'administration', 'update')
  return isAdministrator ? guard(args, 'administration', 'update') : guard(args, 'navctrl', 'add')
}
