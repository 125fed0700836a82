import type { Read, Transaction } from 'db/database'
import { authorisation } from 'db/schema/access'
import { and, asc, eq, sql } from 'drizzle-orm'
import { REFERENCE_OBJECT_ID } from '~/platform/workflow/record-act.server'

/** Ids of all users with administration update. Disabled users are included, as enabling one restores the right. */
export async function administrationHolders(read: Read): Promise<number[]> {
  const rows = await read
    .select({ id: authorisation.userId })
    .from(authorisation)
    .where(and(eq(authorisation.functionId, 'administration'), eq(authorisation.update, true)))
    .orderBy(asc(authorisation.userId))
  return rows.map(({ id }) => id)
}

/**
 * Imports, requests and decisions run one after the other: each compares with what is stored before it writes. The lock
 * is the one that an event of the reference chain takes anyway.
 */
export async function oneAtATime(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${REFERENCE_OBJECT_ID})`)
}

/** The name under which changes that administrators decide are recorded. */
export const ADMINISTRATION = 'ADMINISTRATION'
