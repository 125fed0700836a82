import type { Read, Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { budgetOverride, budgetTerm } from 'db/schema/budgets'
import { expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { fullName } from '~/areas/access/users.server'
import { DRAFT_LABELS, type Expense } from '~/areas/expenses/expense'
import { STEP_REFUSED } from '~/platform/objects/take-step.server'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { showAmount, showMoney } from '~/platform/values/show'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { instanceById } from '~/platform/workflow/instance.server'
import { SYSTEM } from '~/platform/workflow/types'
import { type AmountType, type BudgetCheck, budgetName } from './budget'
import { budgetCheck, type DraftInBudget, type NewestOverride } from './budget-figures'
import { convertSql, countedSql, matchesSql, partsOf, rateSql, rowOfExpense } from './budget-parts.server'

/**
 * Locks the terms of all budgets in force that count a draft until the transaction ends, in the order of their ids: of
 * two drafts of one budget, the second is checked against what the first left.
 */
export async function lockTermsOf(tx: Transaction, expense: Expense): Promise<void> {
  await tx.execute(sql`
    select term.budget_id from ${budgetTerm} term, (${rowOfExpense(expense)}) x
    where ${matchesSql(sql`term`, sql`x`)}
    order by term.budget_id for update of term`)
}

interface StoredOverride {
  budgetId: number
  by: string
  at: Date
  comment: string
  /** In `currency`. */
  counted: Decimal
  excess: Decimal
  /** The budget's values at that time, by the event of the draft's chain; null without such an event. */
  currency: string | null
  amountType: string | null
  /** False when the giver edited or sent the draft, before or since. */
  byAnother: boolean
}

/** The newest override of a draft for each budget, by the budget's id. */
async function overridesOf(read: Read, { draftId, authors }: Expense): Promise<Map<number, StoredOverride>> {
  const of = budgetOverride
  const recorded = (key: string) => sql<string | null>`${workflowEvent.data} ->> ${key}`
  const rows = await read
    .select({
      budgetId: of.budgetId,
      userId: of.createdBy,
      by: fullName,
      at: of.creationDate,
      comment: of.comment,
      counted: of.counted,
      excess: of.excess,
      currency: recorded('currency'),
      amountType: recorded('amountType'),
    })
    .from(of)
    .innerJoin(appUser, eq(appUser.id, of.createdBy))
    .leftJoin(
      workflowEvent,
      and(
        eq(workflowEvent.objectId, of.draftId),
        eq(workflowEvent.name, 'override budget'),
        eq(recorded('override'), sql`${of.id}::text`),
      ),
    )
    .where(eq(of.draftId, draftId))
    .orderBy(desc(of.id))
  const newest = new Map<number, StoredOverride>()
  if (rows.length === 0) return newest
  const wrote = await authors()
  for (const { userId, by, ...row } of rows) {
    if (newest.has(row.budgetId)) continue
    newest.set(row.budgetId, { ...row, by: by ?? 'Someone', byAnother: !wrote.has(userId) })
  }
  return newest
}

/**
 * The result of a draft against each budget in force that counts it, by the budgets' ids. A completed draft is checked
 * by its invoices that still count; a cancelled one counts nowhere.
 */
export async function budgetsOfExpense(read: Read, expense: Expense): Promise<BudgetCheck[]> {
  const at = await instanceById(read, expense.draftId)
  const completed = at.queue === SYSTEM
  if ((completed && at.status !== 'COMPLETED') || expense.invoiceDate === null || expense.currency === null)
    return []
  const rows: unknown = await read.execute(draftInBudgetsSql(expense, completed))
  const overrides = await overridesOf(read, expense)
  return (rows as StoredRow[]).map((row) => {
    const inBudget = draftInBudget(row, completed)
    const override = overrides.get(inBudget.budgetId)
    return budgetCheck(inBudget, override ? givenIn(override, inBudget) : null)
  })
}

function draftInBudgetsSql(expense: Expense, completed: boolean): SQL {
  const [term, x] = [sql`term`, sql`x`]
  const day = sql`x.invoice_date`
  const own = convertSql({ amount: countedSql(term, x), currency: sql`x.currency`, day }, sql`term.currency`)
  const mine = sql`p.draft_id = ${expense.draftId}::bigint`
  return sql`
    select term.budget_id, supplier.name as supplier, term.from_date::text as from_date,
      term.to_date::text as to_date, term.currency, term.amount_type, term.budget, term.treshold,
      term.client_validation, parts.others, parts.invoiced, parts.unconverted,
      ${completed ? sql`parts.mine` : own} as counted, x.invoice_date::text as invoice_date,
      array_to_json(array_remove(array[
        case when ${rateSql(sql`x.currency`, day)} is null then x.currency end,
        case when ${rateSql(sql`term.currency`, day)} is null then term.currency end], null)) as missing_rates
    from (${rowOfExpense(expense)}) x
    join ${budgetTerm} term on ${matchesSql(term, x)}
    left join ${legalEntity} supplier on supplier.id = term.supplier_id
    cross join lateral (
      -- Another's credit note may still be cancelled: it gives nothing back before it is an invoice.
      select coalesce(sum(p.amount) filter (where not ${mine} and (p.kind = 'invoice' or p.amount > 0)), 0.00) as others,
        coalesce(sum(p.amount) filter (where not ${mine} and p.kind = 'invoice'), 0.00) as invoiced,
        count(*) filter (where not ${mine} and p.amount is null)::int as unconverted,
        case when count(*) filter (where ${mine} and p.amount is null) = 0
          then sum(p.amount) filter (where ${mine}) end as mine,
        count(*) filter (where ${mine}) as mine_count
      from (select * from (${partsOf(sql`select term.*`)}) each) p
    ) parts
    ${completed ? sql`where parts.mine_count > 0` : sql``}
    order by term.budget_id`
}

interface StoredRow {
  budget_id: string
  supplier: string | null
  from_date: Day
  to_date: Day
  currency: string
  amount_type: AmountType
  budget: Decimal
  treshold: Decimal
  client_validation: boolean
  others: Decimal
  invoiced: Decimal
  unconverted: number
  counted: Decimal | null
  invoice_date: Day
  missing_rates: string[]
}

function draftInBudget(row: StoredRow, completed: boolean): DraftInBudget {
  const budgetId = Number(row.budget_id)
  return {
    budgetId,
    name: budgetName(budgetId, row.supplier, row.from_date, row.to_date),
    currency: row.currency,
    amountType: row.amount_type,
    budget: row.budget,
    treshold: row.treshold,
    clientValidation: row.client_validation,
    others: row.others,
    invoiced: row.invoiced,
    counted: row.counted,
    unconverted: row.unconverted,
    invoiceDate: row.invoice_date,
    missingRates: row.missing_rates,
    completed,
  }
}

function givenIn(override: StoredOverride, { currency, amountType }: DraftInBudget): NewestOverride {
  const { by, at, comment, counted, excess, byAnother } = override
  const alike = override.currency === currency && override.amountType === amountType
  return { by, at, comment, counted, excess, isCurrent: alike && byAnother }
}

/** The most budgets that are named when a draft is not counted by them, and other drafts of one budget. */
const MAX_NAMED = 5

/**
 * The budgets in force of a draft's supplier and settling entity on its day that do not count it because they are of
 * another routine or expense type: a sentence for each. Only where no budget counts it at all: where the right budget
 * counts it, the others are not worth a message. A blank routine type is reported elsewhere.
 */
export async function nearMissBudgets(read: Read, expense: Expense): Promise<string[]> {
  const { draftId, routineTypeId, expenseTypeId } = expense
  if (routineTypeId === null || (await instanceById(read, draftId)).queue === SYSTEM) return []
  const names = (table: typeof routineType | typeof expenseType, id: number | null) =>
    sql`(select n.name from ${table} n where n.id = ${id}::int)`
  const rows: unknown = await read.execute(sql`
    select term.budget_id, supplier.name as supplier, term.from_date::text as from_date, term.to_date::text as to_date,
      (term.routine_type_id is null or term.routine_type_id = x.routine_type_id) as same_routine,
      coalesce(term.expense_type_id is null or term.expense_type_id = x.expense_type_id, false) as same_expense,
      ${routineType}.name as routine, ${expenseType}.name as expense,
      ${names(routineType, routineTypeId)} as own_routine, ${names(expenseType, expenseTypeId)} as own_expense
    from (${rowOfExpense(expense)}) x
    join ${budgetTerm} term on x.invoice_date between term.from_date and term.to_date
      and (term.settling_entity_id is null or term.settling_entity_id = x.settling_entity_id)
      and (term.supplier_id is null or term.supplier_id = x.supplier_id)
    left join ${legalEntity} supplier on supplier.id = term.supplier_id
    left join ${routineType} on ${routineType}.id = term.routine_type_id
    left join ${expenseType} on ${expenseType}.id = term.expense_type_id
    order by term.budget_id`)
  const found = rows as Passed[]
  if (found.some(({ same_routine, same_expense }) => same_routine && same_expense)) return []
  return found.slice(0, MAX_NAMED).map(sentence)
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

/**
 * "Budget 7, Fontaine & Weis, 01/01/2026 to 31/12/2026, is for Quarterly: this draft is Monthly and is not counted."
 */
function sentence(of: Passed): string {
  const others = [of.same_routine ? null : of.routine, of.same_expense ? null : of.expense]
  const own = [
    of.same_routine ? null : of.own_routine,
    of.same_expense ? null : (of.own_expense ?? 'without an expense type'),
  ]
  const joined = (texts: (string | null)[]) => texts.filter(Boolean).join(' and ')
  const name = budgetName(Number(of.budget_id), of.supplier, of.from_date, of.to_date)
  return `${name}, is for ${joined(others)}: this draft is ${joined(own)} and is not counted.`
}

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
  const money = (value: Decimal | null) => showMoney(value, currency)
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
    const much = amount === null ? 'no exchange rate' : showMoney(amount, currency)
    return `draft ${id} (${much}, ${status})`
  })
  const more = (rows[0]?.all_of_them ?? 0) - rows.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

/** What the draft's chain records of its budgets when a step checked them: one JSON text for each. */
export function checksForEvent(checks: readonly BudgetCheck[]): string[] {
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
