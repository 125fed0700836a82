import { DRAFT_GRID, draftColumns } from '~/components/drafts/draft-columns'
import { draftList } from '~/domain/drafts/draft-list.server'
import { updateDraft } from '~/domain/drafts/update-draft.server'
import { calls } from '~/http/calls/call'
import { callKey } from '~/http/calls/key'
import { callQuery, fieldsOf, listAnswer } from '~/http/calls/list'
import { draftFieldsGiven } from '~/http/draft-forms'
import { idIn, readDraftBody, seenRevision } from './draft-body'
import { draftShape } from './draft-shape'

/**
 * GET drafttransactions: the drafts, in the order of Drafted Expenses, filtered and sorted like its grid.
 * POST drafttransactions: changes the fields that are sent of the draft that `id` names, and answers it.
 */
export const loader = calls({
  GET: {
    may: ['draftsdashboard'],
    async answer({ read, services }, { request }) {
      const { timeZone } = services.settings
      const fields = [...draftColumns(timeZone), ...fieldsOf({ event_queue: 'text' })]
      const query = callQuery(request, fields, DRAFT_GRID)
      return listAnswer(request, query, await draftList(read, timeZone).page(query))
    },
  },
  POST: {
    may: ['draftsdashboard', 'update'],
    async answer(guarded, { request }) {
      const { actor, transaction, services } = guarded
      const body = await readDraftBody(request)
      const draftId = idIn(body, 'id')
      const fields = draftFieldsGiven(body)
      const change = { draftId, fields, revision: seenRevision(request, body) }
      const idempotencyKey = callKey(guarded, request)
      return transaction(async (tx) => {
        await updateDraft(tx, actor, { ...change, idempotencyKey }, services.clock())
        return draftShape(tx, draftId)
      })
    },
  },
})
export const action = loader
