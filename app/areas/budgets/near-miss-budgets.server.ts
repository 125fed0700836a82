import type { Read } from 'db/database'
import { budgetTerm } from 'db/schema/budgets'
import { expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { sql } from 'drizzle-orm'
import type { DraftFields } from '~/areas/drafts/draft'
import type { Day } from '~/platform/values/day'
import { instanceById } from '~/platform/workflow/instance.server'
import { SYSTEM } from '~/platform/workflow/types'
import { budgetName } from './budget-name'
import { rowOfFields } from './budgets-of-draft.server'

/** Of budgets that a draft passes no more are named. */
const MOST_NAMED = 5

/**
 * The budgets in force of a draft's supplier and settling entity on its day that do not count it, as they are of another
 * routine or expense type: a sentence for each. Only where no budget counts it at all: beside the right budget, others are
 * no news. A routine type that is blank is asked for elsewhere.
 */
export async function passedBudgets(read: Read, draftId: number, fields: DraftFields): Promise<string[]> {
  if (fields.routineType === null || (await instanceById(read, draftId)).queue === SYSTEM) return []
  const names = (table: typeof routineType | typeof expenseType, id: number | null) =>
    sql`(select n.name from ${table} n where n.id = ${id}::int)`
  const rows: unknown = await read.execute(sql`
    select term.budget_id, supplier.name as supplier, term.from_date::text as from_date, term.to_date::text as to_date,
      (term.routine_type_id is null or term.routine_type_id = x.routine_type_id) as same_routine,
      coalesce(term.expense_type_id is null or term.expense_type_id = x.expense_type_id, false) as same_expense,
      ${routineType}.name as routine, ${expenseType}.name as expense,
      ${names(routineType, fields.routineType)} as own_routine, ${names(expenseType, fields.expenseType)} as own_expense
    from (${rowOfFields(fields)}) x
    join ${budgetTerm} term on x.invoice_date between term.from_date and term.to_date
      and (term.settling_entity_id is null or term.settling_entity_id = x.settling_entity_id)
      and (term.supplier_id is null or term.supplier_id = x.supplier_id)
    left join ${legalEntity} supplier on supplier.id = term.supplier_id
    left join ${routineType} on ${routineType}.id = term.routine_type_id
    left join ${expenseType} on ${expenseType}.id = term.expense_type_id
    order by term.budget_id`)
  const found = rows as Passed[]
  if (found.some(({ same_routine, same_expense }) => same_routine && same_expense)) return []
  return found.slice(0, MOST_NAMED).map(sentence)
}

interface Passed {
  budget_id: string
  supplier: string | null
  from_date: Day
  to_date: Day
  same_routine: boolean
  same_expense: boolean
  routine: string | null
  expense: string | null
  own_routine: string | null
  own_expense: string | null
}

/** "Budget 7, Fontaine & Weis, 01/01/2026 to 31/12/2026, is for Quarterly: this draft is Monthly and counts in none." */
function sentence(of: Passed): string {
  const others = [of.same_routine ? null : of.routine, of.same_expense ? null : of.expense]
  const own = [
    of.same_routine ? null : of.own_routine,
    of.same_expense ? null : (of.own_expense ?? 'without an expense type'),
  ]
  const said = (texts: (string | null)[]) => texts.filter(Boolean).join(' and ')
  const name = budgetName(Number(of.budget_id), of.supplier, of.from_date, of.to_date)
  return `${name}, is for ${said(others)}: this draft is ${said(own)} and counts in none.`
}
