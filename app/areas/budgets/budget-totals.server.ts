import type { Read } from 'db/database'
import { budget } from 'db/schema/budgets'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { BudgetTotals } from './budget'
import { enteredTerms, partsOf } from './budget-parts.server'

const consumed = sql`coalesce(sum(p.amount) filter (where p.kind = 'invoice'), 0.00)`
const committed = sql`coalesce(sum(p.amount) filter (where p.kind = 'draft'), 0.00)`

/** The totals of these budgets: a select of budget_id and the columns of BudgetTotals, one row a budget. */
const totalsOf = (where: SQL): SQL => sql`
  select e.id as budget_id, ${consumed} as consumed, ${committed} as committed, e.budget - ${consumed} as remaining,
    e.budget - ${consumed} - ${committed} as projected,
    (count(*) filter (where p.kind is not null and p.amount is null))::int as unconverted
  from ${budget} e left join (${partsOf(enteredTerms(where))}) p on p.budget_id = e.id
  group by e.id`

/**
 * Joins each row of `budget` with what it holds as it was entered last: `totals`, with the columns of BudgetTotals. Where
 * nothing asks for these, PostgreSQL leaves the join out.
 */
export const totalsJoin: SQL = sql`
  left join (${totalsOf(sql`true`)}) totals on totals.budget_id = ${budget.id}`

/**
 * What these budgets, as they were entered last, hold now, by id; a cancelled or deleted one holds nothing. Ids that
 * name no budget are left out.
 */
export async function budgetTotals(
  read: Read,
  budgetIds: readonly number[],
): Promise<ReadonlyMap<number, BudgetTotals>> {
  if (budgetIds.length === 0) return new Map()
  const ids = [...budgetIds]
  const rows: unknown = await read.execute(sql`
    select * from (${totalsOf(inArray(sql`entered.id`, ids))}) totals where ${inArray(sql`totals.budget_id`, ids)}`)
  return new Map(
    (rows as ({ budget_id: string } & BudgetTotals)[]).map(({ budget_id, ...totals }) => [
      Number(budget_id),
      totals,
    ]),
  )
}
