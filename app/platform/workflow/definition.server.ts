import type { Read } from 'db/database'
import { workflowDefinition, workflowStep } from 'db/schema/workflow'
import { and, asc, desc, eq, lte } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { type EventClass, type Instance, OWN_QUEUE, type Step } from './types'

/** The id of the version that a new object of this kind takes on a day. */
export async function definitionInForce(read: Read, kind: string, day: Day): Promise<number> {
  const [row] = await read
    .select({ id: workflowDefinition.id })
    .from(workflowDefinition)
    .where(and(eq(workflowDefinition.kind, kind), lte(workflowDefinition.validFrom, day)))
    .orderBy(desc(workflowDefinition.validFrom), desc(workflowDefinition.version))
    .limit(1)
  if (!row) throw new Error(`No workflow definition for ${kind} on ${day}`)
  return row.id
}

/** The steps of a definition in their order. */
export async function stepsOf(read: Read, definitionId: number): Promise<Step[]> {
  const rows = await read
    .select()
    .from(workflowStep)
    .where(eq(workflowStep.definitionId, definitionId))
    .orderBy(asc(workflowStep.sortingOrder))
  return rows.map((row) => ({
    ...row,
    toClass: row.toClass as EventClass,
    dateToDisplayId: row.dateToDisplayId as Step['dateToDisplayId'],
  }))
}

/** The steps of the version that an object is under, the queue of its own in place of "TEAM". */
export async function stepsOfInstance(
  read: Read,
  { definitionId, queue }: Pick<Instance, 'definitionId' | 'queue'>,
): Promise<Step[]> {
  const own = (name: string) => (name === OWN_QUEUE ? queue : name)
  return (await stepsOf(read, definitionId)).map((step) => ({
    ...step,
    fromQueue: step.fromQueue && own(step.fromQueue),
    toQueue: own(step.toQueue),
    actingQueue: own(step.actingQueue),
  }))
}
