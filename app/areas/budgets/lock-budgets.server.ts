import type { Transaction } from 'db/database'
import { sql } from 'drizzle-orm'

/**
 * Everybody who writes budgets comes through here, one after the other, until their transaction ends: two budgets saved
 * or approved at once cannot overlap unseen. Taken before the lock of a budget itself.
 */
export async function lockBudgets(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('budgets'))`)
}
