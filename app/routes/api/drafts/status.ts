import { draftById } from '~/domain/drafts/draft-by-id.server'
import { draftFlags } from '~/domain/drafts/draft-flags'
import { instanceById } from '~/domain/workflow/instance.server'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'

/** GET drafttransactions/{id}/status: what may be done with a draft where it is. */
export const loader = calls({
  GET: {
    may: ['draftsdashboard'],
    async answer({ read }, { params }) {
      const { id } = await draftById(read, idOf(params.draftId, 'draft'))
      return draftFlags(await instanceById(read, id))
    },
  },
})
export const action = loader
