import type { Read } from 'db/database'
import { changeSeal } from 'db/schema/evidence'
import { workflowInstance } from 'db/schema/workflow'
import { and, eq, min } from 'drizzle-orm'

/** The instant from which changes of business data are recorded; null if none are. */
export async function recordedSince(read: Read): Promise<Date | null> {
  const [first] = await read.select({ at: min(changeSeal.at) }).from(changeSeal)
  return first?.at ?? null
}

/** Whether an object of this kind existed. @param read of the past, or of now */
export async function wasThere(read: Read, kind: string, objectId: number): Promise<boolean> {
  const isIt = and(eq(workflowInstance.objectId, objectId), eq(workflowInstance.kind, kind))
  return (await read.$count(workflowInstance, isIt)) > 0
}
