import { bodyOf } from '~/http/calls/body'
import { calls } from '~/http/calls/call'
import { type Body, idIn } from '../drafts/draft-body'
import { deleteCall } from './delete-call'

/** POST budget/delete with the key, or with the row that has it as `key` or `id`: deletes a budget that was never in force. */
export const loader = calls({
  POST: deleteCall(async ({ request }) => {
    const given = await bodyOf(request)
    const body: Body = given !== null && typeof given === 'object' ? { ...given } : { key: given }
    return { id: body.key === undefined ? idIn(body, 'id') : idIn(body, 'key'), body }
  }),
})
export const action = loader
