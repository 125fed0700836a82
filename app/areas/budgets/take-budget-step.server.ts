import type { Transaction } from 'db/database'
import { type Actor, stepTaker } from '~/areas/access/actor'
import { once } from '~/platform/workflow/once.server'
import { takeStep } from '~/platform/workflow/take-step.server'
import { budgetSubject } from './budget-subject.server'
import { lockBudgets } from './lock-budgets.server'

export interface BudgetStepInput {
  budgetId: number
  /** `workflowId` of the step. */
  stepId: number
  /** The event that the form saw; null when the caller did not say. */
  seenEventId: number | null
  /** The budget's revision that the form saw; null when the caller did not say. */
  revision: number | null
  comment: string
  /** Null when the caller sends none: the check of the seen event must do then. */
  idempotencyKey: string | null
}

/** Takes one step of a budget; answers what happened, in a short line. */
export async function takeBudgetStep(
  tx: Transaction,
  actor: Actor,
  { budgetId, stepId, seenEventId, revision, comment, idempotencyKey }: BudgetStepInput,
  now: Date,
): Promise<string> {
  const take = async () => {
    await lockBudgets(tx)
    const request = { objectId: budgetId, stepId, seenEventId, revision, comment }
    const { to } = await takeStep(tx, budgetSubject, stepTaker(actor), request, now)
    return `Budget ${budgetId}: ${to.status} (${to.queue})`
  }
  if (idempotencyKey === null) return take()
  const action = `budget step ${stepId} of ${budgetId}`
  return once(tx, { key: idempotencyKey, userId: actor.id, action, now }, take)
}
