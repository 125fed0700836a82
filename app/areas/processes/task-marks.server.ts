import type { Read } from 'db/database'
import { workflowEvent, workflowStep } from 'db/schema/workflow'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Instance, Marks } from '~/platform/workflow/types'

/** The marks that the steps of a task's round put on people, as its workflow says: "doer" on who starts or does it. */
export async function taskMarks(
  read: Read,
  { objectId, round }: Pick<Instance, 'objectId' | 'round'>,
): Promise<Marks> {
  const taken = await read
    .select({ mark: workflowStep.mark, userId: workflowEvent.userId })
    .from(workflowEvent)
    .innerJoin(workflowStep, eq(workflowStep.id, workflowEvent.stepId))
    .where(
      and(
        eq(workflowEvent.objectId, objectId),
        eq(workflowEvent.round, round),
        isNotNull(workflowStep.mark),
        isNotNull(workflowEvent.userId),
      ),
    )
  const marks: Record<string, Set<number>> = {}
  for (const { mark, userId } of taken) {
    if (mark === null || userId === null) continue
    const people = marks[mark] ?? new Set<number>()
    marks[mark] = people.add(userId)
  }
  return marks
}
