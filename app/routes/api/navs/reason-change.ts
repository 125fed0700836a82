import { changeReason } from '~/areas/navs/controls/change-reason.server'
import { calls } from '~/http/calls/call'
import type { Call } from '~/http/calls/call-types'
import { callKey } from '~/http/calls/key'
import { codeOf, idOf } from '~/http/calls/values'
import { once } from '~/platform/workflow/once.server'
import { aControl, controlShape } from './control-shape'

const change: Call = {
  may: ['navctrl', 'update'],
  tells:
    'Changes the reason of the current control of the round under way; for members of the queue TEAM LEADER.',
  answers: { 200: aControl },
  title: 'Error updating reason.',
  answer(guarded, { request, params }) {
    const { actor, transaction, services } = guarded
    const now = services.clock()
    const controlId = idOf(params.controlId, 'control')
    const reasonCode = codeOf(params.reasonCode)
    const action = `reason ${controlId} ${reasonCode}`
    const sent = { key: callKey(guarded, request), userId: actor.id, action, now }
    return transaction(async (tx) => {
      await once(tx, sent, () => changeReason(tx, actor, { controlId, reasonCode }, now))
      return controlShape(tx, controlId)
    })
  },
}

/** GET dashboard/nav/reason/{reasonCode}/{controlId} changes the reason, and POST does; both answer the control. */
export const loader = calls({ GET: { ...change, changes: true }, POST: change })
export const action = loader
