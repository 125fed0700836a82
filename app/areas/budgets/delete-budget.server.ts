import type { Transaction } from 'db/database'
import { budget, budgetTerm } from 'db/schema/budgets'
import { eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { DomainError } from '~/platform/values/domain-error'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { once } from '~/platform/workflow/once.server'
import { sameRevision } from '~/platform/workflow/same-revision.server'
import { budgetById } from './budget-by-id.server'
import { WAS_IN_FORCE, whyNotDeleted } from './budget-editing'
import { lockBudgets } from './lock-budgets.server'

export const DELETE_TITLE = 'Delete Error'

export interface BudgetDeletion {
  budgetId: number
  /** The revision that the caller saw; null when they did not say. */
  revision: number | null
  idempotencyKey: string | null
}

/**
 * Takes a budget that was never in force out of the lists, once for its key; its history stays and says who did.
 * Answers what happened, in a short line.
 * @throws DomainError not-found; forbidden; refused where it was in force; conflict when somebody changed it since
 */
export function deleteBudget(
  tx: Transaction,
  actor: Actor,
  { budgetId, revision, idempotencyKey }: BudgetDeletion,
  now: Date,
): Promise<string> {
  const remove = async () => {
    await lockBudgets(tx)
    // Before the lock: an id that names something else must not hold its steps up.
    await budgetById(tx, budgetId)
    const instance = await lockInstance(tx, budgetId)
    await budgetById(tx, budgetId)
    const refusal = whyNotDeleted(actor, instance)
    if (refusal) throw new DomainError('forbidden', refusal, { title: DELETE_TITLE })
    const inForce = await tx.select().from(budgetTerm).where(eq(budgetTerm.budgetId, budgetId))
    if (inForce.length > 0) throw new DomainError('refused', WAS_IN_FORCE, { title: DELETE_TITLE })
    await sameRevision(tx, budget, { what: 'budget', id: budgetId, revision, title: DELETE_TITLE })
    await tx
      .update(budget)
      .set({ deletedAt: now, updatedBy: actor.id, updateDate: now })
      .where(eq(budget.id, budgetId))
    await moveInstance(tx, instance, {
      type: 'step',
      name: 'delete budget',
      to: { queue: 'SYSTEM', status: 'CANCELLED', class: 'failed' },
      who: { id: actor.id, fullName: actor.fullName },
      log: 'Deleted before it was ever in force.',
      now,
    })
    return `Budget ${budgetId}: deleted`
  }
  if (idempotencyKey === null) return remove()
  return once(tx, { key: idempotencyKey, userId: actor.id, action: `delete budget ${budgetId}`, now }, remove)
}
