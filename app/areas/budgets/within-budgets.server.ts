import type { Read, Transaction } from 'db/database'
import { budgetTerm } from 'db/schema/budgets'
import { legalEntity } from 'db/schema/lookups'
import { workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { DRAFT_LABELS, type Expense } from '~/areas/expenses/expense'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { showAmount } from '~/platform/values/show'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { STEP_REFUSED } from '~/platform/workflow/next-steps.server'
import { type BudgetCheck, budgetName } from './budget'
import { matchesSql, partsOf, rowOfExpense } from './budget-parts.server'
import { budgetsOfExpense, lockTermsOf } from './budgets-of-draft.server'

/**
 * Why a draft without a routine type needs one, in a sentence; null when it has one, or when no budget in force would
 * count it with any. Every budget names a routine type: with a blank one, no budget would count the draft, unnoticed.
 */
export async function routineTypeRequirement(read: Read, expense: Expense): Promise<string | null> {
  if (expense.routineTypeId !== null) return null
  const [term, x] = [sql`term`, sql`x`]
  const rows: unknown = await read.execute(sql`
    select term.budget_id, supplier.name as supplier, term.from_date::text as from_date, term.to_date::text as to_date
    from (${rowOfExpense(expense)}) typed
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
  return `${DRAFT_LABELS.routineType} is required: without it, this draft counts in none of these budgets: ${names.join('; ')}.`
}

interface StoredName {
  budget_id: string
  supplier: string | null
  from_date: Day
  to_date: Day
}

/**
 * Condition of "Send to check" and Approve: no draft escapes its budgets because its routine type is blank.
 * @param then the next action, a sentence
 * @throws DomainError 'refused' that names the budgets, for the field
 */
export async function refuseWithoutRoutine(read: Read, expense: Expense, then: string): Promise<void> {
  const why = await routineTypeRequirement(read, expense)
  if (why !== null)
    throw new DomainError('refused', `${why} ${then}`, { title: STEP_REFUSED, fields: { routineType: why } })
}

/** The most other drafts of a budget that are named. */
const MAX_NAMED = 5

/**
 * Condition of Approve: the draft exceeds no budget in force beyond what was allowed with a comment, other users'
 * drafts included (product decisions, section 4). Locks these budgets, then adds up; returns the results.
 * @throws DomainError 'refused' with a line for each budget: its figures, and what else uses it
 */
export async function withinBudgets(tx: Transaction, expense: Expense): Promise<BudgetCheck[]> {
  await lockTermsOf(tx, expense)
  await refuseWithoutRoutine(tx, expense, 'Return the draft to have it chosen.')
  const checks = await budgetsOfExpense(tx, expense)
  const unknown = checks.filter(({ state }) => state === 'no rate')
  const exceeded = checks.filter(({ state, override }) => state === 'exceeded' && !override?.covers)
  if (unknown.length === 0 && exceeded.length === 0) return checks
  const list = unknown.map(({ message }) => message ?? '')
  for (const check of exceeded) list.push(await figuresOf(tx, expense.draftId, check))
  throw new DomainError('refused', [...sayExceeded(exceeded), ...sayUnknown(unknown)].join(' '), {
    title: STEP_REFUSED,
    list,
  })
}

function sayExceeded({ length }: BudgetCheck[]): string[] {
  if (length === 0) return []
  return [
    `This draft exceeds ${length === 1 ? 'a budget' : `${length} budgets`}. A team leader who neither edited nor sent it may allow that with a comment, under Budgets; otherwise return it to be reduced, cancel drafts that are not needed, or have the budget amended.`,
  ]
}

function sayUnknown({ length }: BudgetCheck[]): string[] {
  return length === 0
    ? []
    : ['An exchange rate is missing: ask an administrator to enter it, then approve again.']
}

async function figuresOf(read: Read, draftId: number, check: BudgetCheck): Promise<string> {
  const { name, currency, budget, counted, others, excess, percent, override } = check
  const money = (value: Decimal | null) => `${showAmount(value)} ${currency}`
  const figures = `${name}: ${money(excess)} beyond ${money(budget)} (${showAmount(percent)} %), ${money(counted)} of this draft and ${money(others)} of others.`
  const before = override ? ` What ${override.by} allowed is no longer enough.` : ''
  const drafts = await otherDrafts(read, draftId, check)
  return `${figures}${before}${drafts === '' ? '' : ` Other drafts that use it: ${drafts}.`}`
}

/** "draft 1234 (450.00 EUR, TO CHECK), ...": the drafts under way that use most of a budget. */
async function otherDrafts(
  read: Read,
  draftId: number,
  { budgetId, currency }: BudgetCheck,
): Promise<string> {
  const terms = sql`select * from ${budgetTerm} term where term.budget_id = ${budgetId}::bigint`
  const found: unknown = await read.execute(sql`
    select parts.id, parts.amount, w.status, count(*) over ()::int as all_of_them
    from (${partsOf(terms)}) parts join ${workflowInstance} w on w.object_id = parts.id
    where parts.kind = 'draft' and parts.id <> ${draftId}::bigint and (parts.amount is null or parts.amount > 0)
    order by parts.amount desc nulls first, parts.id limit ${MAX_NAMED}`)
  const rows = found as { id: string; amount: Decimal | null; status: string; all_of_them: number }[]
  const named = rows.map(({ id, amount, status }) => {
    const much = amount === null ? 'no exchange rate' : `${showAmount(amount)} ${currency}`
    return `draft ${id} (${much}, ${status})`
  })
  const more = (rows[0]?.all_of_them ?? 0) - rows.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

/** What the draft's chain records of its budgets when a step checked them: one JSON text for each. */
export function checksKept(checks: readonly BudgetCheck[]): string[] {
  return checks.map(({ budgetId, currency, amountType, budget, others, counted, percent, state, override }) =>
    canonicalJson({
      budgetId,
      currency,
      amountType,
      budget,
      others,
      counted,
      percent,
      state,
      ...(state === 'exceeded' && override ? { allowedBy: override.by } : {}),
    }),
  )
}
