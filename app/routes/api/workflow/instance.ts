import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'
import { objectFor } from '../object-kind'
import { anInstance, instanceShape } from './instance-shape'

/** GET workflows/instances/{objectId}: history, where the object is, and the steps that the caller may take. */
export const loader = calls({
  GET: {
    may: 'any user',
    tells: 'History of any object with a workflow, where it is, and the steps that the caller may take.',
    answers: { 200: anInstance },
    async answer({ actor, read }, { params }) {
      const instance = await objectFor(read, actor, idOf(params.objectId, 'object'))
      return instanceShape(read, actor, instance)
    },
  },
})
export const action = loader
