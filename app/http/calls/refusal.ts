import { CallFault } from '~/http/refusal'
import type { RouteArgs } from '../guard'
import { logFailure, logUnexpected, refusalOf, refusalOfWork, setRetryAfter, statusOf } from '../refusal'
import { UNEXPECTED } from '../server/refuse'
import { jsonAnswer } from './answers'
import type { Call } from './call-types'

const GENERAL_TITLE = 'Settings error'

type RefusingCall = Pick<Partial<Call>, 'title' | 'alsoError' | 'changes' | 'once'>

/**
 * The JSON response to anything thrown during a call. Unexpected errors are logged in full and never shown: the
 * response has the request's id, which finds the error in the log.
 * @param call its title is used for refusals without their own
 */
export function callRefusal(error: unknown, args: RouteArgs, call: RefusingCall = {}): Response {
  const { title = GENERAL_TITLE, alsoError = false } = call
  const { context, request } = args
  const answer = <Body extends { errorMessage: string }>(body: Body, status: number, headers = {}) =>
    jsonAnswer({ ...body, ...(alsoError ? { error: body.errorMessage } : {}) }, status, headers)
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  const outcome = context.outcome()
  if (error instanceof Response) return error
  if (error instanceof CallFault && outcome === 'nothing') {
    const { message, code, details } = error
    const body = { errorMessage: message, title, code, fields: {}, ...(details ? { details } : {}) }
    return answer(body, error.status, error.headers)
  }
  const keyed = call.once === true || request.headers.has('Idempotency-Key')
  const refusal = changes || call.changes ? refusalOfWork(error, { outcome, keyed }) : refusalOf(error)
  if (refusal) {
    logFailure(context, error, refusal)
    const { code, message, fields, details } = refusal
    const list = refusal.places ?? refusal.list
    context.log.info({ code, path: new URL(request.url).pathname, message }, 'refused')
    const body = {
      errorMessage: message,
      title: refusal.title === GENERAL_TITLE ? title : refusal.title,
      code,
      fields,
      ...(list.length > 0 ? { list } : {}),
      ...(details ? { details } : {}),
    }
    setRetryAfter(context, error)
    return answer(body, statusOf(refusal))
  }
  const { message, status, code, title: unexpected } = UNEXPECTED
  logUnexpected(args, error)
  return answer(
    { errorMessage: message, title: unexpected, code, fields: {}, requestId: context.requestId },
    status,
  )
}
