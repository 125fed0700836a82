import type { Read } from 'db/doors'
import { currency, expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { eq, inArray } from 'drizzle-orm'
import { ENTITY_KINDS, FUND_KINDS, SUPPLIER_KINDS } from '~/domain/lookups/choices.server'
import { isCurrency } from '~/domain/lookups/iso-currencies'
import { showDay } from '~/domain/values/show'
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
  if (after.currency !== null && changed('currency')) {
    const rows = await read.select().from(currency).where(eq(currency.code, after.currency))
    if (!isCurrency(after.currency) || rows.length === 0) faults.currency = notInList('currency')
  }
  if (after.expense_type_id !== null && changed('expense_type_id')) {
    const rows = await read.select().from(expenseType).where(eq(expenseType.id, after.expense_type_id))
    if (rows.length === 0) faults.expense_type_id = notInList('expense_type_id')
  }
  if (after.routine_type_id !== null && changed('routine_type_id')) {
    const rows = await read.select().from(routineType).where(eq(routineType.id, after.routine_type_id))
    if (rows.length === 0) faults.routine_type_id = notInList('routine_type_id')
  }
  return faults
}
