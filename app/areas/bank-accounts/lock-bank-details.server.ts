import type { Transaction } from 'db/database'
import { sql } from 'drizzle-orm'

/** Names our locks among those of two numbers; the other one is the entity's id. */
const BANK_DETAILS = 1_650_552_427

/** Keeps payments of these entities out until the transaction ends. */
export async function lockBankDetails(tx: Transaction, entityIds: Iterable<number>): Promise<void> {
  // In one order: two that change several entities do not wait for each other.
  for (const id of [...new Set(entityIds)].sort((a, b) => a - b))
    await tx.execute(sql`select pg_advisory_xact_lock(${BANK_DETAILS}::int, ${id}::int)`)
}

/** Keeps requests for changes of this entity's accounts out until the transaction ends; payments go side by side. */
export async function holdBankDetails(tx: Transaction, entityId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${BANK_DETAILS}::int, ${entityId}::int)`)
}
