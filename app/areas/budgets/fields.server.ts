import { budget, budgetTerm } from 'db/schema/budgets'
import { expenseType, routineType } from 'db/schema/lookups'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { settling, supplier } from '~/areas/expenses/references.server'
import type { ListFields, RowOf } from '~/platform/lists/list-fields.server'
import { EVENT_CLASS, EVENT_QUEUE } from '~/platform/objects/event-fields.server'
import type { Decimal } from '~/platform/values/decimal'
import type { AmountType } from './budget'
import { BUDGET_DESK } from './budget-rules'

// Look-ups for the displayed rows only: most queries sort and filter by other columns.
const lastEvent = <T>(column: SQL) =>
  sql<T>`(select ${column} from ${workflowEvent} e where e.object_id = ${budget.id} order by e.seq desc limit 1)`

/** An amount that adds up: budgets that were never approved, or are cancelled, cannot be spent. */
const summed = <Value extends SQLWrapper>(value: Value) => ({
  kind: 'amount' as const,
  sql: value,
  added: sql`case when ${budgetTerm.budgetId} is not null then ${value} end`,
})

const total = (name: 'consumed' | 'committed' | 'remaining' | 'projected') =>
  summed(sql<Decimal>`totals.${sql.identifier(name)}`)

/** The fields of a row of Budgets (specification, section 3); its sums come from the join `totals`. */
export const BUDGET_ROW = {
  id: { kind: 'id', sql: budget.id, required: true },
  event_status: { kind: 'text', sql: workflowInstance.status, required: true },
  supplier: { kind: 'text', sql: supplier.name },
  settling_entity: { kind: 'text', sql: settling.name },
  currency: { kind: 'text', sql: budget.currency, required: true },
  budget: { ...summed(budget.budget), required: true },
  percent_used: {
    kind: 'amount',
    sql: sql`round((totals.consumed + totals.committed) * 100 / ${budget.budget}, 2)`,
    required: true,
  },
  remaining: { ...total('remaining'), required: true, about: 'budget - consumed.' },
  from_date: { kind: 'day', sql: budget.fromDate, required: true },
  to_date: { kind: 'day', sql: budget.toDate, required: true },
  projected: { ...total('projected'), required: true, about: 'remaining - committed.' },
  committed: { ...total('committed'), required: true, about: 'Drafts under way.' },
  consumed: { ...total('consumed'), required: true, about: 'Invoices that are not cancelled.' },
  in_force: {
    ...summed(budgetTerm.budget),
    about: 'The approved amount that drafts are checked against; null before the first approval.',
  },
  routine_type: { kind: 'text', sql: routineType.name },
  expense_type: { kind: 'text', sql: expenseType.name },
  treshold: {
    kind: 'amount',
    sql: budget.treshold,
    required: true,
    about: 'Percent of the budget at which the warning starts.',
  },
  amount_type: {
    kind: 'text',
    sql: sql<AmountType>`${budget.amountType}`,
    required: true,
    about: 'gross, net or taxes.',
  },
  client_validation: { kind: 'boolean', sql: budget.clientValidation, required: true },
  event_log: { kind: 'text', sql: lastEvent<string>(sql`e.log`), required: true },
  event_date: {
    kind: 'instant',
    sql: lastEvent<Date>(sql`e.at`).mapWith(workflowInstance.lastEventAt),
    required: true,
  },
  supplier_id: { kind: 'id', sql: budget.supplierId, listed: true },
  settling_legal_entity_id: { kind: 'id', sql: budget.settlingEntityId, listed: true },
  routine_type_id: { kind: 'id', sql: budget.routineTypeId, listed: true },
  expense_type_id: { kind: 'id', sql: budget.expenseTypeId, listed: true },
  is_editable: {
    kind: 'boolean',
    sql: sql`(${workflowInstance.queue} = ${BUDGET_DESK}
    and ${workflowInstance.status} in ('IN ENTRY', 'RETURNED'))`,
    required: true,
    listed: true,
  },
  event_queue: EVENT_QUEUE,
  revision: {
    kind: 'count',
    sql: budget.revision,
    required: true,
    about: 'Counts its changes: send it back to detect changes by someone else.',
  },
  event_class: EVENT_CLASS,
} satisfies ListFields

/** A row of Budgets. */
export interface BudgetRow extends RowOf<typeof BUDGET_ROW> {
  /** What `percent_used` means, to the cent; shown on the page only. */
  used_state?: 'below' | 'warning' | 'exceeded'
}
