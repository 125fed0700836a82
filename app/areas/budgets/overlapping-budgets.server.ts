import type { Read, Transaction } from 'db/database'
import { budget, budgetTerm } from 'db/schema/budgets'
import { expenseType } from 'db/schema/lookups'
import { workflowInstance } from 'db/schema/workflow'
import { and, asc, eq, gte, isNull, lte, ne, type SQLWrapper, sql } from 'drizzle-orm'
import { STEP_REFUSED } from '~/platform/objects/take-step.server'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import type { Budget, BudgetFields } from './budget'
import type { FieldFaults } from './budget-figures'
import { budgetById } from './read-budget.server'

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
 * The budgets together with which a budget counts invoices twice, as one of the two is of all expense types: a sentence
 * for each. That is allowed, and may be intended.
 */
export async function overlappingBudgets(read: Read, of: Scope): Promise<string[]> {
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

type ScopeFields = Pick<
  BudgetFields,
  'supplier_id' | 'settling_legal_entity_id' | 'routine_type_id' | 'expense_type_id' | 'from_date' | 'to_date'
>

/** Another budget that counts the same invoices. */
export interface Overlap {
  budgetId: number
  /** What it does, and what to do about it: the sentence after its name. */
  why: string
}

const inWords = ({ budgetId, why }: Overlap) => `Budget ${budgetId} ${why}`

/** Another budget that would count the same invoices; null where there is none. */
async function overlapWith(
  read: Read,
  table: typeof budget | typeof budgetTerm,
  fields: ScopeFields,
  own: number | null,
): Promise<Overlap | null> {
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
  const why =
    'deletedAt' in table
      ? `counts the same invoices ${days}. Choose other days, or amend that budget.`
      : `stays active ${days} until its amendment is approved, and counts the same invoices. Have the amendment approved first.`
  return { budgetId: other.id, why }
}

/**
 * The message for days that another budget of the same supplier, entity and types already covers; shown at both fields.
 */
export async function overlapFaults(
  read: Read,
  fields: ScopeFields,
  own: number | null,
): Promise<FieldFaults> {
  const overlap = await overlapWith(read, budget, fields, own)
  return overlap === null ? {} : { from_date: inWords(overlap), to_date: inWords(overlap) }
}

/**
 * Why a budget may not be submitted or approved: another one counts what this one would. For Approve, this includes the
 * terms that another one still has in force while it is amended.
 */
export async function overlapAt(
  read: Read,
  fields: ScopeFields & { id: number },
  step: 'submit' | 'approve',
): Promise<Overlap | null> {
  return (
    (await overlapWith(read, budget, fields, fields.id)) ??
    (step === 'approve' ? await overlapWith(read, budgetTerm, fields, fields.id) : null)
  )
}

/**
 * Condition of Submit and Approve: no other budget counts what this one would.
 * @throws DomainError 'refused' that names the other
 */
export async function freeOfOverlaps(tx: Transaction, budgetId: number, step: 'submit' | 'approve') {
  const overlap = await overlapAt(tx, await budgetById(tx, budgetId), step)
  if (overlap !== null) throw new DomainError('refused', inWords(overlap), { title: STEP_REFUSED })
}
