import type { FunctionId } from '~/domain/access/actor'
import { calls } from '~/http/calls/call'
import type { Guarded } from '~/http/guard'
import { instanceOfKind, type ObjectKind } from './instance-of-kind'
import { type StepBody, stepBody } from './step-body'

/**
 * The calls of an address that takes the chosen step of an object of one kind; an object of another kind is not found.
 * @param functionId what the caller needs update on
 * @param take takes the step and gives the answer
 */
export function stepCalls(
  kind: ObjectKind,
  functionId: FunctionId,
  take: (guarded: Guarded, body: StepBody) => Promise<unknown>,
) {
  return calls({
    POST: {
      may: [functionId, 'update'],
      title: 'Workflow cannot move to next step.',
      async answer(guarded, { request }) {
        const body = await stepBody(guarded, request)
        await instanceOfKind(guarded.read, kind, body.objectId)
        return take(guarded, body)
      },
    },
  })
}
