import type { Transaction } from 'db/database'
import { budgetTerm } from 'db/schema/budgets'
import { sql } from 'drizzle-orm'
import { draftById } from '~/areas/drafts/draft-by-id.server'
import { matchesSql } from './budget-parts.server'
import { rowOfFields } from './budgets-of-draft.server'

/**
 * Locks the terms of all budgets in force that count a draft until the transaction ends, in the order of their ids: of
 * two drafts of one budget, the second is held against what the first took.
 */
export async function lockTermsOf(tx: Transaction, draftId: number): Promise<void> {
  const draft = await draftById(tx, draftId)
  await tx.execute(sql`
    select term.budget_id from ${budgetTerm} term, (${rowOfFields(draft)}) x
    where ${matchesSql(sql`term`, sql`x`)}
    order by term.budget_id for update of term`)
}
