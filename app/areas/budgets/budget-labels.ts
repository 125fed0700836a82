import type { BudgetFields } from './budget'

export type BudgetField = keyof BudgetFields

/**
 * What people call the fields of a budget, in the order of its form (specification, section 5). The field that calls name
 * `treshold`, as the specification spells it, is one word with what messages say of it.
 */
export const BUDGET_LABELS: Readonly<Record<BudgetField, string>> = {
  supplier_id: 'Supplier',
  settling_legal_entity_id: 'Settling Legal Entity',
  currency: 'Currency',
  amount_type: 'Amount Type',
  routine_type_id: 'Routine Type',
  expense_type_id: 'Expense Type',
  from_date: 'From Date',
  to_date: 'To Date',
  treshold: 'Threshold',
  budget: 'Budget',
  client_validation: 'Client Validation',
}

/** The fields of a budget in the order of its form. */
export const BUDGET_FIELDS = Object.keys(BUDGET_LABELS) as BudgetField[]

/** What a budget must have; without an expense type it counts all of them. */
export const REQUIRED_FIELDS: readonly BudgetField[] = BUDGET_FIELDS.filter(
  (field) => field !== 'expense_type_id' && field !== 'client_validation',
)
