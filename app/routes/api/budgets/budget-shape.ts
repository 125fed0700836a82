import { z } from 'zod'
import { BUDGET_COLUMNS } from '~/areas/budgets/budget-columns'
import {
  aBoolean,
  aDay,
  aNumber,
  anAmount,
  anEventClass,
  anId,
  anInstant,
  aText,
  rowOf,
} from '~/http/calls/answers'

/** Budget of the specification, section 3, as its calls answer it. */
export const aBudget = rowOf(BUDGET_COLUMNS, {
  id: anId,
  supplier_id: anId.nullable(),
  settling_legal_entity_id: anId.nullable(),
  routine_type_id: anId.nullable(),
  expense_type_id: anId.nullable(),
  from_date: aDay,
  to_date: aDay,
  currency: aText,
  amount_type: aText.describe('gross, net or taxes.'),
  treshold: anAmount.describe('Percent of the budget from which it warns.'),
  budget: anAmount,
  in_force: anAmount.nullable().describe('What drafts are held against; null while nothing is.'),
  client_validation: aBoolean,
  consumed: anAmount.describe('Invoices that are not cancelled.'),
  committed: anAmount.describe('Drafts under way.'),
  remaining: anAmount.describe('budget - consumed.'),
  projected: anAmount.describe('remaining - committed.'),
  percent_used: anAmount,
  is_editable: aBoolean,
  revision: aNumber.describe('Counts its changes: sent back, it makes sure that nobody else changed it.'),
  event_status: aText,
  event_queue: aText,
  event_class: anEventClass,
  event_log: aText,
  event_date: anInstant,
}).meta({ id: 'Budget' })

/** How a draft stands to a budget that counts it. Amounts in the budget's currency. */
const aBudgetCheck = z
  .object({
    budgetId: anId,
    name: aText,
    currency: aText,
    amountType: aText.describe('gross, net or taxes.'),
    budget: anAmount,
    treshold: anAmount,
    clientValidation: aBoolean,
    others: anAmount.describe('Consumed and committed by all others.'),
    invoiced: anAmount.describe('Of others, what are invoices.'),
    counted: anAmount.nullable().describe('What this draft counts; null without an exchange rate.'),
    percent: anAmount.nullable().describe('Others and this draft, in percent of the budget.'),
    state: z.enum(['below', 'warning', 'exceeded', 'no rate']),
    excess: anAmount.describe('What is beyond the budget.'),
    override: z
      .object({ by: aText, at: anInstant, comment: aText, covers: aBoolean })
      .nullable()
      .describe('Who let this draft exceed it, and whether that still covers it.'),
    message: aText.nullable().describe('What this means and what to do.'),
  })
  .meta({ id: 'BudgetCheck' })

/** A budget with how a draft stands to it; without its row for those who may not open Budgets. */
export const aCheckedBudget = z.union([
  z.object({ ...aBudget.shape, check: aBudgetCheck }),
  z.object({ id: anId, name: aText, check: aBudgetCheck }),
])
