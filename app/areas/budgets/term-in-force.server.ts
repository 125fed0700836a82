import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { budgetTerm } from 'db/schema/budgets'
import { eq } from 'drizzle-orm'
import { fullNameOf } from '~/areas/access/full-name.server'
import type { BudgetFields } from './budget'
import { termFields } from './budget-terms'

/** What drafts are held against: a budget as it was approved last. */
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
