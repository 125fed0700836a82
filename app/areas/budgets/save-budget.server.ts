import type { Read } from 'db/database'
import { budget, budget as budgetTable, budgetTerm } from 'db/schema/budgets'
import { eq } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { sameRevision } from '~/platform/objects/take-step.server'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { instanceById, lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import { startInstances } from '~/platform/workflow/start-instances.server'
import type { Instance } from '~/platform/workflow/types'
import { conflictOf } from '~/platform/workflow/versions.server'
import { BUDGET_LABELS, type Budget, type BudgetField, type BudgetFields, termColumns } from './budget'
import {
  type BudgetEntry,
  changedFields,
  EMPTY_BUDGET,
  type FieldFaults,
  fieldsOf,
  givenFields,
  pickFields,
  sameField,
} from './budget-figures'
import {
  BUDGET_DESK,
  budgetRules,
  isWhole,
  WAS_IN_FORCE,
  whyNotCreated,
  whyNotDeleted,
  whyNotEdited,
} from './budget-rules'
import { referenceFaults } from './choices.server'
import { overlapFaults } from './overlapping-budgets.server'
import { budgetById, formatBudgetValues } from './read-budget.server'
import { lockBudgets } from './workflow.server'

/**
 * The refusal of a change to a budget that another user changed since its form was opened, with all differences.
 * @param seen the revision that the form showed
 * @param yours the fields that the user means to store
 */
function budgetConflict(
  read: Read,
  stored: Budget,
  seen: number,
  yours: Partial<BudgetEntry>,
): Promise<DomainError> {
  const budget = {
    id: stored.id,
    called: `Budget ${stored.id}`,
    revision: stored.revision,
    stored: fieldsOf(stored),
    labels: BUDGET_LABELS,
    same: sameField,
    words: (versions: readonly BudgetEntry[]) => formatBudgetValues(read, versions),
  }
  return conflictOf<BudgetEntry>(read, budget, seen, yours)
}

interface BudgetAct {
  name: 'create budget' | 'edit budget'
  /** Null for a new one. */
  before: BudgetFields | null
  after: BudgetFields
  /** The new revision of the budget. */
  revision: number
}

/** Appends what a user entered to the chain of a locked budget: the old and new value of each field. */
async function recordBudgetAct(
  { tx, now, actor }: UserWriteContext,
  instance: Instance,
  { name, before, after, revision }: BudgetAct,
): Promise<void> {
  const opened = before ?? { ...EMPTY_BUDGET, budget: null }
  const changed = changedFields(opened, after)
  const [was, is] = [pickFields(opened, changed), pickFields(after, changed)]
  const words = await formatBudgetValues(tx, [was, is])
  const shown = (text: string) => (text === '' ? '(blank)' : text)
  const lines = changed.map((field) => {
    const entered = shown(words(field, is[field]))
    return `${BUDGET_LABELS[field]}: ${before ? `${shown(words(field, was[field]))} → ${entered}` : entered}`
  })
  await recordAct(tx, instance, {
    name,
    to: instance,
    who: actor,
    log: lines.join('; '),
    data: { ...(before ? { was: canonicalJson(was) } : {}), is: canonicalJson(is), revision },
    now,
  })
}

interface Wanted {
  wanted: BudgetEntry
  /** Fields that cannot be read, with a sentence each. */
  unread: FieldFaults
  /** Id of the budget, null for a new one: a budget does not overlap itself. */
  own: number | null
}

/** The fields that determine which invoices a budget counts. */
const SCOPE: readonly BudgetField[] = [
  'supplier_id',
  'settling_legal_entity_id',
  'routine_type_id',
  'expense_type_id',
  'from_date',
  'to_date',
]

/**
 * The fields of a budget as they may be stored.
 * @param before the budget as it is stored; null for a new one
 * @throws DomainError invalid, with a sentence for each faulty field: all of them at once
 */
async function validateBudget(
  read: Read,
  before: BudgetFields | null,
  { wanted, unread, own }: Wanted,
): Promise<BudgetFields> {
  const faults = { ...(await referenceFaults(read, before, wanted)), ...budgetRules(wanted), ...unread }
  const { from_date, to_date } = wanted
  // Overlapping days can be checked once the scope is known, whatever the other faults.
  if (from_date !== null && to_date !== null && SCOPE.every((field) => faults[field] === undefined))
    Object.assign(faults, await overlapFaults(read, { ...wanted, from_date, to_date }, own))
  if (Object.keys(faults).length === 0 && isWhole(wanted)) return wanted
  const sentences = [...new Set(Object.values(faults))]
  throw new DomainError('invalid', sentences.join(' '), { fields: { ...faults } })
}

export interface BudgetChange {
  /** Null for a new one. */
  budgetId: number | null
  /** The revision that the form showed; null when the caller did not send it: then nothing is compared. */
  revision: number | null
  /** Omitted fields stay as they are; in a new budget they are empty. */
  fields: Partial<BudgetEntry>
  /** The caller's fields that cannot be read, as sentences: reported with all other faults, and nothing is stored. */
  unread?: FieldFaults
}

export interface SavedBudget {
  budgetId: number
  revision: number
}

/**
 * Creates a budget, or changes one while it is entered, once for its key. Nothing is written when nothing is different.
 * @throws DomainError invalid, with a sentence for each field; forbidden where this person may not; conflict, with the
 * versions as details, when another user changed it since
 */
export function saveBudget(
  context: UserWriteContext,
  { budgetId, revision, fields, unread = {} }: BudgetChange,
): Promise<SavedBudget> {
  const { tx } = context
  const save = async () => {
    await lockBudgets(tx)
    return budgetId === null
      ? create(context, { fields, unread })
      : update(context, { budgetId, revision, fields, unread })
  }
  // Different values are a different change, even from a form restored by the browser.
  const action = `${budgetId === null ? 'create budget' : `edit budget ${budgetId}`} ${sha256(canonicalJson(fields))}`
  return withIdempotencyKey(context, action, save)
}

interface Given {
  fields: Partial<BudgetEntry>
  unread: FieldFaults
}

async function create(context: UserWriteContext, { fields, unread }: Given) {
  const { tx, actor, now } = context
  const refusal = whyNotCreated(actor)
  if (refusal) throw new DomainError('forbidden', refusal)
  const wanted = { ...EMPTY_BUDGET, budget: null, ...givenFields(fields) }
  const after = await validateBudget(tx, null, { wanted, unread, own: null })
  const by = { createdBy: actor.id, creationDate: now, updatedBy: actor.id, updateDate: now }
  const [row] = await tx
    .insert(budgetTable)
    .values({ ...termColumns(after), ...by })
    .returning({ id: budgetTable.id, revision: budgetTable.revision })
  if (!row) throw new Error('The budget was not stored')
  const state = { queue: BUDGET_DESK, status: 'IN ENTRY', class: 'new' as const }
  await startInstances(context, { kind: 'budget', objectIds: [row.id], state, log: '' })
  const act = { name: 'create budget', before: null, after, revision: row.revision } as const
  await recordBudgetAct(context, await instanceById(tx, row.id), act)
  return { budgetId: row.id, revision: row.revision }
}

async function update(
  context: UserWriteContext,
  { budgetId, revision, fields, unread }: Given & { budgetId: number; revision: number | null },
): Promise<SavedBudget> {
  const { tx, actor, now } = context
  // Before the lock: an id of another kind of object must not block that object's steps.
  await budgetById(tx, budgetId)
  const instance = await lockInstance(tx, budgetId)
  const stored = await budgetById(tx, budgetId)
  const refusal = whyNotEdited(actor, instance)
  if (refusal) throw new DomainError('forbidden', refusal)
  const before = fieldsOf(stored)
  const wanted = { ...before, ...givenFields(fields) }
  const changed = changedFields(before, wanted)
  // Another user made the very same change, or there was none.
  if (changed.length === 0 && Object.keys(unread).length === 0) return { budgetId, revision: stored.revision }
  if (revision !== null && revision !== stored.revision)
    throw await budgetConflict(tx, stored, revision, givenFields(fields))
  const after = await validateBudget(tx, before, { wanted, unread, own: budgetId })
  const next = stored.revision + 1
  await tx
    .update(budgetTable)
    .set({ ...termColumns(after), revision: next, updatedBy: actor.id, updateDate: now })
    .where(eq(budgetTable.id, budgetId))
  await recordBudgetAct(context, instance, { name: 'edit budget', before, after, revision: next })
  return { budgetId, revision: next }
}

export const DELETE_TITLE = 'Delete Error'

export interface BudgetDeletion {
  budgetId: number
  /** The revision that the caller saw; null when the caller did not send it. */
  revision: number | null
}

/**
 * Takes a budget that was never in force out of the lists, once for its key; its history stays and records who did it.
 * Returns the result in a short line.
 * @throws DomainError not-found; forbidden; refused where it was in force; conflict when another user changed it since
 */
export function deleteBudget(
  context: UserWriteContext,
  { budgetId, revision }: BudgetDeletion,
): Promise<string> {
  const { tx, actor, now } = context
  const remove = async () => {
    await lockBudgets(tx)
    // Before the lock: an id of another kind of object must not block that object's steps.
    await budgetById(tx, budgetId)
    const instance = await lockInstance(tx, budgetId)
    await budgetById(tx, budgetId)
    const refusal = whyNotDeleted(actor, instance)
    if (refusal) throw new DomainError('forbidden', refusal, { title: DELETE_TITLE })
    const inForce = await tx.select().from(budgetTerm).where(eq(budgetTerm.budgetId, budgetId))
    if (inForce.length > 0) throw new DomainError('refused', WAS_IN_FORCE, { title: DELETE_TITLE })
    await sameRevision(tx, budget, { what: 'budget', id: budgetId, revision, title: DELETE_TITLE })
    await tx
      .update(budget)
      .set({ deletedAt: now, updatedBy: actor.id, updateDate: now })
      .where(eq(budget.id, budgetId))
    await moveInstance(tx, instance, {
      type: 'step',
      name: 'delete budget',
      to: { queue: 'SYSTEM', status: 'CANCELLED', class: 'failed' },
      who: actor,
      log: 'Deleted before it was ever active.',
      now,
    })
    return `Budget ${budgetId}: deleted`
  }
  return withIdempotencyKey(context, `delete budget ${budgetId}`, remove)
}
