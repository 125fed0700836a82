import type { Read } from 'db/database'
import { AMOUNT_TYPES } from '~/areas/reference-data/amount-types'
import { aliveEntities, type Choice, expenseChoices } from '~/areas/reference-data/choices.server'
import type { Day } from '~/platform/values/day'
import type { AmountType } from './budget'
import type { BudgetEntry } from './budget-entry'
import { ENTITIES_OF_BUDGETS } from './budget-references.server'

/** What every select of a budget's form offers; a value that the budget has already is always among them. */
export interface BudgetChoices {
  /** Supplier companies and supplier funds. */
  suppliers: Choice[]
  entities: Choice[]
  routineTypes: Choice[]
  expenseTypes: Choice[]
  currencies: Choice<string>[]
  amountTypes: Choice<AmountType>[]
}

/**
 * What may be chosen for a budget. Legal entities are offered until their dead date, compared with the budget's first day
 * or, without one, with today.
 * @param fields the budget as it stands; null for a new one
 */
export async function budgetChoices(
  read: Read,
  fields: Partial<BudgetEntry> | null,
  today: Day,
): Promise<BudgetChoices> {
  const day = fields?.from_date ?? today
  const alive = (field: keyof typeof ENTITIES_OF_BUDGETS) =>
    aliveEntities(read, ENTITIES_OF_BUDGETS[field], day, [fields?.[field] ?? null])
  const [suppliers, entities, expense] = await Promise.all([
    alive('supplier_id'),
    alive('settling_legal_entity_id'),
    expenseChoices(read),
  ])
  return {
    suppliers,
    entities,
    ...expense,
    amountTypes: AMOUNT_TYPES.map(({ id, name }) => ({ value: id, label: name })),
  }
}
