import type { Read, Transaction } from 'db/database'
import { budget, budgetTerm } from 'db/schema/budgets'
import { legalEntity } from 'db/schema/lookups'
import { eq, sql } from 'drizzle-orm'
import { stepTaker } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { Expense } from '~/areas/expenses/expense'
import { settling, supplier } from '~/areas/expenses/references.server'
import type { ObjectKind } from '~/platform/objects/object-kinds.server'
import { DomainError } from '~/platform/values/domain-error'
import { actorsOf } from '~/platform/workflow/history.server'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import {
  STEP_REFUSED,
  type StepRequest,
  sameRevision,
  takeStep,
  type WorkflowHandlers,
} from '~/platform/workflow/take-step.server'
import type { FourEyesRoles, Instance } from '~/platform/workflow/types'
import { matchesSql, rowOfExpense } from './budget-parts.server'
import { freeOfOverlaps } from './overlapping-budgets.server'

/** Effect of Approve: the entered values become those that drafts are checked against, in place of the earlier ones. */
async function activateBudget(
  tx: Transaction,
  budgetId: number,
  approvedBy: number,
  approvedAt: Date,
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
const EDITING: readonly string[] = ['create budget', 'edit budget']

/** Who wrote and who submitted a budget in its round: none of them may approve it (product, section 2). */
export async function budgetMarks(
  read: Read,
  { objectId, round }: Pick<Instance, 'objectId' | 'round'>,
): Promise<FourEyesRoles> {
  const done = await actorsOf(read, objectId, round, [...EDITING, 'submit'])
  const by = (isMeant: (name: string) => boolean) =>
    new Set(done.filter(({ name }) => isMeant(name)).map(({ userId }) => userId))
  return { editor: by((name) => EDITING.includes(name)), submitter: by((name) => name === 'submit') }
}

export interface BudgetStepRequest extends StepRequest {
  /** The budget's revision that the form showed; null when the caller did not send it. */
  revision: number | null
}

/** The conditions and effects that the budget's workflow names. No step is taken on a budget that changed unseen. */
export const budgetSubject: WorkflowHandlers<BudgetStepRequest> = {
  kind: 'budget',
  marks: budgetMarks,
  seen: (tx, { objectId }, { revision }) =>
    sameRevision(tx, budget, { what: 'budget', id: objectId, revision, title: STEP_REFUSED }),
  conditions: {
    'free of overlaps': (tx, { objectId, queue }) =>
      freeOfOverlaps(tx, objectId, queue === 'TEAM LEADER' ? 'approve' : 'submit'),
    'never in force': (tx, { objectId }) => neverInForce(tx, objectId),
  },
  effects: {
    'in force': (tx, { objectId }, { by, at }) => activateBudget(tx, objectId, by.id, at),
    'out of force': (tx, { objectId }) => putOutOfForce(tx, objectId),
  },
}

/**
 * All code that writes budgets takes this lock and so runs one at a time, until its transaction ends: two budgets saved
 * or approved at once cannot overlap unseen. Taken before the lock of a budget itself.
 */
export async function lockBudgets(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('budgets'))`)
}

export interface BudgetStepInput {
  budgetId: number
  /** `workflowId` of the step. */
  stepId: number
  /** The event that the form showed; null when the caller did not send it. */
  seenEventId: number | null
  /** The budget's revision that the form showed; null when the caller did not send it. */
  revision: number | null
  comment: string
}

/** Takes one step of a budget; returns the result in a short line. */
export async function takeBudgetStep(
  context: UserWriteContext,
  { budgetId, stepId, seenEventId, revision, comment }: BudgetStepInput,
): Promise<string> {
  const { tx, actor } = context
  const take = async () => {
    await lockBudgets(tx)
    const request = { objectId: budgetId, stepId, seenEventId, revision, comment }
    const { to } = await takeStep(context, budgetSubject, stepTaker(actor), request)
    return `Budget ${budgetId}: ${to.status} (${to.queue})`
  }
  const action = `budget step ${stepId} of ${budgetId}`
  return withIdempotencyKey(context, action, take)
}

/**
 * Locks the terms of all budgets in force that count a draft until the transaction ends, in the order of their ids: of
 * two drafts of one budget, the second is checked against what the first left.
 */
export async function lockTermsOf(tx: Transaction, expense: Expense): Promise<void> {
  await tx.execute(sql`
    select term.budget_id from ${budgetTerm} term, (${rowOfExpense(expense)}) x
    where ${matchesSql(sql`term`, sql`x`)}
    order by term.budget_id for update of term`)
}

/** A budget for code that knows only its kind. */
export const budgetObject: ObjectKind = {
  functions: ['budgets'],
  list: '/budgets',
  completed: ['CANCELLED'],
  atWork: {
    label: 'Budget',
    join: sql`left join ${budget} on ${budget.id} = place.object_id
      left join ${legalEntity} ${sql.identifier('supplier')} on ${supplier.id} = ${budget.supplierId}
      left join ${legalEntity} ${sql.identifier('settling')} on ${settling.id} = ${budget.settlingEntityId}`,
    title: sql`concat_ws(', ', ${supplier.name}, ${settling.name}, to_char(${budget.fromDate}, 'DD/MM/YYYY'))`,
    amount: sql`${budget.budget}`,
    currency: sql`${budget.currency}`,
    facts: sql`null::text`,
    revision: sql`${budget.revision}`,
  },
  steps: {
    marks: budgetMarks,
    take: ({ transaction }, { objectId, ...step }, answer) =>
      transaction(async (context) =>
        answer(context, await takeBudgetStep(context, { ...step, budgetId: objectId })),
      ),
  },
}
