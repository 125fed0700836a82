import type { Read, Transaction } from 'db/database'
import type { Actor } from '~/areas/access/actor'
import type { BudgetCheck } from '~/areas/budgets/budget'
import { budgetsOfExpense, nearMissBudgets } from '~/areas/budgets/budgets-of-draft.server'
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

/** The budgets that nearly count a draft, with these fields: a sentence for each. @throws DomainError not-found */
export async function passedBudgets(read: Read, draftId: number, fields?: DraftFields): Promise<string[]> {
  return nearMissBudgets(read, await expenseOf(read, draftId, fields))
}

/**
 * Lets a draft exceed a budget; returns what was allowed, in a short line. @throws DomainError as `allowExcess`, and
 * not-found
 */
export async function overrideBudget(
  tx: Transaction,
  actor: Actor,
  { draftId, ...input }: OverrideInput & { draftId: number },
  now: Date,
): Promise<string> {
  return allowExcess(tx, actor, await expenseOf(tx, draftId), input, now)
}
