import { z } from 'zod'
import { costLinesOf } from '~/areas/drafts/cost-lines-of.server'
import { CostLineCallFields } from '~/areas/drafts/forms'
import { saveCostLine } from '~/areas/drafts/save-cost-line.server'
import { jsonAnswer } from '~/http/calls/answer'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { seenRevision } from '~/http/calls/seen-revision'
import { takes } from '~/http/calls/takes'
import { aCostLine, draftRevision } from './cost-line-shape'

const aSavedLine = z.object({ ...aCostLine.shape, revision: draftRevision }).meta({ id: 'SavedCostLine' })

/** POST costs: adds a cost line to the draft that `transactionDraftId` names (201), or changes the one that `id` names. */
export const loader = calls({
  POST: {
    may: ['draftsdashboard', 'update'],
    tells:
      'Adds a cost line to the draft that "transactionDraftId" names, or changes the one that "id" names.',
    answers: { 200: aSavedLine, 201: aSavedLine },
    ifMatch: true,
    ...takes(
      CostLineCallFields,
      (guarded, { request }, { id, transactionDraftId: draftId, revision, ...fields }) => {
        const { actor, transaction, services } = guarded
        const seen = seenRevision(request, revision)
        const change = { draftId, id, revision: seen, fields, idempotencyKey: callKey(guarded, request) }
        return transaction(async (tx) => {
          const saved = await saveCostLine(tx, actor, change, services.clock())
          const line = (await costLinesOf(tx, draftId)).find((each) => each.id === saved.id)
          return jsonAnswer({ ...line, revision: saved.revision }, id === null ? 201 : 200)
        })
      },
      { multipart: true },
    ),
  },
})
export const action = loader
