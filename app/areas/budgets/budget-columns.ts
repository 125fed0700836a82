import type { ListKind } from '~/platform/lists/list-query'
import type { BudgetRow } from './budget'

/** What the list of budgets may be sorted, filtered and grouped by, with what each column holds. */
export const BUDGET_COLUMNS = {
  id: 'number',
  supplier: 'text',
  settling_entity: 'text',
  routine_type: 'text',
  expense_type: 'text',
  supplier_id: 'number',
  settling_legal_entity_id: 'number',
  routine_type_id: 'number',
  expense_type_id: 'number',
  from_date: 'day',
  to_date: 'day',
  currency: 'text',
  amount_type: 'text',
  treshold: 'number',
  budget: 'number',
  in_force: 'number',
  client_validation: 'boolean',
  consumed: 'number',
  committed: 'number',
  remaining: 'number',
  projected: 'number',
  percent_used: 'number',
  is_editable: 'boolean',
  event_status: 'text',
  event_queue: 'text',
  event_log: 'text',
  event_date: 'instant',
} as const satisfies Partial<Record<keyof BudgetRow, ListKind>>

export type BudgetColumn = keyof typeof BUDGET_COLUMNS
