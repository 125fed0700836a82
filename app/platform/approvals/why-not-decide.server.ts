import type { Actor } from '~/areas/access/actor'
import { whyHeldBack, whyNoMoney } from '~/areas/access/held-back'
import { changeKind } from './pending-change-kinds.server'

/** Why this person may not decide the change, in a sentence; null when they may. */
export function whyNotDecide(
  change: { kind: string; target: string; requestedBy: number | null },
  actor: Actor,
): string | null {
  const kind = changeKind(change.kind)
  if (!kind.mayDecide(actor)) return kind.decidedBy
  if (change.requestedBy === actor.id) return 'You requested this change: another person must decide it.'
  if (kind.userName(change.target) === actor.userName)
    return 'This change concerns your own rights: another person must decide it.'
  return whyHeldBack(actor) ?? (kind.isMoney ? whyNoMoney(actor) : null)
}
