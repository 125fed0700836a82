import { z } from 'zod'
import { nextRouting } from '~/domain/navs/nav-view.server'
import { takeNavStep } from '~/domain/navs/take-nav-step.server'
import { readBody } from '~/http/calls/body'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { dayValue, idOf, idValue, lineValue, nothing, textValue } from '~/http/calls/values'
import { fundNavShape } from './fund-nav-shape'

const fundData = (timeZone: string) =>
  z.object({
    eventLog: textValue.nullish(),
    currentMessage: textValue.nullish(),
    documentReceptionDate: dayValue(timeZone).optional(),
    /** Of the client. */
    validationDate: dayValue(timeZone).optional(),
    currentControlId: z.preprocess(nothing, idValue.nullable()).optional(),
    currentEventId: z.preprocess(nothing, idValue.nullable()).optional(),
    reasonCode: z.preprocess(nothing, lineValue.nullable()).optional(),
  })

/** POST dashboard/nav/{id}/nextrouting/{routingId}: takes the step; answers the fresh fund NAV. */
export const loader = calls({
  POST: {
    may: ['navctrl', 'update'],
    title: 'Workflow cannot move to next step.',
    async answer(guarded, { request, params }) {
      const { actor, read, transaction, services } = guarded
      const fundNavId = idOf(params.fundNavId, 'NAV')
      const stepId = idOf(params.routingId, 'step')
      const body = await readBody(request, fundData(services.settings.timeZone))
      // Callers send the whole fund data: a date counts only with a step that asks for it.
      const { routing } = await nextRouting(read, actor, fundNavId)
      const asks = routing.find(({ id }) => id === stepId)?.dateToDisplayId
      const input = {
        fundNavId,
        stepId,
        seenEventId: body.currentEventId ?? null,
        comment: body.eventLog ?? body.currentMessage ?? '',
        documentReceptionDate: asks === 1 || asks === 3 ? (body.documentReceptionDate ?? null) : null,
        clientValidationDate: asks === 2 ? (body.validationDate ?? null) : null,
        reasonCode: asks === 3 ? (body.reasonCode ?? null) : null,
        currentControlId: body.currentControlId ?? null,
        idempotencyKey: callKey(guarded, request),
      }
      return transaction(async (tx) => {
        await takeNavStep(tx, actor, input, services.clock())
        return fundNavShape(tx, actor, fundNavId)
      })
    },
  },
})
export const action = loader
