import { z } from 'zod'
import { callKey } from '~/http/calls/key'
import { dayValue, idValue, optionalIdValue, textValue } from '~/http/calls/values'
import type { Guarded } from '~/http/guard'
import type { Day } from '~/platform/values/day'

/** What a call says with the step that it takes: the chosen step plus objectId and eventLog. */
export interface StepBody {
  objectId: number
  stepId: number
  comment: string
  /** The event that the caller saw; null when they did not say. */
  seenEventId: number | null
  /** Of a draft, as the caller saw it; null when they did not say. */
  revision: number | null
  /** With "Paid" of an invoice. */
  paymentDate: Day | null
  /** With approvals and "Payment sent" of an invoice: hash of the account that the caller saw; null when they did not say. */
  accountSeen: string | null
  idempotencyKey: string
}

/** Next workflow step of the specification, section 3, as it is sent. */
export const stepFields = (timeZone: string) =>
  z.object({
    objectId: idValue,
    workflowId: idValue.describe('Of the chosen step.'),
    eventLog: textValue.nullish().describe('A comment.'),
    currentEventId: optionalIdValue.describe(
      'The event that the caller saw: refused when somebody was faster.',
    ),
    revision: optionalIdValue.describe('Of a draft, as the caller saw it.'),
    paymentDate: dayValue(timeZone).optional().describe('With "Paid" of an invoice; today when left out.'),
    accountHash: textValue
      .nullish()
      .describe(
        'With approvals and "Payment sent" of an invoice: its accountHash as the caller saw it; refused when another account is paid now.',
      ),
  })

export function stepBody(
  guarded: Guarded,
  request: Request,
  fields: z.output<ReturnType<typeof stepFields>>,
): StepBody {
  return {
    objectId: fields.objectId,
    stepId: fields.workflowId,
    comment: fields.eventLog ?? '',
    seenEventId: fields.currentEventId,
    revision: fields.revision,
    paymentDate: fields.paymentDate ?? null,
    accountSeen: fields.accountHash ?? null,
    idempotencyKey: callKey(guarded, request),
  }
}
