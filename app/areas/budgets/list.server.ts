import type { Read } from 'db/database'
import { budget, budgetTerm } from 'db/schema/budgets'
import { expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { settling, supplier } from '~/areas/expenses/references.server'
import type { List, ListQuery } from '~/platform/lists/list'
import { expressionsOf, type SqlListDefinition, sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import type { EventClass } from '~/platform/workflow/types'
import { fieldsOf } from '~/ui/grid/columns'
import type { AmountType, BudgetRow, BudgetTotals } from './budget'
import { usedOf } from './budget-figures'
import { enteredTerms, partsOf } from './budget-parts.server'
import { BUDGET_DESK } from './budget-rules'
import { BUDGET_COLUMNS } from './list'

/** Columns of Budgets, and those that only its call has. */
export const BUDGET_FIELDS = [
  ...BUDGET_COLUMNS,
  ...fieldsOf({
    ...({ supplier_id: 'number', settling_legal_entity_id: 'number' } as const),
    ...({ routine_type_id: 'number', expense_type_id: 'number' } as const),
    ...({ is_editable: 'boolean', event_queue: 'text' } as const),
  }),
]

const consumed = sql`coalesce(sum(p.amount) filter (where p.kind = 'invoice'), 0.00)`
const committed = sql`coalesce(sum(p.amount) filter (where p.kind = 'draft'), 0.00)`

/** The totals of these budgets: a select of budget_id and the columns of BudgetTotals, one row for each budget. */
const totalsOf = (where: SQL): SQL => sql`
  select e.id as budget_id, ${consumed} as consumed, ${committed} as committed, e.budget - ${consumed} as remaining,
    e.budget - ${consumed} - ${committed} as projected,
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

// Look-ups for the displayed rows only: most queries sort and filter by other columns.
const lastEvent = <T>(column: SQL) =>
  sql<T>`(select ${column} from ${workflowEvent} e where e.object_id = ${budget.id} order by e.seq desc limit 1)`

/** The columns of a budget without its totals, to show, sort, filter and group by. */
const SHOWN = {
  id: budget.id,
  supplier: supplier.name,
  settling_entity: settling.name,
  routine_type: routineType.name,
  expense_type: expenseType.name,
  supplier_id: budget.supplierId,
  settling_legal_entity_id: budget.settlingEntityId,
  routine_type_id: budget.routineTypeId,
  expense_type_id: budget.expenseTypeId,
  from_date: budget.fromDate,
  to_date: budget.toDate,
  currency: budget.currency,
  amount_type: sql<AmountType>`${budget.amountType}`,
  treshold: budget.treshold,
  budget: budget.budget,
  in_force: budgetTerm.budget,
  client_validation: budget.clientValidation,
  is_editable: sql<boolean>`(${workflowInstance.queue} = ${BUDGET_DESK}
    and ${workflowInstance.status} in ('IN ENTRY', 'RETURNED'))`,
  event_status: workflowInstance.status,
  event_queue: workflowInstance.queue,
  event_log: lastEvent<string>(sql`e.log`),
  event_date: lastEvent<Date>(sql`e.at`).mapWith(workflowInstance.lastEventAt),
}

const totals = sql.identifier('totals')
const TOTALS = {
  consumed: sql`${totals}.consumed`,
  committed: sql`${totals}.committed`,
  remaining: sql`${totals}.remaining`,
  projected: sql`${totals}.projected`,
  percent_used: sql`round((${totals}.consumed + ${totals}.committed) * 100 / ${budget.budget}, 2)`,
}
type BudgetColumn = keyof typeof SHOWN | keyof typeof TOTALS
const TOTAL_NAMES = Object.keys(TOTALS)

const NULLABLE = ['supplier', 'settling_entity', 'routine_type', 'expense_type', 'in_force']
const columns = sqlColumns(
  BUDGET_FIELDS,
  expressionsOf<BudgetColumn>({ ...SHOWN, ...TOTALS }, (id) => ({
    required: !NULLABLE.some((each) => id === each || id === `${each}_id`),
    // Budgets that were never approved, or are cancelled, cannot be spent.
    added: sql`case when ${budgetTerm.budgetId} is not null then ${{ ...SHOWN, ...TOTALS }[id]} end`,
  })),
)

/** The same without the sums of consumed and committed, which read the parts of all budgets. */
const withoutTotals = Object.fromEntries(
  Object.entries(columns).map(([id, column]) => [
    id,
    TOTAL_NAMES.includes(id) ? { ...column, sum: false } : column,
  ]),
)

const names = sql`${budget}
  join ${workflowInstance} on ${workflowInstance.objectId} = ${budget.id}
  left join ${budgetTerm} on ${budgetTerm.budgetId} = ${budget.id}
  left join ${legalEntity} ${sql.identifier('supplier')} on ${supplier.id} = ${budget.supplierId}
  left join ${legalEntity} ${sql.identifier('settling')} on ${settling.id} = ${budget.settlingEntityId}
  left join ${routineType} on ${routineType.id} = ${budget.routineTypeId}
  left join ${expenseType} on ${expenseType.id} = ${budget.expenseTypeId}`

type BudgetsFound = (ids: readonly number[]) => Promise<BudgetRow[]>

/**
 * All budgets that were not deleted. Amounts of those in force add up by currency. The sums of consumed and committed
 * are shown where rows are grouped, sorted or filtered by them: a page of 25 budgets does not read the invoices of all
 * others.
 */
function listOf(context: Context, found: BudgetsFound): List<BudgetRow> {
  const definition = (summed: boolean): SqlListDefinition<BudgetRow> => ({
    columns: summed ? columns : withoutTotals,
    from: sql`${names} ${totalsJoin}`,
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
    read
      .select({ ...SHOWN, revision: budget.revision, event_class: workflowInstance.class })
      .from(budget)
      .innerJoin(workflowInstance, eq(workflowInstance.objectId, budget.id))
      .leftJoin(budgetTerm, eq(budgetTerm.budgetId, budget.id))
      .leftJoin(supplier, eq(supplier.id, budget.supplierId))
      .leftJoin(settling, eq(settling.id, budget.settlingEntityId))
      .leftJoin(routineType, eq(routineType.id, budget.routineTypeId))
      .leftJoin(expenseType, eq(expenseType.id, budget.expenseTypeId))
      .where(inArray(budget.id, [...ids])),
    budgetTotals(read, ids),
  ])
  return rows.flatMap(({ event_class, ...row }) => {
    const its = sums.get(row.id)
    if (!its) return []
    const { unconverted, ...amounts } = its
    const percent_used = usedOf(row, amounts).percent
    return [{ ...row, ...amounts, percent_used, event_class: event_class as EventClass }]
  })
}
