import type { Read } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { entityEvent, entityProcess, entityProcessDate, process, task } from 'db/schema/processes'
import { workflowEvent, workflowStep } from 'db/schema/workflow'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { left } from '~/platform/lists/list-fields.server'
import { type ObjectKind, objectSteps, place } from '~/platform/objects/object-kinds.server'
import type { StepInput, WorkflowHandlers } from '~/platform/objects/take-step.server'
import { DomainError } from '~/platform/values/domain-error'
import { ACTED_FOR } from '~/platform/workflow/history.server'
import type { FourEyesRoles, Instance } from '~/platform/workflow/types'
import { ENTITY_NAME, EVENT_NAME, isEntityOfProcess, ofFund } from './fields.server'
import { taskFiguresOf } from './list.server'
import type { TaskKind } from './process'
import { COMPLETE_TASKS } from './process'

/**
 * The marks that the steps of a task's round set on people, as its workflow defines them: "doer" on the user who starts
 * or does it.
 */
export async function taskMarks(
  read: Read,
  { objectId, round }: Pick<Instance, 'objectId' | 'round'>,
): Promise<FourEyesRoles> {
  const taken = await read
    .select({ mark: workflowStep.mark, userId: workflowEvent.userId, actedFor: ACTED_FOR })
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
  for (const { mark, userId, actedFor } of taken) {
    if (mark === null || userId === null) continue
    const people = marks[mark] ?? new Set<number>()
    marks[mark] = people.add(userId)
    if (actedFor !== null) people.add(actedFor)
  }
  return marks
}

/** The steps of a task, with or without a review: they have no condition and no effect. Those of a deadline are the system's. */
export const taskWorkflow: WorkflowHandlers<StepInput, { name: string }> = {
  kinds: ['task', 'reviewed task', 'deadline'],
  // The date first, like all code that moves or removes dates: the step changes the sums stored with it.
  async before({ tx }, taskId) {
    const [row] = await tx
      .select({ name: task.name })
      .from(task)
      .innerJoin(entityProcessDate, eq(entityProcessDate.id, task.entityProcessDateId))
      .where(eq(task.id, taskId))
      .for('no key update', { of: entityProcessDate })
    if (!row)
      throw new DomainError('not-found', `There is no task ${taskId}. Open it from the list of Processes.`)
    return row
  },
  marks: ({ read }, instance) => taskMarks(read, instance),
  conditions: {},
  effects: {},
  nameOf: (_, { name }) => name,
}

/** A task for code that knows only its kind. */
export const taskObject = (kind: TaskKind): ObjectKind => ({
  functions: ['processdashboard'],
  list: '/tasks',
  completed: COMPLETE_TASKS[kind],
  atWork: {
    label: 'Task',
    joins: [
      left(task, eq(task.id, place.objectId)),
      left(entityProcessDate, eq(entityProcessDate.id, task.entityProcessDateId)),
      left(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId)),
      left(process, eq(process.id, entityProcess.processId)),
      left(entityEvent, eq(entityEvent.id, process.entityEventId)),
      left(ofFund, eq(ofFund.id, entityProcess.fundId)),
      left(legalEntity, isEntityOfProcess),
    ],
    title: sql`concat(${task.name}, ', ', case when ${entityProcess.objectId} is null then ${process.name} else ${EVENT_NAME} end,
      ' of ', ${ENTITY_NAME})`,
    amount: sql`null::numeric`,
    currency: sql`null::text`,
    calendar: sql`coalesce(${ofFund.calendar}, ${legalEntity.calendar})`,
    facts: sql`null::text`,
    figures: taskFiguresOf,
    revision: sql`null::int`,
  },
  steps: objectSteps(taskWorkflow),
})

/** A process, whose tasks have the workflow. Its own address redirects to its row of the list. */
export const processObject: ObjectKind = {
  functions: ['processdashboard'],
  list: '/processes',
  completed: [],
  steps: null,
  atWork: null,
}
