import type { Read } from 'db/database'
import { budget, budgetTerm } from 'db/schema/budgets'
import { expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { settling, supplier } from '~/areas/drafts/draft-names.server'
import type { List } from '~/platform/lists/list'
import type { ListQuery } from '~/platform/lists/list-query'
import type { SqlColumn, SqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { SqlListDefinition } from '~/platform/lists/sql-list-definition.server'
import type { EventClass } from '~/platform/workflow/types'
import type { AmountType, BudgetRow } from './budget'
import { BUDGET_COLUMNS, type BudgetColumn } from './budget-columns'
import { BUDGET_DESK } from './budget-editing'
import { budgetTotals, totalsJoin } from './budget-totals.server'
import { usedOf } from './budget-used'

// Look-ups for the rows that are shown: most queries sort and filter by other columns.
const lastEvent = <T>(column: SQL) =>
  sql<T>`(select ${column} from ${workflowEvent} e where e.object_id = ${budget.id} order by e.seq desc limit 1)`

/** What is shown of a budget but for its totals, and what it is sorted, filtered and grouped by. */
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
const TOTAL_NAMES = Object.keys(TOTALS)

const NULLABLE = ['supplier', 'settling_entity', 'routine_type', 'expense_type', 'in_force']
const SUMMED = ['budget', 'in_force', 'consumed', 'committed', 'remaining', 'projected']

/** @param summed adds up what the parts of budgets add up to: then those of all rows are looked at */
const columnsOf = (summed: boolean): SqlColumns =>
  Object.fromEntries(
    Object.entries<SQLWrapper>({ ...SHOWN, ...TOTALS }).map(([name, value]): [string, SqlColumn] => {
      const isTotal = TOTAL_NAMES.includes(name)
      return [
        name,
        {
          kind: BUDGET_COLUMNS[name as BudgetColumn],
          sql: value,
          required: !NULLABLE.some((each) => name === each || name === `${each}_id`),
          sum: SUMMED.includes(name) && (summed || !isTotal),
          // What was never approved, or is cancelled, is nobody's to spend.
          added: sql`case when ${budgetTerm.budgetId} is not null then ${value} end`,
        },
      ]
    }),
  )

const names = sql`${budget}
  join ${workflowInstance} on ${workflowInstance.objectId} = ${budget.id}
  left join ${budgetTerm} on ${budgetTerm.budgetId} = ${budget.id}
  left join ${legalEntity} ${sql.identifier('supplier')} on ${supplier.id} = ${budget.supplierId}
  left join ${legalEntity} ${sql.identifier('settling')} on ${settling.id} = ${budget.settlingEntityId}
  left join ${routineType} on ${routineType.id} = ${budget.routineTypeId}
  left join ${expenseType} on ${expenseType.id} = ${budget.expenseTypeId}`

/**
 * All budgets that were not deleted. Amounts of those in force add up by currency; what consumed and committed add up to is
 * told where rows are grouped, sorted or filtered by it: a page of 25 budgets does not look at the invoices of all others.
 */
export function budgetList(read: Read, timeZone: string): List<BudgetRow> {
  const definition = (summed: boolean): SqlListDefinition<BudgetRow> => ({
    columns: columnsOf(summed),
    from: sql`${names} ${totalsJoin}`,
    where: isNull(budget.deletedAt),
    key: budget.id,
    unit: budget.currency,
    keyOf: ({ id }) => id,
    rows: (ids) => budgetRows(read, ids),
  })
  const rows = sqlList(read, definition(false), timeZone)
  const sums = sqlList(read, definition(true), timeZone)
  return { ...sums, page: (query) => (asksForTotals(query) ? sums : rows).page(query) }
}

function asksForTotals({ groups, sort, filters }: ListQuery): boolean {
  const named = [...sort, ...filters].map(({ column }) => column)
  return groups.length > 0 || named.some((column) => TOTAL_NAMES.includes(column))
}

/** Budgets of these ids as the list shows them, in any order. */
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
    const { percent } = usedOf(row, amounts)
    return [{ ...row, ...amounts, percent_used: percent, event_class: event_class as EventClass }]
  })
}
