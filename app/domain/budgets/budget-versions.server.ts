import type { Read } from 'db/doors'
import type { DomainError } from '~/domain/values/domain-error'
import { conflictOf } from '~/domain/workflow/versions.server'
import type { Budget } from './budget'
import { type BudgetEntry, fieldsOf, sameField } from './budget-entry'
import { BUDGET_LABELS } from './budget-labels'
import { budgetWords } from './budget-words.server'

/**
 * The refusal of a change to a budget that somebody else changed since its form was opened, with all that differs.
 * @param seen the revision that the form showed
 * @param yours the fields that somebody means to store
 */
export function budgetConflict(
  read: Read,
  stored: Budget,
  seen: number,
  yours: Partial<BudgetEntry>,
): Promise<DomainError> {
  const budget = {
    id: stored.id,
    called: `Budget ${stored.id}`,
    revision: stored.revision,
    stored: fieldsOf(stored),
    labels: BUDGET_LABELS,
    same: sameField,
    words: (versions: readonly BudgetEntry[]) => budgetWords(read, versions),
  }
  return conflictOf<BudgetEntry>(read, budget, seen, yours)
}
