import type { Transaction } from 'db/database'
import { type Actor, stepTaker } from '~/areas/access/actor'
import { dayIn } from '~/platform/values/day'
import { once } from '~/platform/workflow/once.server'
import { takeStep } from '~/platform/workflow/take-step.server'
import { draftSubject } from './draft-subject.server'

export interface DraftStepInput {
  draftId: number
  /** `workflowId` of the step. */
  stepId: number
  /** The event that the form saw; null when the caller did not say. */
  seenEventId: number | null
  /** The draft's revision that the form saw; null when the caller did not say. */
  revision: number | null
  comment: string
  /** Null when the caller sends none: the check of the seen event must do then. */
  idempotencyKey: string | null
}

/** Takes one step of a draft; answers what happened, in a short line. */
export async function takeDraftStep(
  tx: Transaction,
  actor: Actor,
  { draftId, stepId, seenEventId, revision, comment, idempotencyKey }: DraftStepInput,
  now: Date,
  timeZone: string,
): Promise<string> {
  const take = async () => {
    const request = { objectId: draftId, stepId, seenEventId, revision, comment, today: dayIn(now, timeZone) }
    const { to } = await takeStep(tx, draftSubject, stepTaker(actor), request, now)
    return `Draft ${draftId}: ${to.status} (${to.queue})`
  }
  if (idempotencyKey === null) return take()
  const action = `draft step ${stepId} of ${draftId}`
  return once(tx, { key: idempotencyKey, userId: actor.id, action, now }, take)
}
