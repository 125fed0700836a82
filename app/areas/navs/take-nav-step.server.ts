import type { Transaction } from 'db/database'
import { type Actor, stepTaker } from '~/areas/access/actor'
import type { Day } from '~/platform/values/day'
import { showNavDate } from '~/platform/values/show'
import { once } from '~/platform/workflow/once.server'
import { takeStep } from '~/platform/workflow/take-step.server'
import { reopenAutoCheck } from './auto-checks.server'
import { changeReason } from './controls/change-reason.server'
import { navFacts } from './nav-facts.server'
import { navSubject } from './nav-subject.server'

export interface NavStepInput {
  fundNavId: number
  /** `workflowId` of the step. */
  stepId: number
  /** The event that the form saw; null when the caller did not say. */
  seenEventId: number | null
  comment: string
  documentReceptionDate: Day | null
  clientValidationDate: Day | null
  /** With Reopen: why, and the control whose reason it becomes. */
  reasonCode: string | null
  currentControlId: number | null
  /** Null when the caller sends none: the check of the seen event must do then. */
  idempotencyKey: string | null
}

/** Takes one step of a NAV; answers what happened, in a short line. */
export async function takeNavStep(
  tx: Transaction,
  actor: Actor,
  input: NavStepInput,
  now: Date,
): Promise<string> {
  const take = async () => {
    const { fundNavId, reasonCode, documentReceptionDate, clientValidationDate } = input
    const nav = await navFacts(tx, fundNavId)
    const taken = await takeStep(
      tx,
      navSubject,
      stepTaker(actor),
      {
        objectId: fundNavId,
        stepId: input.stepId,
        seenEventId: input.seenEventId,
        comment: input.comment,
        documentReceptionDate,
        clientValidationDate,
        data: {
          ...(documentReceptionDate ? { documentReceptionDate } : {}),
          ...(clientValidationDate ? { clientValidationDate } : {}),
          ...(reasonCode ? { reasonCode } : {}),
        },
      },
      now,
    )
    if (taken.to.status === 'RETURNED')
      await reopenAutoCheck(tx, { objectId: fundNavId, round: taken.round }, 'approve')
    if (taken.step.dateToDisplayId === 3 && reasonCode !== null && nav.currentControlId !== null)
      await changeReason(tx, actor, { controlId: nav.currentControlId, reasonCode, reopening: true }, now)
    return `NAV ${nav.fundCode} ${showNavDate(nav.navDate)}: ${taken.to.status} (${taken.to.queue})`
  }
  if (input.idempotencyKey === null) return take()
  const action = `nav step ${input.stepId} of ${input.fundNavId}`
  return once(tx, { key: input.idempotencyKey, userId: actor.id, action, now }, take)
}
