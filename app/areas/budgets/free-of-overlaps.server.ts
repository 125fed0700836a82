import type { Read, Transaction } from 'db/database'
import { budget, budgetTerm } from 'db/schema/budgets'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, gte, isNull, lte, ne, type SQLWrapper, sql } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { STEP_REFUSED } from '~/platform/workflow/take-step.server'
import type { BudgetFields } from './budget'
import { budgetById } from './budget-by-id.server'
import type { FieldFaults } from './budget-entry'

type Scope = Pick<
  BudgetFields,
  'supplier_id' | 'settling_legal_entity_id' | 'routine_type_id' | 'expense_type_id' | 'from_date' | 'to_date'
>

/** Another budget that would count the same invoices, in a sentence that names it; null where there is none. */
async function overlapWith(
  read: Read,
  table: typeof budget | typeof budgetTerm,
  fields: Scope,
  own: number | null,
): Promise<string | null> {
  const id = 'budgetId' in table ? table.budgetId : table.id
  const same = (column: SQLWrapper, value: number | null) => sql`${column} is not distinct from ${value}::int`
  const [other] = await read
    .select({ id, from: table.fromDate, to: table.toDate })
    .from(table as typeof budgetTerm)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, id))
    .where(
      and(
        own === null ? undefined : ne(id, own),
        'deletedAt' in table ? isNull(table.deletedAt) : undefined,
        ne(workflowInstance.status, 'CANCELLED'),
        same(table.supplierId, fields.supplier_id),
        same(table.settlingEntityId, fields.settling_legal_entity_id),
        same(table.routineTypeId, fields.routine_type_id),
        same(table.expenseTypeId, fields.expense_type_id),
        lte(table.fromDate, fields.to_date),
        gte(table.toDate, fields.from_date),
      ),
    )
    .orderBy(asc(id))
    .limit(1)
  if (!other) return null
  const days = `from ${showDay(other.from)} to ${showDay(other.to)}`
  return 'deletedAt' in table
    ? `Budget ${other.id} counts the same invoices ${days}. Choose other days, or amend that budget.`
    : `Budget ${other.id} is in force ${days} until its amendment is approved, and counts the same invoices. Have that approved first.`
}

/** Days that another budget of the same supplier, entity and types has already; beside both fields. */
export async function overlapFaults(read: Read, fields: Scope, own: number | null): Promise<FieldFaults> {
  const sentence = await overlapWith(read, budget, fields, own)
  return sentence === null ? {} : { from_date: sentence, to_date: sentence }
}

/**
 * Condition of Submit and Approve: no other budget counts what this one would. Approving, neither do the terms that
 * another one still has in force while it is amended.
 * @throws DomainError 'refused' that names the other
 */
export async function freeOfOverlaps(tx: Transaction, budgetId: number, step: 'submit' | 'approve') {
  const fields = await budgetById(tx, budgetId)
  const sentence =
    (await overlapWith(tx, budget, fields, budgetId)) ??
    (step === 'approve' ? await overlapWith(tx, budgetTerm, fields, budgetId) : null)
  if (sentence !== null) throw new DomainError('refused', sentence, { title: STEP_REFUSED })
}
