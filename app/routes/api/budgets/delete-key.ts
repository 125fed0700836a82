import { calls } from '~/http/calls/call'
import { deleteCall, inPath } from './delete-call'

const drop = deleteCall(inPath)

/** GET budget/delete/{key} as the specification has it, and DELETE and POST: deletes a budget that was never in force. */
export const loader = calls({ GET: { ...drop, changes: true }, DELETE: drop, POST: drop })
export const action = loader
