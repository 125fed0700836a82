import type { AmountType, BudgetFields } from './budget'

/** The fields of a budget as its rows keep them: what is entered, and what is in force. */
export interface TermColumns {
  settlingEntityId: number | null
  supplierId: number | null
  routineTypeId: number | null
  expenseTypeId: number | null
  fromDate: string
  toDate: string
  currency: string
  amountType: string
  budget: string
  treshold: string
  clientValidation: boolean
}

/** Fields → columns of `budget` and `budget_term`. */
export function termColumns(fields: BudgetFields): TermColumns {
  return {
    settlingEntityId: fields.settling_legal_entity_id,
    supplierId: fields.supplier_id,
    routineTypeId: fields.routine_type_id,
    expenseTypeId: fields.expense_type_id,
    fromDate: fields.from_date,
    toDate: fields.to_date,
    currency: fields.currency,
    amountType: fields.amount_type,
    budget: fields.budget,
    treshold: fields.treshold,
    clientValidation: fields.client_validation,
  }
}

/** Columns of `budget` or `budget_term` → fields. */
export function termFields(row: TermColumns): BudgetFields {
  return {
    supplier_id: row.supplierId,
    settling_legal_entity_id: row.settlingEntityId,
    currency: row.currency,
    amount_type: row.amountType as AmountType,
    routine_type_id: row.routineTypeId,
    expense_type_id: row.expenseTypeId,
    from_date: row.fromDate,
    to_date: row.toDate,
    treshold: row.treshold,
    budget: row.budget,
    client_validation: row.clientValidation,
  }
}
