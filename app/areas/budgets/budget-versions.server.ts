import type { Read } from 'db/database'
import type { DomainError } from '~/platform/values/domain-error'
import { conflictOf } from '~/platform/workflow/versions.server'
import type { Budget } from './budget'
import { type BudgetEntry, fieldsOf, sameField } from './budget-entry'
import { BUDGET_LABELS } from './budget-labels'
import { budgetWords } from './format-values.server'

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
