import { z } from 'zod'
import { nextRouting } from '~/areas/navs/nav-view.server'
import { takeNavStep } from '~/areas/navs/take-nav-step.server'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { takes } from '~/http/calls/takes'
import { dayValue, idOf, lineValue, nothing, optionalIdValue, textValue } from '~/http/calls/values'
import { aFundNav, fundNavShape } from './fund-nav-shape'

const fundData = (timeZone: string) =>
  z.object({
    eventLog: textValue.nullish(),
    currentMessage: textValue.nullish(),
    documentReceptionDate: dayValue(timeZone).optional(),
    validationDate: dayValue(timeZone).optional().describe('Of the client.'),
    currentControlId: optionalIdValue,
    currentEventId: optionalIdValue.describe('As the caller saw it: refused when somebody was faster.'),
    reasonCode: z.preprocess(nothing, lineValue.nullable()).optional(),
  })

/** POST dashboard/nav/{id}/nextrouting/{routingId}: takes the step; answers the fresh fund NAV. */
export const loader = calls({
  POST: {
    may: ['navctrl', 'update'],
    title: 'Workflow cannot move to next step.',
    tells: 'Takes a step with a NAV; answers the NAV as it is then. The whole fund data may be sent back.',
    answers: { 200: aFundNav },
    ...takes(
      fundData,
      async (guarded, { request, params }, body) => {
        const { actor, read, transaction, services } = guarded
        const fundNavId = idOf(params.fundNavId, 'NAV')
        const stepId = idOf(params.routingId, 'step')
        // Callers send the whole fund data: a date counts only with a step that asks for it.
        const { routing } = await nextRouting(read, actor, fundNavId)
        const asks = routing.find(({ id }) => id === stepId)?.dateToDisplayId
        const input = {
          fundNavId,
          stepId,
          seenEventId: body.currentEventId,
          comment: body.eventLog ?? body.currentMessage ?? '',
          documentReceptionDate: asks === 1 || asks === 3 ? (body.documentReceptionDate ?? null) : null,
          clientValidationDate: asks === 2 ? (body.validationDate ?? null) : null,
          reasonCode: asks === 3 ? (body.reasonCode ?? null) : null,
          currentControlId: body.currentControlId,
          idempotencyKey: callKey(guarded, request),
        }
        return transaction(async (tx) => {
          await takeNavStep(tx, actor, input, services.clock())
          return fundNavShape(tx, actor, fundNavId)
        })
      },
      { nothing: true },
    ),
  },
})
export const action = loader
