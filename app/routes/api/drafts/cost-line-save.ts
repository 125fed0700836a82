import { costLinesOf } from '~/domain/drafts/cost-lines-of.server'
import { saveCostLine } from '~/domain/drafts/save-cost-line.server'
import { jsonAnswer } from '~/http/calls/answer'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { costLineGiven } from '~/http/draft-forms'
import { idIn, optionalIdIn, readDraftBody, seenRevision } from './draft-body'

/** POST costs: adds a cost line to the draft that `transactionDraftId` names (201), or changes the one that `id` names. */
export const loader = calls({
  POST: {
    may: ['draftsdashboard', 'update'],
    async answer(guarded, { request }) {
      const { actor, transaction, services } = guarded
      const body = await readDraftBody(request)
      const change = {
        draftId: idIn(body, 'transactionDraftId'),
        id: optionalIdIn(body, 'id'),
        revision: seenRevision(request, body),
        fields: costLineGiven(body),
        idempotencyKey: callKey(guarded, request),
      }
      return transaction(async (tx) => {
        const saved = await saveCostLine(tx, actor, change, services.clock())
        const line = (await costLinesOf(tx, change.draftId)).find(({ id }) => id === saved.id)
        return jsonAnswer({ ...line, revision: saved.revision }, change.id === null ? 201 : 200)
      })
    },
  },
})
export const action = loader
