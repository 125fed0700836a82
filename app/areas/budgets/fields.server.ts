import { budget, budgetTerm } from 'db/schema/budgets'
import { expenseType, routineType } from 'db/schema/lookups'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { settling, supplier } from '~/areas/expenses/references.server'
import { AMOUNT_TYPES } from '~/areas/reference-data/reference-data'
import { declaredColumns, type ListFields, type RowOf } from '~/platform/lists/list-fields.server'
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
  id: {
    kind: 'id',
    sql: budget.id,
    required: true,
    column: { header: 'Id', size: 60, meta: { phone: 'object' } },
  },
  event_status: {
    kind: 'text',
    sql: workflowInstance.status,
    required: true,
    column: { header: 'Status', look: 'status', size: 208, meta: { phone: 'status' } },
  },
  supplier: {
    kind: 'text',
    sql: supplier.name,
    column: { header: 'Supplier', look: 'slim', size: 176, meta: { phone: 'name' } },
  },
  settling_entity: {
    kind: 'text',
    sql: settling.name,
    column: { header: 'Settling Entity', look: 'slim', size: 176 },
  },
  currency: {
    kind: 'text',
    sql: budget.currency,
    required: true,
    column: { header: 'Ccy', size: 60, meta: { phone: 'currency' } },
  },
  budget: {
    ...summed(budget.budget),
    required: true,
    column: {
      header: 'Budget',
      // Two amounts, of a budget that is amended, run over two lines: names need the room.
      size: 132,
      meta: {
        title: 'While a budget is amended, the active amount comes first. Totals include active budgets only',
        phone: 'amount',
      },
    },
  },
  percent_used: {
    kind: 'amount',
    sql: sql`round((totals.consumed + totals.committed) * 100 / ${budget.budget}, 2)`,
    required: true,
    column: {
      header: 'Used',
      look: 'number',
      size: 104,
      meta: { decimals: 2, title: 'Consumed and committed, in percent of the budget', phone: 'due' },
    },
  },
  remaining: {
    ...total('remaining'),
    required: true,
    about: 'budget - consumed.',
    column: { header: 'Remaining', meta: { title: 'Budget less consumed' } },
  },
  from_date: { kind: 'day', sql: budget.fromDate, required: true, column: { header: 'From', size: 92 } },
  to_date: { kind: 'day', sql: budget.toDate, required: true, column: { header: 'To', size: 92 } },
  projected: {
    ...total('projected'),
    required: true,
    about: 'remaining - committed.',
    column: { header: 'Projected', meta: { title: 'Remaining less committed' } },
  },
  committed: {
    ...total('committed'),
    required: true,
    about: 'Drafts under way.',
    column: { header: 'Committed', meta: { title: 'Drafts under way' } },
  },
  consumed: {
    ...total('consumed'),
    required: true,
    about: 'Invoices that are not cancelled.',
    column: { header: 'Consumed', meta: { title: 'Invoices that are not cancelled' } },
  },
  in_force: {
    ...summed(budgetTerm.budget),
    about: 'The approved amount that drafts are checked against; null before the first approval.',
    column: {
      header: 'Approved',
      meta: { hiddenByDefault: true, title: 'The approved amount that drafts are checked against' },
    },
  },
  routine_type: { kind: 'text', sql: routineType.name, column: { header: 'Routine', look: 'slim' } },
  expense_type: { kind: 'text', sql: expenseType.name, column: { header: 'Expense Type', look: 'slim' } },
  treshold: {
    kind: 'amount',
    sql: budget.treshold,
    required: true,
    about: 'Percent of the budget at which the warning starts.',
    column: {
      header: 'Threshold',
      look: 'number',
      size: 80,
      meta: { decimals: 2, title: 'Percent of the budget at which the warning starts' },
    },
  },
  amount_type: {
    kind: 'text',
    sql: sql<AmountType>`${budget.amountType}`,
    required: true,
    about: 'gross, net or taxes.',
    column: {
      header: 'Amount Type',
      size: 95,
      meta: { filter: 'select', options: AMOUNT_TYPES.map(({ id, name }) => ({ value: id, label: name })) },
    },
  },
  client_validation: {
    kind: 'boolean',
    sql: budget.clientValidation,
    required: true,
    column: { header: 'Client Validation', size: 115 },
  },
  event_log: {
    kind: 'text',
    sql: lastEvent<string>(sql`e.log`),
    required: true,
    column: { header: 'Last Comment', look: 'slim', meta: { values: false } },
  },
  event_date: {
    kind: 'instant',
    sql: lastEvent<Date>(sql`e.at`).mapWith(workflowInstance.lastEventAt),
    required: true,
    column: { header: 'Update Date' },
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

/** The columns of Budgets: their owner, how much is used and left, and when, all visible at 1,280 px; then the rest. */
export const BUDGET_DECLARED = declaredColumns(BUDGET_ROW)
