import type { Transaction } from 'db/database'
import { sql } from 'drizzle-orm'
import { REFERENCE_OBJECT_ID } from '~/platform/workflow/audit-subjects'

/**
 * Imports, requests and decisions go one after the other: each compares with what is stored before it writes.
 * The lock is the one that an event of the reference chain takes anyway.
 */
export async function oneAtATime(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${REFERENCE_OBJECT_ID})`)
}
