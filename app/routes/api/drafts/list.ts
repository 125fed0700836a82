import { z } from 'zod'
import { draftList } from '~/areas/drafts/draft-list.server'
import { DraftCallFields } from '~/areas/drafts/forms'
import { DRAFT_GRID, draftColumns } from '~/areas/drafts/list'
import { updateDraft } from '~/areas/drafts/update-draft.server'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { callQuery, fieldsOf, listAnswer, listColumns } from '~/http/calls/list'
import { seenRevision } from '~/http/calls/seen-revision'
import { takes } from '~/http/calls/takes'
import { aDraftRow } from './draft-row-shape'
import { aDraft, draftShape } from './draft-shape'

const columns = (timeZone: string) => [...draftColumns(timeZone), ...fieldsOf({ event_queue: 'text' })]

/**
 * GET drafttransactions: the drafts, in the order of Drafted Expenses, filtered and sorted like its grid.
 * POST drafttransactions: changes the fields that are sent of the draft that `id` names, and answers it.
 */
export const loader = calls({
  GET: {
    may: ['draftsdashboard'],
    tells: 'The drafts, in the order of Drafted Expenses, filtered and sorted like its grid.',
    list: listColumns(columns('UTC')),
    answers: { 200: z.array(aDraftRow) },
    async answer({ read, services }, { request }) {
      const { timeZone } = services.settings
      const query = callQuery(request, columns(timeZone), DRAFT_GRID)
      return listAnswer(request, query, await draftList(read, timeZone).page(query))
    },
  },
  POST: {
    may: ['draftsdashboard', 'update'],
    tells: 'Changes the fields that are sent of the draft that "id" names, and answers it.',
    answers: { 200: aDraft },
    ifMatch: true,
    ...takes(
      DraftCallFields,
      (guarded, { request }, { id: draftId, revision, ...fields }) => {
        const { actor, transaction, services } = guarded
        const seen = seenRevision(request, revision)
        const change = { draftId, fields, revision: seen, idempotencyKey: callKey(guarded, request) }
        return transaction(async (tx) => {
          await updateDraft(tx, actor, change, services.clock())
          return draftShape(tx, draftId)
        })
      },
      { multipart: true },
    ),
  },
})
export const action = loader
