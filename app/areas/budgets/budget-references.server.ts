import type { Read } from 'db/database'
import { expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { inArray } from 'drizzle-orm'
import { ENTITY_KINDS, FUND_KINDS, SUPPLIER_KINDS } from '~/areas/reference-data/choices.server'
import { isOurCurrency, isThere } from '~/areas/reference-data/named.server'
import { showDay } from '~/platform/values/show'
import type { BudgetEntry, FieldFaults } from './budget-entry'
import { BUDGET_LABELS, type BudgetField } from './budget-labels'

/** Whom a budget is for, and who pays: the kinds of legal entities that may be chosen. */
export const ENTITIES_OF_BUDGETS = {
  supplier_id: [...SUPPLIER_KINDS, ...FUND_KINDS],
  settling_legal_entity_id: ENTITY_KINDS,
} as const

const notInList = (field: BudgetField) =>
  `${BUDGET_LABELS[field]}: it is not in the list. Choose one of the list.`

/**
 * What is wrong with the references of a budget: of the wrong kind, dead on its first day, or nowhere. What was chosen
 * before stays good until its first day changes.
 * @param before the budget as it is stored; null for a new one
 */
export async function referenceFaults(
  read: Read,
  before: BudgetEntry | null,
  after: BudgetEntry,
): Promise<FieldFaults> {
  const faults: FieldFaults = {}
  const changed = (field: BudgetField) =>
    after[field] !== null && (before === null || after[field] !== before[field])

  for (const [field, kinds] of Object.entries(ENTITIES_OF_BUDGETS) as [
    keyof typeof ENTITIES_OF_BUDGETS,
    string[],
  ][]) {
    const id = after[field]
    if (id === null || !(changed(field) || changed('from_date'))) continue
    const [found] = await read
      .select()
      .from(legalEntity)
      .where(inArray(legalEntity.id, [id]))
    if (!found || !kinds.includes(found.kind)) faults[field] = notInList(field)
    else if (found.deadDate !== null && after.from_date !== null && found.deadDate < after.from_date)
      faults[field] =
        `${found.name} could be chosen until ${showDay(found.deadDate)}, before this budget begins. Choose another.`
  }
  const { currency, expense_type_id: expense, routine_type_id: routine } = after
  if (currency !== null && changed('currency') && !(await isOurCurrency(read, currency)))
    faults.currency = notInList('currency')
  if (expense !== null && changed('expense_type_id') && !(await isThere(read, expenseType, expense)))
    faults.expense_type_id = notInList('expense_type_id')
  if (routine !== null && changed('routine_type_id') && !(await isThere(read, routineType, routine)))
    faults.routine_type_id = notInList('routine_type_id')
  return faults
}
