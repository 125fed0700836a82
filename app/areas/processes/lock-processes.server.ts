import type { Transaction } from 'db/database'
import { sql } from 'drizzle-orm'

/**
 * Whoever makes or moves dates comes through here, one after the other, until their transaction ends: two at once make
 * nothing twice, and no date is made by holidays that are changing.
 */
export async function lockProcesses(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('processes'))`)
}
