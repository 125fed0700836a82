import type { FunctionId } from '~/areas/access/actor'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'
import { instanceOfKind, NAMED, type ObjectKind } from './instance-of-kind'
import { anInstance, instanceShape } from './instance-shape'

/**
 * The calls of an address that tells the history of an object of one kind, where it is, and the steps that the caller
 * may take. The address names the id `draftId`, `invoiceId`, ….
 * @param functionId what the caller must be allowed to open
 */
export function instanceCalls(kind: ObjectKind, functionId: FunctionId) {
  return calls({
    GET: {
      may: [functionId],
      tells: `History of ${NAMED[kind]}, where it is, and the steps that the caller may take.`,
      answers: { 200: anInstance },
      async answer({ actor, read }, { params }) {
        const instance = await instanceOfKind(read, kind, idOf(params[`${kind}Id`], kind))
        return instanceShape(read, actor, instance)
      },
    },
  })
}
