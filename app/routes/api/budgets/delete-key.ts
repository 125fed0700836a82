import { calls } from '~/http/calls/call'
import type { Call } from '~/http/calls/call-types'
import { idOf } from '~/http/calls/values'
import { deleteCall, deleted } from './delete-call'

const drop: Call = {
  ...deleteCall,
  answer: (guarded, args) => deleted(guarded, args, { budgetId: idOf(args.params.budgetId, 'budget') }),
}

/** GET budget/delete/{key} as the specification has it, and DELETE and POST: deletes a budget that was never in force. */
export const loader = calls({ GET: { ...drop, changes: true }, DELETE: drop, POST: drop })
export const action = loader
