import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { Read } from 'db/database'
import { z } from 'zod'
import { type FunctionId, type Permission, stepTaker } from '~/areas/access/actor'
import { idInPath, sameSearch } from '~/http/address'
import { formId, formNumber, parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { instanceById } from '~/platform/workflow/instance.server'
import type { KindRules } from '~/platform/workflow/kind-rules'
import { MAX_COMMENT_LENGTH } from '~/platform/workflow/types'
import { stepsOfKind } from '../object-kinds.server'
import { nextSteps, STEP_REFUSED } from '../take-step.server'

/** The popup that asks before an object is cancelled: the same for every kind with a step "cancel". */

interface CancelRequest {
  /** What is cancelled, and the consequences, in sentences. */
  question: string
  /** Revision of the object that the question shows, if it has revisions. */
  revision?: number
}

/**
 * The data of the popup; the address has the id as `draftId`, `invoiceId`, `runId` of a payment run, ….
 * @param permission required to show it
 */
export async function cancelQuestion(
  args: LoaderFunctionArgs,
  { kind, functionId }: KindRules,
  ask: (read: Read, id: number) => Promise<CancelRequest>,
  permission: Permission = 'update',
) {
  const { actor, read, services } = await guard(args, functionId as FunctionId, permission)
  const id = idInPath(args.params[idName(kind)])
  return pageRead(async () => {
    const question = await ask(read, id)
    const instance = await instanceById(read, id)
    const marks = await stepsOfKind(kind).marks({ read }, instance)
    const { routing } = await nextSteps(read, stepTaker(actor), instance, marks)
    return {
      ...question,
      what: `${kind} ${id}`,
      stepId: routing.find(({ name }) => name === 'cancel')?.id ?? null,
      seenEventId: instance.lastEventId,
      idempotencyKey: services.ids.uuid(),
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

/** Takes the step, and redirects to the object. */
export async function cancelObject(args: ActionFunctionArgs, { kind, functionId }: KindRules) {
  const guarded = await guard(args, functionId as FunctionId, 'update')
  const objectId = idInPath(args.params[idName(kind)])
  return formAnswer(
    args,
    async (typed) => {
      const { eventLog, revision = null, ...step } = parseFields(typed, CancelFields, STEP_REFUSED)
      const request = { ...step, objectId, revision, comment: eventLog, paymentDate: null, accountSeen: null }
      const line = await stepsOfKind(kind).take(guarded, request, async (_, done) => done)
      const here = new URL(args.request.url).pathname.replace(/\/cancel\/*$/i, '')
      return redirectWithStatus(guarded, here + sameSearch(args.request, { done: 1 }), line)
    },
    STEP_REFUSED,
  )
}
