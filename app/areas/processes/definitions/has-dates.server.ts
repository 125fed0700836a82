import type { Read } from 'db/database'
import { entityProcess, entityProcessDate, process } from 'db/schema/processes'
import { eq } from 'drizzle-orm'

/** Were dates made of a process, or of any process of an event? Then what they were made of keeps its rule. */
export async function hasDates(
  read: Read,
  of: { processId: number } | { eventId: number },
): Promise<boolean> {
  const rows = await read
    .select({ id: entityProcessDate.id })
    .from(entityProcessDate)
    .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
    .innerJoin(process, eq(process.id, entityProcess.processId))
    .where('processId' in of ? eq(process.id, of.processId) : eq(process.entityEventId, of.eventId))
    .limit(1)
  return rows.length > 0
}
