import { calls } from '~/http/call'
import { jsonAnswer } from '~/http/call-answer'
import { idOf } from '~/http/call-values'
import { draftShape } from './draft-shape'

/** GET drafttransactions/{id}: one draft; its revision is its ETag as well. */
export const loader = calls({
  GET: {
    may: ['draftsdashboard'],
    async answer({ read }, { params }) {
      const draft = await draftShape(read, idOf(params.draftId, 'draft'))
      return jsonAnswer(draft, 200, { ETag: `"${draft.revision}"` })
    },
  },
})
export const action = loader
