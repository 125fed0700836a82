import { costLinesOf } from '~/domain/drafts/cost-lines-of.server'
import { draftById } from '~/domain/drafts/draft-by-id.server'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'

/** GET costs/{draftId}: the cost lines of a draft. */
export const loader = calls({
  GET: {
    may: ['draftsdashboard'],
    async answer({ read }, { params }) {
      const { id } = await draftById(read, idOf(params.draftId, 'draft'))
      return costLinesOf(read, id)
    },
  },
})
export const action = loader
