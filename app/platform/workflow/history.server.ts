import type { Read } from 'db/database'
import { workflowEvent } from 'db/schema/workflow'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { EventClass } from './types'

/** An event as users see it. */
export interface HistoryEvent {
  id: number
  round: number
  type: string
  name: string
  stepId: number | null
  at: Date
  userId: number | null
  whoName: string
  queue: string
  status: string
  class: EventClass
  log: string
  data: Record<string, unknown>
}

const columns = {
  id: workflowEvent.id,
  round: workflowEvent.round,
  type: workflowEvent.type,
  name: workflowEvent.name,
  stepId: workflowEvent.stepId,
  at: workflowEvent.at,
  userId: workflowEvent.userId,
  whoName: workflowEvent.whoName,
  queue: workflowEvent.queue,
  status: workflowEvent.status,
  class: workflowEvent.class,
  log: workflowEvent.log,
  data: workflowEvent.data,
}

/** All events of an object, newest first. */
export async function historyOf(read: Read, objectId: number): Promise<HistoryEvent[]> {
  const rows = await read
    .select(columns)
    .from(workflowEvent)
    .where(eq(workflowEvent.objectId, objectId))
    .orderBy(desc(workflowEvent.seq))
  return rows as HistoryEvent[]
}

export async function lastEventOf(read: Read, objectId: number): Promise<HistoryEvent | null> {
  const [row] = await read
    .select(columns)
    .from(workflowEvent)
    .where(eq(workflowEvent.objectId, objectId))
    .orderBy(desc(workflowEvent.seq))
    .limit(1)
  return (row as HistoryEvent | undefined) ?? null
}

/** Users who took steps of these names in a round, or in all rounds, newest first; marks are derived from this. */
export async function actorsOf(
  read: Read,
  objectId: number,
  round: number | null,
  names: readonly string[],
): Promise<{ name: string; userId: number; id: number }[]> {
  const rows = await read
    .select({ name: workflowEvent.name, userId: workflowEvent.userId, id: workflowEvent.id })
    .from(workflowEvent)
    .where(
      and(
        eq(workflowEvent.objectId, objectId),
        round === null ? undefined : eq(workflowEvent.round, round),
        inArray(workflowEvent.name, [...names]),
      ),
    )
    .orderBy(desc(workflowEvent.seq))
  return rows.flatMap((row) => (row.userId === null ? [] : [{ ...row, userId: row.userId }]))
}
