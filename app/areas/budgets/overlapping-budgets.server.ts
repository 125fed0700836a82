import type { Read } from 'db/database'
import { budget } from 'db/schema/budgets'
import { expenseType } from 'db/schema/lookups'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, gte, isNull, lte, ne, type SQLWrapper, sql } from 'drizzle-orm'
import { showDay } from '~/platform/values/show'
import type { Budget } from './budget'

type Scope = Pick<
  Budget,
  | 'id'
  | 'supplier_id'
  | 'settling_legal_entity_id'
  | 'routine_type_id'
  | 'expense_type_id'
  | 'from_date'
  | 'to_date'
>

/**
 * The budgets beside which a budget counts invoices twice, as one of both is of all expense types: a sentence for each. That
 * is allowed, and may be meant.
 */
export async function besideBudgets(read: Read, of: Scope): Promise<string[]> {
  const same = (column: SQLWrapper, value: number | null) => sql`${column} is not distinct from ${value}::int`
  const rows = await read
    .select({ id: budget.id, from: budget.fromDate, to: budget.toDate, expense: expenseType.name })
    .from(budget)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, budget.id))
    .leftJoin(expenseType, eq(expenseType.id, budget.expenseTypeId))
    .where(
      and(
        ne(budget.id, of.id),
        isNull(budget.deletedAt),
        ne(workflowInstance.status, 'CANCELLED'),
        same(budget.supplierId, of.supplier_id),
        same(budget.settlingEntityId, of.settling_legal_entity_id),
        same(budget.routineTypeId, of.routine_type_id),
        sql`(${budget.expenseTypeId} is null) <> (${of.expense_type_id}::int is null)`,
        lte(budget.fromDate, of.to_date),
        gte(budget.toDate, of.from_date),
      ),
    )
    .orderBy(asc(budget.id))
  return rows.map(({ id, from, to, expense }) => {
    const first = from > of.from_date ? from : of.from_date
    const last = to < of.to_date ? to : of.to_date
    const which = expense === null ? 'of all expense types' : `of ${expense}`
    return `Budget ${id} ${which} overlaps this one from ${showDay(first)} to ${showDay(last)}: an invoice that fits both counts in both.`
  })
}
