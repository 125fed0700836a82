import type { Read } from 'db/doors'
import { budget } from 'db/schema/budgets'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { BudgetTotals } from './budget'
import { enteredTerms, partsOf } from './budget-parts.server'

const consumed = sql`coalesce(sum(p.amount) filter (where p.kind = 'invoice'), 0.00)`
const committed = sql`coalesce(sum(p.amount) filter (where p.kind = 'draft'), 0.00)`

/**
 * Joins each row of `budget` with what it holds as it was entered last: `totals`, with the columns of BudgetTotals. Where
 * nothing asks for these, PostgreSQL leaves the join out.
 */
export const totalsLateral: SQL = sql`
  left join lateral (
    select ${consumed} as consumed, ${committed} as committed, ${budget.budget} - ${consumed} as remaining,
      ${budget.budget} - ${consumed} - ${committed} as projected,
      (count(*) filter (where p.amount is null))::int as unconverted
    from (${partsOf(enteredTerms(sql`entered.id = ${budget.id}`))}) p
  ) totals on true`

/**
 * What these budgets, as they were entered last, hold now, by id; a cancelled or deleted one holds nothing. Ids that
 * name no budget are left out.
 */
export async function budgetTotals(
  read: Read,
  budgetIds: readonly number[],
): Promise<ReadonlyMap<number, BudgetTotals>> {
  if (budgetIds.length === 0) return new Map()
  const rows: unknown = await read.execute(sql`
    select ${budget.id} as id, totals.* from ${budget} ${totalsLateral}
    where ${inArray(budget.id, [...budgetIds])}`)
  return new Map((rows as ({ id: string } & BudgetTotals)[]).map(({ id, ...totals }) => [Number(id), totals]))
}
