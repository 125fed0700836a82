import type { Read, Transaction } from 'db/database'
import type { Actor } from '~/areas/access/actor'
import type { BudgetCheck } from '~/areas/budgets/budget'
import { budgetsOfExpense } from '~/areas/budgets/budgets-of-draft.server'
import { allowExcess, type OverrideInput } from '~/areas/budgets/override-budget.server'
import type { DraftFields } from '~/areas/expenses/expense'
import { expenseOf } from './read-draft.server'

/**
 * The result of a draft against each budget in force that counts it: with these fields (as typed), or as it is stored.
 * @throws DomainError not-found
 */
export async function budgetsOfDraft(
  read: Read,
  draftId: number,
  fields?: DraftFields,
): Promise<BudgetCheck[]> {
  return budgetsOfExpense(read, await expenseOf(read, draftId, fields))
}

/**
 * Lets a draft exceed a budget; returns what was allowed, in a short line. @throws DomainError as `allowExcess`, and
 * not-found
 */
export async function overrideBudget(
  tx: Transaction,
  actor: Actor,
  input: OverrideInput,
  now: Date,
): Promise<string> {
  return allowExcess(tx, actor, () => expenseOf(tx, input.draftId), input, now)
}
