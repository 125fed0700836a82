import type { Read } from 'db/database'
import { budgetTerm } from 'db/schema/budgets'
import { legalEntity } from 'db/schema/lookups'
import { sql } from 'drizzle-orm'
import type { DraftFields } from '~/areas/drafts/draft'
import { draftById } from '~/areas/drafts/draft-by-id.server'
import { DRAFT_LABELS } from '~/areas/drafts/draft-labels'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { STEP_REFUSED } from '~/platform/workflow/take-step.server'
import { budgetName } from './budget-name'
import { matchesSql } from './budget-parts.server'
import { rowOfFields } from './budgets-of-draft.server'

/**
 * Why a draft without a routine type needs one, in a sentence; null when it has one, or when no budget in force would
 * count it with any. Every budget names a routine type: left blank, the draft would pass all of them unnoticed.
 */
export async function whyRoutineNeeded(read: Read, fields: DraftFields): Promise<string | null> {
  if (fields.routineType !== null) return null
  const [term, x] = [sql`term`, sql`x`]
  const rows: unknown = await read.execute(sql`
    select term.budget_id, supplier.name as supplier, term.from_date::text as from_date, term.to_date::text as to_date
    from (${rowOfFields(fields)}) typed
    cross join ${budgetTerm} term
    cross join lateral (select typed.settling_entity_id, typed.supplier_id, typed.expense_type_id,
      typed.invoice_date, term.routine_type_id) x
    left join ${legalEntity} supplier on supplier.id = term.supplier_id
    where term.routine_type_id is not null and ${matchesSql(term, x)}
    order by term.budget_id`)
  const names = (rows as StoredName[]).map(({ budget_id, supplier, from_date, to_date }) =>
    budgetName(Number(budget_id), supplier, from_date, to_date),
  )
  if (names.length === 0) return null
  return `${DRAFT_LABELS.routineType} is needed: budgets count by it, and without one this draft is in none of these: ${names.join('; ')}.`
}

interface StoredName {
  budget_id: string
  supplier: string | null
  from_date: Day
  to_date: Day
}

/**
 * Condition of "Send to check" and Approve: no draft passes budgets because its routine type is blank.
 * @param then what to do next, a sentence
 * @throws DomainError 'refused' that names the budgets, beside the field
 */
export async function routineSaid(read: Read, draftId: number, then: string): Promise<void> {
  const why = await whyRoutineNeeded(read, await draftById(read, draftId))
  if (why !== null)
    throw new DomainError('refused', `${why} ${then}`, { title: STEP_REFUSED, fields: { routineType: why } })
}
