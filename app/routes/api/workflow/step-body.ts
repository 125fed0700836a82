import { z } from 'zod'
import type { Day } from '~/domain/values/day'
import { readBody } from '~/http/calls/body'
import { callKey } from '~/http/calls/key'
import { dayValue, idValue, nothing, textValue } from '~/http/calls/values'
import type { Guarded } from '~/http/guard'

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
  idempotencyKey: string
}

const optionalId = z.preprocess(nothing, idValue.nullable()).optional()

/** @throws DomainError with a sentence for each wrong field */
export async function stepBody(guarded: Guarded, request: Request): Promise<StepBody> {
  const { timeZone } = guarded.services.settings
  const body = await readBody(
    request,
    z.object({
      objectId: idValue,
      workflowId: idValue,
      eventLog: textValue.nullish(),
      currentEventId: optionalId,
      revision: optionalId,
      paymentDate: dayValue(timeZone).optional(),
    }),
  )
  return {
    objectId: body.objectId,
    stepId: body.workflowId,
    comment: body.eventLog ?? '',
    seenEventId: body.currentEventId ?? null,
    revision: body.revision ?? null,
    paymentDate: body.paymentDate ?? null,
    idempotencyKey: callKey(guarded, request),
  }
}
