import type { Read } from 'db/database'
import { workflowEvent } from 'db/schema/workflow'
import { eq, type SQL, sql } from 'drizzle-orm'

/** An event that a search went back to: what goes on behind it looks at those before it only. */
export interface AuditMark {
  id: number
  at: Date
}

/** The event of this id as a mark; null where there is none. */
export async function auditMark(read: Read, id: number | null): Promise<AuditMark | null> {
  if (id === null) return null
  const [event] = await read
    .select({ id: workflowEvent.id, at: workflowEvent.at })
    .from(workflowEvent)
    .where(eq(workflowEvent.id, id))
  return event ?? null
}

/** The events before it, in the order in which they are looked through: one day may hold more than one search takes. */
export function beforeMark({ id }: AuditMark): SQL {
  // Asked for again, as dates hold milliseconds and the database microseconds.
  return sql`(${workflowEvent.at}, ${workflowEvent.id}) < (select mark.at, mark.id from ${workflowEvent} mark where mark.id = ${id})`
}
