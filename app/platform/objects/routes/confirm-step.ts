import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import type { Read } from 'db/database'
import { z } from 'zod'
import { type FunctionId, type Permission, stepTaker } from '~/areas/access/actor'
import { idInPath, sameSearch } from '~/http/address'
import { formId, formNumber, parseFields } from '~/http/form'
import { type Guarded, guard, type RouteArgs } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { confirmedStepIn, objectAddress, type StepQuestion } from '~/platform/workflow/confirmed-steps'
import { instanceById } from '~/platform/workflow/instance.server'
import type { KindRules } from '~/platform/workflow/kind-rules'
import { MAX_COMMENT_LENGTH } from '~/platform/workflow/types'
import { stepsOfKind } from '../object-kinds.server'
import { nextSteps, STEP_REFUSED } from '../take-step.server'

/** The popup that asks before a step which cannot be undone: the same for objects of every kind. */

interface ConfirmedObject {
  kind: string
  objectId: number
  /** The name of the step: "cancel", "second approval". */
  name: string
}

/**
 * The data of the popup: its question, and the step if this user may take it now.
 * @param ask reads the question, and what its fields show; throws DomainError not-found
 */
export function stepQuestion<Question extends StepQuestion>(
  { actor, read, services }: Guarded,
  { kind, objectId, name }: ConfirmedObject,
  ask: () => Promise<Question>,
) {
  return pageRead(async () => {
    const question = await ask()
    const instance = await instanceById(read, objectId)
    const marks = await stepsOfKind(kind).marks({ read }, instance)
    const { routing, actsFor } = await nextSteps(read, stepTaker(actor), instance, marks)
    const step = routing.find((each) => each.name === name)
    return {
      ...question,
      stepId: step?.id ?? null,
      needsMessage: step?.commentRequired ?? false,
      actsFor,
      seenEventId: instance.lastEventId,
      idempotencyKey: services.ids.uuid(),
    }
  })
}

/** The step that the address asks about. @throws 404 for any other */
export function stepInAddress<Name extends string>({ params }: RouteArgs, names: readonly Name[]): Name {
  const name = confirmedStepIn(params.step, names)
  if (name) return name
  throw data({ message: 'There is no such step. Open the object from its list.' }, { status: 404 })
}

/** Takes the step as its area does, and redirects to the object. */
export function takeConfirmedStep<Schema extends z.ZodType>(
  args: ActionFunctionArgs,
  guarded: Guarded,
  fields: Schema,
  take: (fields: z.output<Schema>) => Promise<string>,
) {
  return formAnswer(
    args,
    async (typed) => {
      const line = await take(parseFields(typed, fields, STEP_REFUSED))
      const here = objectAddress(new URL(args.request.url).pathname)
      return redirectWithStatus(guarded, here + sameSearch(args.request, { done: 1 }), line)
    },
    STEP_REFUSED,
  )
}

interface CancelRequest {
  /** What is cancelled, and the consequences, in sentences. */
  question: string
  /** Revision of the object that the question shows, if it has revisions. */
  revision?: number
}

/**
 * The question before an object is cancelled; the address has the id as `draftId`, `invoiceId`, `runId` of a payment
 * run, ….
 * @param permission required to show it
 */
export async function cancelQuestion(
  args: LoaderFunctionArgs,
  { kind, functionId }: KindRules,
  ask: (read: Read, id: number) => Promise<CancelRequest>,
  permission: Permission = 'update',
) {
  const guarded = await guard(args, functionId as FunctionId, permission)
  const objectId = idInPath(args.params[idName(kind)])
  const what = `${kind} ${objectId}`
  return stepQuestion(guarded, { kind, objectId, name: 'cancel' }, async () => {
    const { question, revision } = await ask(guarded.read, objectId)
    return {
      title: `Cancel ${what}?`,
      text: question,
      revision,
      button: `Cancel ${what}`,
      busyText: 'Cancelling…',
      isDanger: true,
      keep: 'Keep it',
      off: `You cannot cancel ${what} now. Its events show who acts next.`,
    }
  })
}

const idName = (kind: string) => `${kind.slice(kind.lastIndexOf(' ') + 1)}Id`

const CancelFields = z.object({
  stepId: formId(),
  seenEventId: formId(),
  revision: formNumber().optional(),
  eventLog: z.string().max(MAX_COMMENT_LENGTH, 'Message: write at most 4,000 characters.').default(''),
})

/** Cancels the object, and redirects to it. */
export async function cancelObject(args: ActionFunctionArgs, { kind, functionId }: KindRules) {
  const guarded = await guard(args, functionId as FunctionId, 'update')
  const objectId = idInPath(args.params[idName(kind)])
  return takeConfirmedStep(args, guarded, CancelFields, ({ eventLog, revision = null, ...step }) => {
    const request = { ...step, objectId, revision, comment: eventLog, paymentDate: null, accountSeen: null }
    return stepsOfKind(kind).take(guarded, request, async (_, done) => done)
  })
}
