import type { Read } from 'db/database'
import { DomainError } from '~/platform/values/domain-error'
import type { BudgetFields } from './budget'
import type { BudgetEntry, FieldFaults } from './budget-entry'
import type { BudgetField } from './budget-labels'
import { referenceFaults } from './budget-references.server'
import { budgetRules, isWhole } from './budget-rules'
import { overlapFaults } from './free-of-overlaps.server'

interface Wanted {
  wanted: BudgetEntry
  /** Fields that cannot be read, with a sentence each. */
  unread: FieldFaults
  /** Id of the budget, null for a new one: none overlaps itself. */
  own: number | null
}

/** What tells which invoices a budget counts. */
const SCOPE: readonly BudgetField[] = [
  ...(['supplier_id', 'settling_legal_entity_id', 'routine_type_id', 'expense_type_id'] as const),
  ...(['from_date', 'to_date'] as const),
]

/**
 * The fields of a budget as they may be stored.
 * @param before the budget as it is stored; null for a new one
 * @throws DomainError invalid, with a sentence for each field that is wrong: all that is, at once
 */
export async function soundBudget(
  read: Read,
  before: BudgetFields | null,
  { wanted, unread, own }: Wanted,
): Promise<BudgetFields> {
  const faults = { ...(await referenceFaults(read, before, wanted)), ...budgetRules(wanted), ...unread }
  const { from_date, to_date } = wanted
  // Which days it overlaps is known once its scope is, whatever else is wrong.
  if (from_date !== null && to_date !== null && SCOPE.every((field) => faults[field] === undefined))
    Object.assign(faults, await overlapFaults(read, { ...wanted, from_date, to_date }, own))
  if (Object.keys(faults).length === 0 && isWhole(wanted)) return wanted
  const sentences = [...new Set(Object.values(faults))]
  throw new DomainError('invalid', sentences.join(' '), { fields: { ...faults } })
}
