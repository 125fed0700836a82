import type { Permission } from '~/domain/access/actor'
import { navBaseOf } from '~/domain/navs/nav-base'
import { type Guarded, guard, type RouteArgs } from './guard'

/**
 * Guards what is shown of one NAV by the page that it is opened on, NAV Controls or NAV Production; with a permission,
 * whoever may open that page must hold it for NAV Controls, which all changes of a NAV belong to.
 */
export async function guardNav(args: RouteArgs, permission: Permission = 'open'): Promise<Guarded> {
  const opened = await guard(args, navBaseOf(args.request.url).functionId)
  return permission === 'open' ? opened : guard(args, 'navctrl', permission)
}
