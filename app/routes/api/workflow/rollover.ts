import { recreateDraft } from '~/areas/drafts/recreate-draft.server'
import { created } from '~/http/calls/answer'
import { calls } from '~/http/calls/call'
import type { Call } from '~/http/calls/call-types'
import { callKey } from '~/http/calls/key'
import { idOf } from '~/http/calls/values'
import { aDraft, draftShape } from '../drafts/draft-shape'

const rollover: Call = {
  may: ['draftsdashboard', 'add'],
  tells: 'Makes a cancelled invoice into a draft again; answers the draft.',
  answers: { 201: aDraft },
  async answer(guarded, { request, params }) {
    const { actor, transaction, services } = guarded
    const invoiceId = idOf(params.invoiceId, 'invoice')
    const input = { invoiceId, seenEventId: null, idempotencyKey: callKey(guarded, request) }
    return transaction(async (tx) => {
      const { draftId } = await recreateDraft(tx, actor, input, services.clock(), services.settings.timeZone)
      return created(await draftShape(tx, draftId))
    })
  },
}

/** GET transactions/rollover/{id} makes a cancelled invoice into a draft again, and POST does; both answer the draft. */
export const loader = calls({ GET: { ...rollover, changes: true }, POST: rollover })
export const action = loader
