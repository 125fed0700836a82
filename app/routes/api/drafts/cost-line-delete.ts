import { z } from 'zod'
import { deleteCostLine } from '~/areas/drafts/delete-cost-line.server'
import { anId } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import type { Call } from '~/http/calls/call-types'
import { callKey } from '~/http/calls/key'
import { seenRevision } from '~/http/calls/seen-revision'
import { idOf } from '~/http/calls/values'
import { draftRevision } from './cost-line-shape'

const drop: Call = {
  may: ['draftsdashboard', 'update'],
  title: 'Delete Error',
  tells: 'Deletes a cost line; answers which one is gone.',
  answers: { 200: z.object({ id: anId, transactionDraftId: anId, revision: draftRevision }) },
  ifMatch: true,
  async answer(guarded, { request, params }) {
    const { actor, transaction, services } = guarded
    const deletion = {
      id: idOf(params.costId, 'cost line'),
      revision: seenRevision(request, null),
      idempotencyKey: callKey(guarded, request),
    }
    const { draftId, revision } = await transaction((tx) =>
      deleteCostLine(tx, actor, deletion, services.clock()),
    )
    return { id: deletion.id, transactionDraftId: draftId, revision }
  },
}

/** GET costs/{id}/delete deletes a cost line, and POST and DELETE do; answers which one is gone. */
export const loader = calls({ GET: { ...drop, changes: true }, POST: drop, DELETE: drop })
export const action = loader
