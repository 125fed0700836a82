import type { Read } from 'db/database'
import { type Actor, isAllowed, stepTaker } from '~/areas/access/actor'
import { instanceById } from '~/platform/workflow/instance.server'
import { navFacts } from '../nav-facts.server'
import { closedControlReason, readOnlyReason } from '../nav-state'
import { ruleResultById } from './rule-results.server'

/** A rule result with its evidence, and why the actor may not edit it; null when they may. */
export async function ruleResultForEdit(read: Read, actor: Actor, ruleResultId: number) {
  const rule = await ruleResultById(read, ruleResultId)
  const [nav, instance] = await Promise.all([
    navFacts(read, rule.fundNavId),
    instanceById(read, rule.fundNavId),
  ])
  const control = { id: rule.controlId, round: rule.round }
  const readOnly =
    closedControlReason(control, nav, instance) ??
    readOnlyReason(instance, stepTaker(actor), isAllowed(actor, 'navctrl', 'update'))
  return { rule, readOnly }
}
