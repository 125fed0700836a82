import type { Read } from 'db/database'
import { budget, budgetTerm } from 'db/schema/budgets'
import { expenseType, routineType } from 'db/schema/lookups'
import { workflowInstance } from 'db/schema/workflow'
import { eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { settling, supplier } from '~/areas/expenses/references.server'
import type { List, ListQuery } from '~/platform/lists/list'
import {
  fieldsOfRows,
  fromSql,
  inner,
  type ListTables,
  left,
  listedColumns,
} from '~/platform/lists/list-fields.server'
import { type SqlListDefinition, sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import type { BudgetTotals } from './budget'
import { usedOf } from './budget-figures'
import { enteredTerms, partsOf } from './budget-parts.server'
import { BUDGET_DECLARED, BUDGET_ROW, type BudgetRow } from './fields.server'
import { budgetColumns } from './list'

/** Columns of Budgets, and those that only its call has. */
export const BUDGET_FIELDS = listedColumns(budgetColumns(BUDGET_DECLARED), BUDGET_ROW)

const invoiceSum = sql`coalesce(sum(p.amount) filter (where p.kind = 'invoice'), 0.00)`
const draftSum = sql`coalesce(sum(p.amount) filter (where p.kind = 'draft'), 0.00)`

/** The totals of these budgets: a select of budget_id and the columns of BudgetTotals, one row for each budget. */
const totalsOf = (where: SQL): SQL => sql`
  select e.id as budget_id, ${invoiceSum} as consumed, ${draftSum} as committed, e.budget - ${invoiceSum} as remaining,
    e.budget - ${invoiceSum} - ${draftSum} as projected,
    (count(*) filter (where p.kind is not null and p.amount is null))::int as unconverted
  from ${budget} e left join (${partsOf(enteredTerms(where))}) p on p.budget_id = e.id
  group by e.id, e.budget`

/**
 * Joins each row of `budget` with its totals as last entered: `totals`, with the columns of BudgetTotals. Where a query
 * does not use these, PostgreSQL leaves the join out.
 */
const totalsJoin: SQL = sql`
  left join (${totalsOf(sql`true`)}) totals on totals.budget_id = ${budget.id}`

/**
 * The current totals of these budgets, as last entered, by id; empty for a cancelled or deleted one. Ids that name no
 * budget are left out.
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

const { consumed, committed, remaining, projected, percent_used, ...ENTERED } = BUDGET_ROW
const TOTAL_NAMES = Object.keys({ consumed, committed, remaining, projected, percent_used })

const columns = sqlColumns(BUDGET_FIELDS, BUDGET_ROW)

/** The same without the sums of consumed and committed, which read the parts of all budgets. */
const withoutTotals = Object.fromEntries(
  Object.entries(columns).map(([id, column]) => [
    id,
    TOTAL_NAMES.includes(id) ? { ...column, sum: false } : column,
  ]),
)

const TABLES: ListTables = {
  table: budget,
  joins: [
    inner(workflowInstance, eq(workflowInstance.objectId, budget.id)),
    left(budgetTerm, eq(budgetTerm.budgetId, budget.id)),
    left(supplier, eq(supplier.id, budget.supplierId)),
    left(settling, eq(settling.id, budget.settlingEntityId)),
    left(routineType, eq(routineType.id, budget.routineTypeId)),
    left(expenseType, eq(expenseType.id, budget.expenseTypeId)),
  ],
}

type BudgetsFound = (ids: readonly number[]) => Promise<BudgetRow[]>

/**
 * All budgets that were not deleted. Amounts of those in force add up by currency. The sums of consumed and committed
 * are shown where rows are grouped, sorted or filtered by them: a page of 25 budgets does not read the invoices of all
 * others.
 */
function listOf(context: Context, found: BudgetsFound): List<BudgetRow> {
  const definition = (summed: boolean): SqlListDefinition<BudgetRow> => ({
    columns: summed ? columns : withoutTotals,
    from: sql`${fromSql(TABLES)} ${totalsJoin}`,
    where: isNull(budget.deletedAt),
    key: budget.id,
    unit: budget.currency,
    keyOf: ({ id }) => id,
    rows: found,
  })
  const rows = sqlList(context, definition(false))
  const sums = sqlList(context, definition(true))
  return { ...sums, page: (query) => (asksForTotals(query) ? sums : rows).page(query) }
}

/** All budgets as calls return them. */
export const budgetList = (context: Context): List<BudgetRow> =>
  listOf(context, (ids) => budgetRows(context.read, ids))

/** All budgets as their page and its files show them. */
export const shownBudgets = (context: Context): List<BudgetRow> =>
  listOf(context, async (ids) =>
    (await budgetRows(context.read, ids)).map((row) => ({ ...row, used_state: usedOf(row, row).state })),
  )

function asksForTotals({ groups, sort, filters }: ListQuery): boolean {
  const named = [...sort, ...filters].map(({ column }) => column)
  return groups.length > 0 || named.some((column) => TOTAL_NAMES.includes(column))
}

/** Budgets of these ids as calls return them, in any order. */
export async function budgetRows(read: Read, ids: readonly number[]): Promise<BudgetRow[]> {
  if (ids.length === 0) return []
  const [rows, sums] = await Promise.all([
    fieldsOfRows(read, TABLES, ENTERED, inArray(budget.id, [...ids])),
    budgetTotals(read, ids),
  ])
  return rows.flatMap((row) => {
    const its = sums.get(row.id)
    if (!its) return []
    const { unconverted, ...amounts } = its
    return [{ ...row, ...amounts, percent_used: usedOf(row, amounts).percent }]
  })
}
