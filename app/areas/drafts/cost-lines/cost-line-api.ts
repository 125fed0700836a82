import { z } from 'zod'
import { aNumber, anAmount, anId, aText, jsonAnswer } from '~/http/calls/answers'
import type { Call, CallTable } from '~/http/calls/call-types'
import { callKey, seenRevision } from '~/http/calls/key'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { idOf } from '~/http/calls/values'
import { fieldsOf } from '~/ui/grid/columns'
import { CostLineCallFields } from '../forms'
import { costLinesOf, draftById } from '../read-draft.server'
import { deleteCostLine, saveCostLine } from './cost-lines.server'

/** Cost allocation line of the specification, section 3. */
export const aCostLine = z
  .object({
    id: anId,
    transactionDraftId: anId,
    feesType: aText.describe('Code of the mapping FEES_TYPE.'),
    grossAmount: anAmount,
    taxes: anAmount,
    netAmount: anAmount.describe('Gross less taxes.'),
    comment: aText,
  })
  .meta({ id: 'CostLine' })

/** The revision that the draft has now: its totals are the sums of its lines. */
export const draftRevision = aNumber.describe('The revision that the draft has now.')

const aSavedLine = z.object({ ...aCostLine.shape, revision: draftRevision }).meta({ id: 'SavedCostLine' })

const COLUMNS = fieldsOf({
  ...({ id: 'number', feesType: 'text', grossAmount: 'number' } as const),
  ...({ taxes: 'number', netAmount: 'number', comment: 'text' } as const),
})

const drop: Call = {
  may: ['draftsdashboard', 'update'],
  title: 'Delete Error',
  summary: 'Deletes a cost line; answers which one was deleted.',
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

export const costLineCalls: CallTable = {
  about: 'drafts',
  calls: {
    /**
     * POST costs: adds a cost line to the draft that `transactionDraftId` names (201), or changes the one that `id`
     * names.
     */
    costs: {
      POST: {
        may: ['draftsdashboard', 'update'],
        summary:
          'Adds a cost line to the draft with this "transactionDraftId", or changes the one with this "id".',
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
    },
    /** GET costs/{draftId}: the cost lines of a draft. */
    'costs/:draftId': {
      GET: {
        may: ['draftsdashboard'],
        summary: 'The cost lines of a draft, in the order in which they were added.',
        list: kindsOf(COLUMNS),
        answers: { 200: z.array(aCostLine) },
        async answer({ read }, args) {
          const { id } = await draftById(read, idOf(args.params.draftId, 'draft'))
          return rowsAnswer(args, await costLinesOf(read, id), COLUMNS)
        },
      },
    },
    /** GET costs/{id}/delete deletes a cost line, and so do POST and DELETE; returns which one was deleted. */
    'costs/:costId/delete': { GET: { ...drop, changes: true }, POST: drop, DELETE: drop },
  },
}
