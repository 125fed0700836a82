import type { Read } from 'db/doors'
import { DomainError } from '~/domain/values/domain-error'
import type { BudgetFields } from './budget'
import type { BudgetEntry, FieldFaults } from './budget-entry'
import { referenceFaults } from './budget-references.server'
import { budgetRules, isWhole } from './budget-rules'
import { overlapFaults } from './free-of-overlaps.server'

/**
 * The fields of a budget as they may be stored.
 * @param before the budget as it is stored; null for a new one
 * @param own its id, null for a new one: no budget overlaps itself
 * @throws DomainError invalid, with a sentence for each field that is wrong
 */
export async function soundBudget(
  read: Read,
  before: BudgetFields | null,
  wanted: BudgetEntry,
  own: number | null,
): Promise<BudgetFields> {
  const faults: FieldFaults = { ...(await referenceFaults(read, before, wanted)), ...budgetRules(wanted) }
  if (isWhole(wanted)) {
    // Which days it overlaps is known once everything else is.
    if (Object.keys(faults).length === 0) Object.assign(faults, await overlapFaults(read, wanted, own))
    if (Object.keys(faults).length === 0) return wanted
  }
  const sentences = [...new Set(Object.values(faults))]
  throw new DomainError('invalid', sentences.join(' '), { fields: { ...faults } })
}
