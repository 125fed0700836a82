import type { Transaction } from 'db/database'
import { sql } from 'drizzle-orm'
import { CHECKPOINT_LOCK } from './append-event.server'

/** Locks of chains at most in one transaction: a server has some thousands for everybody. */
const MOST = 500

/**
 * Keeps others from appending to these chains until the transaction ends, as `appendEvent` does for one. For more chains than
 * a server has locks nobody else appends anything meanwhile.
 */
export async function lockChains(tx: Transaction, objectIds: readonly number[]): Promise<void> {
  // In one order everywhere: two that wait for each other would wait for ever.
  const ids = [...new Set(objectIds)].sort((a, b) => a - b)
  if (ids.length > MOST) await tx.execute(sql`select pg_advisory_xact_lock(${CHECKPOINT_LOCK})`)
  else
    await tx.execute(sql`
      select pg_advisory_xact_lock(id::bigint) from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as chain(id)`)
}
