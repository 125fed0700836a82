import { calls } from '~/http/call'
import { idOf } from '~/http/call-values'
import { instanceOfKind } from './instance-of-kind'
import { instanceShape } from './instance-shape'

/** GET workflows/instances/draft/{id}: history of a draft, where it is, and the steps that the caller may take. */
export const loader = calls({
  GET: {
    may: ['draftsdashboard'],
    async answer({ actor, read }, { params }) {
      const instance = await instanceOfKind(read, 'draft', idOf(params.draftId, 'draft'))
      return instanceShape(read, actor, instance)
    },
  },
})
export const action = loader
