import type { Read } from 'db/database'
import { workflowDefinition, workflowStep } from 'db/schema/workflow'
import { asc, eq, inArray } from 'drizzle-orm'
import { SYSTEM } from './types'

/**
 * Every status in which objects of these kinds may be found, by any version of their workflows, the site's own included:
 * each once, in the order of the steps.
 */
export async function statusesOf(read: Read, kinds: readonly string[]): Promise<string[]> {
  const steps = await read
    .select({
      fromQueue: workflowStep.fromQueue,
      fromStatus: workflowStep.fromStatus,
      toStatus: workflowStep.toStatus,
    })
    .from(workflowStep)
    .innerJoin(workflowDefinition, eq(workflowDefinition.id, workflowStep.definitionId))
    .where(inArray(workflowDefinition.kind, [...kinds]))
    .orderBy(asc(workflowDefinition.version), asc(workflowDefinition.kind), asc(workflowStep.sortingOrder))
  return [
    ...new Set(
      steps.flatMap(({ fromQueue, fromStatus, toStatus }) => {
        // Nothing is found where "Created" starts; where objects begin that nobody creates, only steps that leave tell.
        const isBirth = fromQueue === SYSTEM && fromStatus === 'CREATED'
        return fromStatus === null || isBirth ? [toStatus] : [fromStatus, toStatus]
      }),
    ),
  ]
}
