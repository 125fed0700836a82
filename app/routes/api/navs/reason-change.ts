import { changeReason } from '~/domain/navs/controls/change-reason.server'
import { type Call, calls } from '~/http/calls/call'
import { codeOf, idOf } from '~/http/calls/values'
import { aControl, controlShape } from './control-shape'

const change: Call = {
  may: ['navctrl', 'update'],
  tells: 'Changes the reason of a control; for members of the queue TEAM LEADER.',
  answers: { 200: aControl },
  title: 'Error updating reason.',
  answer({ actor, transaction, services }, { params }) {
    const controlId = idOf(params.controlId, 'control')
    const reasonCode = codeOf(params.reasonCode)
    return transaction(async (tx) => {
      await changeReason(tx, actor, { controlId, reasonCode }, services.clock())
      return controlShape(tx, controlId)
    })
  },
}

/** GET dashboard/nav/reason/{reasonCode}/{controlId} changes the reason, and POST does; both answer the control. */
export const loader = calls({ GET: { ...change, changes: true }, POST: change })
export const action = loader
