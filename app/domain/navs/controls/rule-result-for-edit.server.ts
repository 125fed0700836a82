import type { Read } from 'db/doors'
import { type Actor, isAllowed, stepTaker } from '~/domain/access/actor'
import { instanceById } from '~/domain/workflow/instance.server'
import { navFacts } from '../nav-facts.server'
import { readOnlyReason } from '../nav-state'
import { ruleResultById } from './rule-results.server'

/** A rule result with its evidence, and why the actor may not edit it; null when they may. */
export async function ruleResultForEdit(read: Read, actor: Actor, ruleResultId: number) {
  const rule = await ruleResultById(read, ruleResultId)
  const [nav, instance] = await Promise.all([
    navFacts(read, rule.fundNavId),
    instanceById(read, rule.fundNavId),
  ])
  const readOnly =
    nav.currentControlId === rule.controlId
      ? readOnlyReason(instance, stepTaker(actor), isAllowed(actor, 'navctrl', 'update'))
      : 'A newer control has run: its results count. This one can only be read.'
  return { rule, readOnly }
}
