import type { Permission } from '~/areas/access/actor'
import { idInPath } from '~/http/address'
import { type Guarded, guard, type RouteArgs } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { refuseForeignControl } from '../control/controls-of.server'
import { navBaseOf } from '../nav'

/**
 * Guards what is shown of one NAV by the page that it is opened on, NAV Controls or NAV Production. With a permission,
 * a user who may open that page must also hold it for NAV Controls, to which all changes of a NAV belong.
 */
export async function guardNav(args: RouteArgs, permission: Permission = 'open'): Promise<Guarded> {
  const opened = await guard(args, navBaseOf(args.request.url).functionId)
  return permission === 'open' ? opened : guard(args, 'navctrl', permission)
}

/** The same for a control below its NAV; a control of another NAV is not found (404). */
export async function guardControl(
  args: RouteArgs,
  permission: Permission = 'open',
): Promise<Guarded & { controlId: number }> {
  const guarded = await guardNav(args, permission)
  const controlId = idInPath(args.params.controlId)
  await pageRead(() => refuseForeignControl(guarded.read, idInPath(args.params.fundNavId), controlId))
  return { ...guarded, controlId }
}
