import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { budget, budgetTerm } from 'db/schema/budgets'
import { expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import { fullNameOf } from '~/areas/access/users.server'
import { namesOf } from '~/areas/reference-data/entities.server'
import { AMOUNT_TYPES } from '~/areas/reference-data/reference-data'
import { DomainError } from '~/platform/values/domain-error'
import { showAmount, showDay, showExact } from '~/platform/values/show'
import { type Budget, type BudgetField, type BudgetFields, termFields } from './budget'
import type { BudgetEntry, EntryValue } from './budget-figures'

/** A budget as last entered. @throws DomainError not-found, also for one that was deleted */
export async function budgetById(read: Read, id: number): Promise<Budget> {
  const [row] = await read.select().from(budget).where(eq(budget.id, id))
  if (!row || row.deletedAt !== null)
    throw new DomainError(
      'not-found',
      row
        ? `Budget ${id} was deleted. Choose another from the list of Budgets.`
        : `There is no budget ${id}. Open it from the list of Budgets.`,
    )
  const { revision, createdBy, creationDate, updateDate } = row
  return { ...termFields(row), id, revision, createdBy, creationDate, updateDate }
}

/** A budget field's value as text; '' for an empty one. */
export type BudgetFieldText = (field: BudgetField, value: EntryValue | undefined) => string

const NAMED = [
  ['supplier_id', legalEntity],
  ['settling_legal_entity_id', legalEntity],
  ['routine_type_id', routineType],
  ['expense_type_id', expenseType],
] as const
type Named = (typeof NAMED)[number][0]

/** Formats the values of these versions of a budget for people, with names in place of ids. */
export async function formatBudgetValues(
  read: Read,
  versions: readonly Partial<BudgetEntry>[],
): Promise<BudgetFieldText> {
  const ids = (field: Named) => [...new Set(versions.flatMap((version) => version[field] ?? []))]
  const names = new Map(
    await Promise.all(
      NAMED.map(async ([field, table]) => [field, await namesOf(read, table, ids(field))] as const),
    ),
  )
  return (field, value) => {
    if (value === null || value === undefined) return ''
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (typeof value === 'number') return names.get(field as Named)?.get(value) ?? String(value)
    if (field === 'budget') return showAmount(value)
    if (field === 'treshold') return `${showExact(value)} %`
    if (field === 'amount_type') return AMOUNT_TYPES.find(({ id }) => id === value)?.name ?? value
    return field === 'from_date' || field === 'to_date' ? showDay(value) : value
  }
}

/** What drafts are checked against: a budget as last approved. */
export interface TermInForce {
  fields: BudgetFields
  /** Full name. */
  approvedBy: string
  approvedAt: Date
}

/** The terms of a budget that are in force; null when none are. */
export async function termInForce(read: Read, budgetId: number): Promise<TermInForce | null> {
  const [row] = await read
    .select({ term: budgetTerm, approvedBy: fullNameOf(appUser) })
    .from(budgetTerm)
    .innerJoin(appUser, eq(appUser.id, budgetTerm.approvedBy))
    .where(eq(budgetTerm.budgetId, budgetId))
  if (!row) return null
  const { term, approvedBy } = row
  return { fields: termFields(term), approvedBy: approvedBy ?? '', approvedAt: term.approvedAt }
}
