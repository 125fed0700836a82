import { batches, insertRows } from 'db/bulk'
import type { Transaction } from 'db/database'
import { workflowEvent } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { CHECKPOINT_LOCK, eventContent, type NewEvent } from './append-event.server'
import { eventHash } from './event-hash'

/**
 * Appends events to the chains of many objects, those of one object in their order. The caller keeps others from these
 * chains: it holds the rows of all the objects, or the chains (`lockChains`).
 */
export async function appendEvents(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${CHECKPOINT_LOCK})`)
  for (const batch of batches(events)) {
    const heads = await headsOf(tx, [...new Set(batch.map(({ objectId }) => objectId))])
    const rows = batch.map((event) => {
      const head = heads.get(event.objectId)
      const content = eventContent(event, (head?.seq ?? 0) + 1)
      const previousHash = head?.hash ?? ''
      const hash = eventHash(content, previousHash)
      heads.set(event.objectId, { seq: content.seq, hash })
      return { ...content, previousHash, hash }
    })
    await insertRows(tx, workflowEvent, rows)
  }
}

/** The newest event of each chain that has one. */
async function headsOf(tx: Transaction, objectIds: readonly number[]) {
  const found: unknown = await tx.execute(sql`
    select chain.id, head.seq, head.hash
    from (select id::bigint from jsonb_array_elements_text(${JSON.stringify(objectIds)}::jsonb) as given(id)) chain
    cross join lateral (
      select e.seq, e.hash from ${workflowEvent} e where e.object_id = chain.id order by e.seq desc limit 1) head`)
  return new Map(
    (found as { id: string; seq: number; hash: string }[]).map(({ id, seq, hash }) => [
      Number(id),
      { seq: Number(seq), hash },
    ]),
  )
}
