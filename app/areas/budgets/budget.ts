import type { AMOUNT_TYPES } from '~/areas/reference-data/reference-data'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { showDay } from '~/platform/values/show'

export type AmountType = (typeof AMOUNT_TYPES)[number]['id']

/** The fields that people fill in on a budget (specification, section 3). References are ids; a null one counts all. */
export interface BudgetFields {
  supplier_id: number | null
  settling_legal_entity_id: number | null
  routine_type_id: number | null
  expense_type_id: number | null
  /** Invoice dates, both inclusive. */
  from_date: Day
  to_date: Day
  /** Three capital letters. */
  currency: string
  /** The amount of an invoice that counts. */
  amount_type: AmountType
  /** Percent of the budget from which it warns, 0 to 100; as the specification spells it. */
  treshold: Decimal
  /** In its currency. */
  budget: Decimal
  /** From the threshold on, the client's proof is required. */
  client_validation: boolean
}

export interface Budget extends BudgetFields {
  id: number
  /** Counts its changes: a form sends back the one that it showed. */
  revision: number
  createdBy: number | null
  creationDate: Date
  updateDate: Date
}

/**
 * The sums of a budget's invoices and drafts, in its currency (product decisions, section 4). `remaining` is budget
 * less consumed, `projected` is remaining less committed.
 */
export interface BudgetTotals {
  /** Invoices that are not cancelled. */
  consumed: Decimal
  /** Drafts under way. */
  committed: Decimal
  remaining: Decimal
  projected: Decimal
  /** Invoices and drafts without an exchange rate: they are not in any of the sums. */
  unconverted: number
}

/** An invoice or a draft that counts in a budget. */
export interface BudgetPart {
  budgetId: number
  kind: 'invoice' | 'draft'
  id: number
  invoiceDate: Day
  /** Gross, net or taxes, in its own currency. */
  source: Decimal
  currency: string
  /** The same in the budget's currency at the rate of the invoice date, two decimals; null without a rate. */
  amount: Decimal | null
}

/** The result of a draft against one budget in force that counts it. Amounts in the budget's currency. */
export interface BudgetCheck {
  budgetId: number
  /** As people read it: "Budget 1234, Fontaine & Weis, 01/01/2026 to 31/12/2026". */
  name: string
  currency: string
  amountType: AmountType
  budget: Decimal
  treshold: Decimal
  clientValidation: boolean
  /** Consumed and committed by all others; a draft among them that is a credit note counts once it is an invoice. */
  others: Decimal
  /** The part of `others` that is invoices. */
  invoiced: Decimal
  /** The amount of this draft that counts; null without an exchange rate. */
  counted: Decimal | null
  /** Others and this draft, in percent of the budget, two decimals; null without an exchange rate. */
  percent: Decimal | null
  state: 'below' | 'warning' | 'exceeded' | 'no rate'
  /** The amount beyond the budget; '0.00' while there is none. */
  excess: Decimal
  /** Who allowed this draft to exceed it, and whether that still covers the excess. */
  override: { by: string; at: Date; comment: string; covers: boolean } | null
  /** The meaning and the next action, in a sentence; null while it is below. */
  message: string | null
}

export type BudgetField = keyof BudgetFields

/**
 * The labels of the fields of a budget, in the order of its form (specification, section 5). The field that calls name
 * `treshold`, as the specification spells it, has the same name in its messages.
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

/** The required fields of a budget; without an expense type it counts all of them. */
export const REQUIRED_FIELDS: readonly BudgetField[] = BUDGET_FIELDS.filter(
  (field) => field !== 'expense_type_id' && field !== 'client_validation',
)

/** How messages name a budget: "Budget 1234, Fontaine & Weis, 01/01/2026 to 31/12/2026". */
export function budgetName(id: number, supplier: string | null, from: Day, to: Day): string {
  return [`Budget ${id}`, supplier, `${showDay(from)} to ${showDay(to)}`].filter(Boolean).join(', ')
}

/** The fields of a budget as stored in its rows: those entered, and those in force. */
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
