import type { Transaction } from 'db/database'
import { budget, budgetTerm } from 'db/schema/budgets'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import { STEP_REFUSED } from '~/platform/workflow/take-step.server'

/** Effect of Approve: what is entered becomes what drafts are held against, in the place of what was. */
export async function putInForce(
  tx: Transaction,
  budgetId: number,
  approvedBy: number,
  approvedAt: Date,
): Promise<void> {
  await lockTerm(tx, budgetId)
  const [row] = await tx.select().from(budget).where(eq(budget.id, budgetId))
  if (!row) throw new Error(`There is no budget ${budgetId} to put in force`)
  const { id, revision, createdBy, creationDate, updatedBy, updateDate, deletedAt, ...terms } = row
  const term = { ...terms, approvedBy, approvedAt }
  await tx
    .insert(budgetTerm)
    .values({ budgetId, ...term })
    .onConflictDoUpdate({ target: budgetTerm.budgetId, set: term })
}

/** Effect of Cancel: from now on no draft is held against it. */
export async function putOutOfForce(tx: Transaction, budgetId: number): Promise<void> {
  await tx.delete(budgetTerm).where(eq(budgetTerm.budgetId, budgetId))
}

/**
 * Condition of withdrawing a budget before it is active.
 * @throws DomainError 'refused' when drafts are held against it while it is amended
 */
export async function neverInForce(tx: Transaction, budgetId: number): Promise<void> {
  if (!(await lockTerm(tx, budgetId))) return
  throw new DomainError(
    'refused',
    'This budget is in force as it was approved before. Submit the amendment, or have a team leader cancel it once it is active.',
    { title: STEP_REFUSED },
  )
}

/** True when it has terms in force; no draft is approved against them until the transaction ends. */
async function lockTerm(tx: Transaction, budgetId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: budgetTerm.budgetId })
    .from(budgetTerm)
    .where(eq(budgetTerm.budgetId, budgetId))
    .for('update')
  return rows.length > 0
}
