import type { FunctionId } from '~/areas/access/actor'
import { calls } from '~/http/calls/call'
import { takes } from '~/http/calls/takes'
import type { Guarded } from '~/http/guard'
import { instanceOfKind, NAMED, type ObjectKind } from './instance-of-kind'
import { anInstance } from './instance-shape'
import { type StepBody, stepBody, stepFields } from './step-body'

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
  const named = NAMED[kind]
  return calls({
    POST: {
      may: [functionId, 'update'],
      title: 'Workflow cannot move to next step.',
      tells: `Takes the chosen step of ${named}; answers its history, where it is then, and the next steps.`,
      answers: { 200: anInstance },
      ...takes(stepFields, async (guarded, { request }, fields) => {
        const body = stepBody(guarded, request, fields)
        await instanceOfKind(guarded.read, kind, body.objectId)
        return take(guarded, body)
      }),
    },
  })
}
