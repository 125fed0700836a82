import type { Transaction } from 'db/database'
import { task } from 'db/schema/processes'
import { eq } from 'drizzle-orm'
import { type Actor, stepTaker } from '~/areas/access/actor'
import { DomainError } from '~/platform/values/domain-error'
import { once } from '~/platform/workflow/once.server'
import { takeStep } from '~/platform/workflow/take-step.server'
import { taskSubject } from './task-subject.server'

export interface TaskStepInput {
  taskId: number
  /** `workflowId` of the step. */
  stepId: number
  /** The event that the form saw; null when the caller did not say. */
  seenEventId: number | null
  comment: string
  /** Null when the caller sends none: the check of the seen event must do then. */
  idempotencyKey: string | null
}

/** Takes one step of a task; answers what happened, in a short line. */
export async function takeTaskStep(
  tx: Transaction,
  actor: Actor,
  { taskId, stepId, seenEventId, comment, idempotencyKey }: TaskStepInput,
  now: Date,
): Promise<string> {
  const take = async () => {
    const [row] = await tx
      .select({ name: task.name, needsReview: task.needsReview })
      .from(task)
      .where(eq(task.id, taskId))
    if (!row)
      throw new DomainError('not-found', `There is no task ${taskId}. Open it from the list of Processes.`)
    const subject = taskSubject(row.needsReview ? 'reviewed task' : 'task')
    const request = { objectId: taskId, stepId, seenEventId, comment }
    const { to } = await takeStep(tx, subject, stepTaker(actor), request, now)
    return `${row.name}: ${to.status} (${to.queue})`
  }
  if (idempotencyKey === null) return take()
  const action = `task step ${stepId} of ${taskId}`
  return once(tx, { key: idempotencyKey, userId: actor.id, action, now }, take)
}
