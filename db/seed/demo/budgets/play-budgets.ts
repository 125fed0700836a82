import { idempotencyKey } from 'db/schema/workflow'
import { like } from 'drizzle-orm'
import type { BudgetFields } from '~/areas/budgets/budget'
import { saveBudget } from '~/areas/budgets/save-budget.server'
import { takeBudgetStep } from '~/areas/budgets/workflow.server'
import { once } from '~/platform/workflow/once.server'
import type { Database, Transaction } from '../../../database'
import { DEMO_ZONE } from '../calendar'
import { instantOf, stepNamed } from '../expenses/play-deed'
import { type Cast, castOf } from '../expenses/story'
import { SITTING_KEYS } from '../story/sitting'
import { BUDGET_STORIES, type BudgetDeed, type BudgetStory, type Terms } from './stories'

/**
 * Plays the stories of the demo's budgets through the product's own functions, as of the dates when they happened. Each
 * deed is stored under its key, so that a deed that is already stored is skipped. Returns the budgets by their keys.
 */
export async function playBudgets({
  database,
}: {
  database: Pick<Database, 'read' | 'transaction'>
}): Promise<ReadonlyMap<string, number>> {
  const { key } = idempotencyKey
  const rows = await database.read
    .select({ key })
    .from(idempotencyKey)
    .where(like(key, `${SITTING_KEYS}budgets/%`))
  const done = new Set(rows.map((row) => row.key))
  const cast = await castOf(database, new Map())
  const ids = new Map<string, number>()
  for (const story of BUDGET_STORIES) ids.set(story.key, await playStory(database, story, cast, done))
  return ids
}

async function playStory(
  { transaction }: Pick<Database, 'transaction'>,
  { key: name, created, terms, deeds }: BudgetStory,
  cast: Cast,
  done: ReadonlySet<string>,
): Promise<number> {
  const start = `${SITTING_KEYS}budgets/${name}`
  const made = { budgetId: null, revision: null, fields: fieldsOf(terms, cast), idempotencyKey: start }
  const { budgetId } = await transaction((tx) =>
    saveBudget(tx, cast.actor(created.who), made, instantOf(created.at), DEMO_ZONE),
  )
  for (const [at, deed] of deeds.entries()) {
    const key = `${start}/${at}`
    const { id: userId } = cast.actor(deed.who)
    const now = instantOf(deed.at)
    if (!done.has(key))
      await transaction((tx) =>
        once(tx, { key, userId, action: 'demo', now }, () => playDeed(tx, deed, budgetId, cast)),
      )
  }
  return budgetId
}

async function playDeed(tx: Transaction, deed: BudgetDeed, budgetId: number, cast: Cast): Promise<void> {
  const actor = cast.actor(deed.who)
  const now = instantOf(deed.at)
  // There are no other users whose changes could have been missed.
  const alone = { budgetId, revision: null, seenEventId: null, idempotencyKey: null }
  if ('change' in deed)
    await saveBudget(tx, actor, { ...alone, fields: fieldsOf(deed.change, cast) }, now, DEMO_ZONE)
  else {
    const stepId = await stepNamed(tx, budgetId, deed.step)
    await takeBudgetStep(tx, actor, { ...alone, stepId, comment: deed.comment ?? '' }, now)
  }
}

function fieldsOf(
  { supplier, settling, routineType, expenseType, ...others }: Partial<Terms>,
  cast: Cast,
): Partial<BudgetFields> {
  const id = (name: string | undefined, find: (name: string) => number, field: keyof BudgetFields) =>
    name === undefined ? {} : { [field]: find(name) }
  return {
    ...others,
    ...id(supplier, cast.entity, 'supplier_id'),
    ...id(settling, cast.entity, 'settling_legal_entity_id'),
    ...id(routineType, cast.routine, 'routine_type_id'),
    ...id(expenseType, cast.expense, 'expense_type_id'),
  }
}
