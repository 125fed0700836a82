import { jsonAnswer } from '~/http/calls/answer'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'
import { aDraft, draftShape } from './draft-shape'

/** GET drafttransactions/{id}: one draft; its revision is its ETag as well. */
export const loader = calls({
  GET: {
    may: ['draftsdashboard'],
    tells: 'One draft; its references are ids. Its ETag is one for If-Match as well.',
    answers: { 200: aDraft },
    async answer({ read }, { params }) {
      const draft = await draftShape(read, idOf(params.draftId, 'draft'))
      return jsonAnswer(draft, 200, { ETag: `"${draft.revision}"` })
    },
  },
})
export const action = loader
