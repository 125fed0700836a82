import type { Read } from 'db/database'
import { workflowEvent } from 'db/schema/workflow'
import { and, eq, inArray } from 'drizzle-orm'
import { eventHash } from '~/platform/workflow/event-hash'

/** Whether an event is what was hashed when it happened, and follows the one before it; null when there is none. */
export async function hashAgrees(read: Read, eventId: number): Promise<boolean | null> {
  const [event] = await read.select().from(workflowEvent).where(eq(workflowEvent.id, eventId))
  if (!event) return null
  const { id, previousHash, hash, ...content } = event
  const [before] = await read
    .select({ hash: workflowEvent.hash })
    .from(workflowEvent)
    .where(and(eq(workflowEvent.objectId, event.objectId), inArray(workflowEvent.seq, [event.seq - 1])))
  return previousHash === (before?.hash ?? '') && eventHash(content, previousHash) === hash
}
