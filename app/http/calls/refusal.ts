import type { RouteArgs } from '../guard'
import { refusalOf, retryAfterOf, statusOf } from '../refusal'
import { isOutage } from '../server/outage'
import { OUTAGE, UNEXPECTED } from '../server/refuse'
import { jsonAnswer } from './answer'

const GENERAL_TITLE = 'Settings error'

const FAULTS = { 400: 'malformed', 404: 'not-found', 405: 'method', 415: 'content-type' } as const

/** A fault in the form of a call, not in its content: wrong address, method or kind of body. */
export class CallFault extends Error {
  constructor(
    readonly status: keyof typeof FAULTS,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = 'CallFault'
  }
}

/**
 * The JSON answer to anything that was thrown while a call was answered. What nobody expected is logged whole and told
 * to nobody: the answer has the request's id, which finds it in the log.
 * @param title of refusals that have none of their own
 */
export function callRefusal(
  error: unknown,
  { context, request }: RouteArgs,
  title = GENERAL_TITLE,
): Response {
  if (error instanceof Response) return error
  if (error instanceof CallFault) {
    const body = { errorMessage: error.message, title, code: FAULTS[error.status], fields: {} }
    return jsonAnswer(body, error.status, error.headers)
  }
  const refusal = refusalOf(error)
  if (refusal) {
    const { code, message, fields, list, details } = refusal
    context.log.info({ code, path: new URL(request.url).pathname, message }, 'refused')
    const body = {
      errorMessage: message,
      title: refusal.title === GENERAL_TITLE ? title : refusal.title,
      code,
      fields,
      ...(list.length > 0 ? { list } : {}),
      ...(details ? { details } : {}),
    }
    const seconds = retryAfterOf(error)
    if (seconds !== null) context.retryAfter(seconds)
    return jsonAnswer(body, statusOf(refusal))
  }
  const { message, status, code, title: told } = isOutage(error) ? OUTAGE : UNEXPECTED
  if (!request.signal.aborted) context.log.error({ err: error }, 'unexpected error')
  return jsonAnswer(
    { errorMessage: message, title: told, code, fields: {}, requestId: context.requestId },
    status,
  )
}
