import type { Read, Transaction } from 'db/database'
import { budget, budgetTerm } from 'db/schema/budgets'
import { eq, sql } from 'drizzle-orm'
import { settling, supplier } from '~/areas/expenses/references.server'
import { left } from '~/platform/lists/list-fields.server'
import { type ObjectKind, objectSteps, place } from '~/platform/objects/object-kinds.server'
import {
  STEP_REFUSED,
  type StepInput,
  sameRevision,
  type WorkflowHandlers,
} from '~/platform/objects/take-step.server'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { rolesByStep } from '~/platform/workflow/history.server'
import type { Instance } from '~/platform/workflow/types'
import { freeOfOverlaps } from './overlapping-budgets.server'

/** Effect of Approve: the entered values become those that drafts are checked against, in place of the earlier ones. */
async function activateBudget(
  { tx, now: approvedAt }: TransactionAt,
  budgetId: number,
  approvedBy: number,
): Promise<void> {
  await lockTerm(tx, budgetId)
  const [row] = await tx.select().from(budget).where(eq(budget.id, budgetId))
  if (!row) throw new Error(`There is no budget ${budgetId} to put in force`)
  const { id, revision, createdBy, creationDate, updatedBy, updateDate, deletedAt, ...terms } = row
  const term = { ...terms, approvedBy, approvedAt }
  await tx
    .insert(budgetTerm)
    .values({ budgetId, ...term })
    .onConflictDoUpdate({ target: budgetTerm.budgetId, set: term })
}

/** Effect of Cancel: from now on no draft is checked against it. */
async function putOutOfForce(tx: Transaction, budgetId: number): Promise<void> {
  await tx.delete(budgetTerm).where(eq(budgetTerm.budgetId, budgetId))
}

/**
 * Condition of withdrawing a budget before it is active.
 * @throws DomainError 'refused' when drafts are checked against it while it is amended
 */
async function neverInForce(tx: Transaction, budgetId: number): Promise<void> {
  if (!(await lockTerm(tx, budgetId))) return
  throw new DomainError(
    'refused',
    'This budget was approved before and is still active. Submit the amendment, or have a team leader cancel the budget once the amendment is approved.',
    { title: STEP_REFUSED },
  )
}

/** True when it has terms in force; no draft is approved against them until the transaction ends. */
async function lockTerm(tx: Transaction, budgetId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: budgetTerm.budgetId })
    .from(budgetTerm)
    .where(eq(budgetTerm.budgetId, budgetId))
    .for('update')
  return rows.length > 0
}

/** Names of the events that make a user an editor of a budget for their round. */
const EDITING = ['create budget', 'edit budget']

/** Who wrote and who submitted a budget in its round: none of them may approve it (product, section 2). */
export function budgetMarks(read: Read, { objectId, round }: Pick<Instance, 'objectId' | 'round'>) {
  return rolesByStep(read, objectId, round, { editor: EDITING, submitter: ['submit'] })
}

export interface BudgetStepInput extends StepInput {
  /** The budget's revision that the form showed; null when the caller did not send it. */
  revision: number | null
}

/** The steps of a budget. None is taken on a budget that changed unseen. */
export const budgetWorkflow: WorkflowHandlers<BudgetStepInput> = {
  kinds: ['budget'],
  before: ({ tx }) => lockBudgets(tx),
  seen: ({ read }, { objectId }, { input: { revision } }) =>
    sameRevision(read, budget, { what: 'budget', id: objectId, revision, title: STEP_REFUSED }),
  marks: ({ read }, instance) => budgetMarks(read, instance),
  conditions: {
    'free of overlaps': ({ tx }, { objectId, queue }) =>
      freeOfOverlaps(tx, objectId, queue === 'TEAM LEADER' ? 'approve' : 'submit'),
    'never in force': ({ tx }, { objectId }) => neverInForce(tx, objectId),
  },
  effects: {
    'in force': (context, { objectId }) => activateBudget(context, objectId, context.actor.id),
    'out of force': ({ tx }, { objectId }) => putOutOfForce(tx, objectId),
  },
  nameOf: (budgetId) => `Budget ${budgetId}`,
}

/**
 * All code that writes budgets takes this lock and so runs one at a time, until its transaction ends: two budgets saved
 * or approved at once cannot overlap unseen. Taken before the lock of a budget itself.
 */
export async function lockBudgets(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('budgets'))`)
}

/** A budget for code that knows only its kind. */
export const budgetObject: ObjectKind = {
  functions: ['budgets'],
  list: '/budgets',
  completed: ['CANCELLED'],
  atWork: {
    label: 'Budget',
    joins: [
      left(budget, eq(budget.id, place.objectId)),
      left(supplier, eq(supplier.id, budget.supplierId)),
      left(settling, eq(settling.id, budget.settlingEntityId)),
    ],
    title: sql`concat_ws(', ', ${supplier.name}, ${settling.name}, to_char(${budget.fromDate}, 'DD/MM/YYYY'))`,
    amount: sql`${budget.budget}`,
    currency: sql`${budget.currency}`,
    calendar: sql`${settling.calendar}`,
    facts: sql`null::text`,
    revision: sql`${budget.revision}`,
  },
  steps: objectSteps(budgetWorkflow),
}
