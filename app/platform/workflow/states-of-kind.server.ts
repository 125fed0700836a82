import type { Read } from 'db/database'
import { workflowDefinition, workflowStep } from 'db/schema/workflow'
import { asc, eq } from 'drizzle-orm'
import type { EventClass, State } from './types'

/** Every place that objects of a kind come to by its workflows, in their order; each once, with its newest class. */
export async function statesOfKind(read: Read, kind: string): Promise<State[]> {
  const rows = await read
    .select({ queue: workflowStep.toQueue, status: workflowStep.toStatus, class: workflowStep.toClass })
    .from(workflowStep)
    .innerJoin(workflowDefinition, eq(workflowDefinition.id, workflowStep.definitionId))
    .where(eq(workflowDefinition.kind, kind))
    .orderBy(asc(workflowDefinition.version), asc(workflowStep.sortingOrder))
  const states = new Map(
    rows.map((row) => [`${row.queue} ${row.status}`, { ...row, class: row.class as EventClass }]),
  )
  return [...states.values()]
}
