import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'
import { objectFor } from '../object-kind'
import { instanceShape } from './instance-shape'

/** GET workflows/instances/{objectId}: history, where the object is, and the steps that the caller may take. */
export const loader = calls({
  GET: {
    may: 'any user',
    async answer({ actor, read }, { params }) {
      const instance = await objectFor(read, actor, idOf(params.objectId, 'object'))
      return instanceShape(read, actor, instance)
    },
  },
})
export const action = loader
