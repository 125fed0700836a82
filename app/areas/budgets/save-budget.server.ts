import type { Transaction } from 'db/database'
import { budget as budgetTable } from 'db/schema/budgets'
import { eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { type Day, dayIn } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { instanceById, lockInstance } from '~/platform/workflow/instance.server'
import { once } from '~/platform/workflow/once.server'
import { startInstances } from '~/platform/workflow/start-instances.server'
import { budgetById } from './budget-by-id.server'
import { BUDGET_DESK, whyNotCreated, whyNotEdited } from './budget-editing'
import {
  type BudgetEntry,
  changedFields,
  EMPTY_BUDGET,
  type FieldFaults,
  fieldsOf,
  givenFields,
} from './budget-entry'
import { termColumns } from './budget-terms'
import { budgetConflict } from './budget-versions.server'
import { lockBudgets } from './lock-budgets.server'
import { recordBudgetAct } from './record-budget-act.server'
import { soundBudget } from './validate-budget.server'

export interface BudgetChange {
  /** Null for a new one. */
  budgetId: number | null
  /** The revision that the form showed; null when the caller did not say: then nothing is compared. */
  revision: number | null
  /** What is left out stays as it is; of a new one, it is empty. */
  fields: Partial<BudgetEntry>
  /** What of the caller's fields cannot be read, as sentences: told with all other faults, and nothing is stored. */
  unread?: FieldFaults
  idempotencyKey: string | null
}

export interface SavedBudget {
  budgetId: number
  revision: number
}

/**
 * Makes a budget, or changes one while it is entered, once for its key. Nothing is written when nothing is different.
 * @throws DomainError invalid, with a sentence for each field; forbidden where this person may not; conflict, with the
 * versions as details, when somebody else changed it since
 */
export function saveBudget(
  tx: Transaction,
  actor: Actor,
  { budgetId, revision, fields, unread = {}, idempotencyKey }: BudgetChange,
  now: Date,
  timeZone: string,
): Promise<SavedBudget> {
  const save = async () => {
    await lockBudgets(tx)
    return budgetId === null
      ? create(tx, actor, { fields, unread }, { now, today: dayIn(now, timeZone) })
      : update(tx, actor, { budgetId, revision, fields, unread }, now)
  }
  if (idempotencyKey === null) return save()
  // Other values are another change, even out of a form that a browser kept.
  const action = `${budgetId === null ? 'create budget' : `edit budget ${budgetId}`} ${sha256(canonicalJson(fields))}`
  return once(tx, { key: idempotencyKey, userId: actor.id, action, now }, save)
}

interface Given {
  fields: Partial<BudgetEntry>
  unread: FieldFaults
}

async function create(
  tx: Transaction,
  actor: Actor,
  { fields, unread }: Given,
  { now, today }: { now: Date; today: Day },
) {
  const refusal = whyNotCreated(actor)
  if (refusal) throw new DomainError('forbidden', refusal)
  const wanted = { ...EMPTY_BUDGET, budget: null, ...givenFields(fields) }
  const after = await soundBudget(tx, null, { wanted, unread, own: null })
  const by = { createdBy: actor.id, creationDate: now, updatedBy: actor.id, updateDate: now }
  const [row] = await tx
    .insert(budgetTable)
    .values({ ...termColumns(after), ...by })
    .returning({ id: budgetTable.id, revision: budgetTable.revision })
  if (!row) throw new Error('The budget was not stored')
  const state = { queue: BUDGET_DESK, status: 'IN ENTRY', class: 'new' as const }
  await startInstances(tx, { kind: 'budget', objectIds: [row.id], state, log: '', now, today })
  const act = { name: 'create budget', before: null, after, revision: row.revision, now } as const
  await recordBudgetAct(tx, await instanceById(tx, row.id), actor, act)
  return { budgetId: row.id, revision: row.revision }
}

async function update(
  tx: Transaction,
  actor: Actor,
  { budgetId, revision, fields, unread }: Given & { budgetId: number; revision: number | null },
  now: Date,
): Promise<SavedBudget> {
  // Before the lock: an id that names something else must not hold its steps up.
  await budgetById(tx, budgetId)
  const instance = await lockInstance(tx, budgetId)
  const stored = await budgetById(tx, budgetId)
  const refusal = whyNotEdited(actor, instance)
  if (refusal) throw new DomainError('forbidden', refusal)
  const before = fieldsOf(stored)
  const wanted = { ...before, ...givenFields(fields) }
  const changed = changedFields(before, wanted)
  // Somebody made the very same change, or nobody made any.
  if (changed.length === 0 && Object.keys(unread).length === 0) return { budgetId, revision: stored.revision }
  if (revision !== null && revision !== stored.revision)
    throw await budgetConflict(tx, stored, revision, givenFields(fields))
  const after = await soundBudget(tx, before, { wanted, unread, own: budgetId })
  const next = stored.revision + 1
  await tx
    .update(budgetTable)
    .set({ ...termColumns(after), revision: next, updatedBy: actor.id, updateDate: now })
    .where(eq(budgetTable.id, budgetId))
  await recordBudgetAct(tx, instance, actor, { name: 'edit budget', before, after, revision: next, now })
  return { budgetId, revision: next }
}
