import type { AppLoadContext } from '@remix-run/node'
import { isDiskFull } from '~/platform/files/disks.server'
import { DomainError, type DomainErrorCode } from '~/platform/values/domain-error'
import { describeOutcome, isOutage, type Outcome } from './outcome'

const FAULTS = {
  400: 'malformed',
  401: 'not-logged-in',
  403: 'forbidden',
  404: 'not-found',
  405: 'method',
  415: 'content-type',
} as const

/**
 * The caller is unknown, or the call is malformed in its form, not its content: wrong address, method or kind of body.
 */
export class CallFault extends Error {
  constructor(
    readonly status: keyof typeof FAULTS,
    message: string,
    readonly headers: Record<string, string> = {},
    /** What the caller needs to continue. */
    readonly details?: Record<string, unknown>,
  ) {
    super(message)
    this.name = 'CallFault'
  }

  /** The kind of fault, for programs. */
  get code(): string {
    return FAULTS[this.status]
  }
}

/** An expected refusal, as shown by a page or a call. */
export interface Refusal {
  code: DomainErrorCode | 'unknown' | 'saved'
  title: string
  message: string
  fields: Record<string, string>
  list: string[]
  /** What is wrong where in a JSON that was sent: in place of `list` for programs. */
  places?: { pointer: string; what: string }[]
  /** Not refused: the form waited for its user, whose session had ended. */
  kind?: 'kept'
  /** Data that a program needs to continue. */
  details?: Record<string, unknown>
}

const STATUS: Record<Refusal['code'], number> = {
  invalid: 422,
  refused: 422,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  busy: 429,
  unavailable: 503,
  unknown: 503,
  saved: 503,
}

export function statusOf(refusal: Refusal): number {
  return STATUS[refusal.code]
}

/** Too many requests from one visitor, who may continue after this many seconds. */
export class Throttled extends DomainError {
  constructor(
    message: string,
    readonly seconds: number,
    title: string,
  ) {
    super('busy', message, { title })
  }
}

/** Another server that is needed does not respond. */
export class Unreachable extends Error {
  constructor(
    message: string,
    readonly title: string,
  ) {
    super(message)
    this.name = 'Unreachable'
  }
}

/** Whether a route threw its response on purpose: a Response, or the result of data(). */
export function isAnswer(error: unknown): boolean {
  return error instanceof Response || (error as { type?: unknown } | null)?.type === 'DataWithResponseInit'
}

interface RequestArgs {
  request: Request
  context: AppLoadContext
}

/**
 * Logs in full an error that is reported in one sentence and is not a user's mistake: a failure after the work, a full
 * disk, an outage.
 */
export function logFailure({ log, outcome }: AppLoadContext, error: unknown, { code }: Refusal): void {
  if (code === 'unknown' || code === 'saved')
    log.error({ err: error, outcome: outcome() }, 'failed after its work')
  else if (isDiskFull(error)) log.error({ err: error }, 'the disk is full')
  else if (isOutage(error)) log.error({ err: error }, 'the database cannot be reached')
}

/** Logs unexpected errors in full, but not errors caused by the visitor leaving. */
export function logUnexpected({ context }: RequestArgs, error: unknown, more = {}): void {
  if (!context.signal.aborted) context.log.error({ err: error, ...more }, 'unexpected error')
}

/** Sets how many seconds a refused visitor should wait before retrying, where waiting helps. */
export function setRetryAfter(context: AppLoadContext, error: unknown): void {
  if (error instanceof Throttled) context.retryAfter(error.seconds)
  else if (error instanceof DomainError && error.code === 'busy') context.retryAfter(10)
}

/** The refusal for an expected error, with this title unless it has its own; null for an unexpected error. */
export function refusalOf(error: unknown, otherwise = 'Settings error'): Refusal | null {
  if (error instanceof DomainError) {
    const { title = otherwise, fields = {}, list = [], places, details } = error.options
    return {
      code: error.code,
      title,
      message: error.message,
      fields,
      list,
      ...(places ? { places } : {}),
      ...(details ? { details } : {}),
    }
  }
  if (error instanceof Unreachable)
    return { code: 'unavailable', title: error.title, message: error.message, fields: {}, list: [] }
  if (isDiskFull(error)) return { ...DISK_FULL, fields: {}, list: [] }
  if (isOutage(error)) return { ...NOT_REACHABLE, fields: {}, list: [] }
  return null
}

const NOT_REACHABLE = {
  code: 'unavailable',
  title: 'Database not reachable',
  message: 'The database cannot be reached just now. Try again in a minute.',
} as const

const DISK_FULL = {
  code: 'unavailable',
  title: 'Disk full',
  message: 'The disk of the server is full. Tell an administrator.',
} as const

/**
 * The refusal of a form or call that was to store something. Once its work is stored, or may be, no later failure may
 * be reported as if it were not, whatever the error. The exception is a refusal stored together with its message.
 * @param keyed it takes effect once, however often it is sent
 */
export function refusalOfWork(
  error: unknown,
  { outcome, keyed = true }: { outcome: Outcome; keyed?: boolean },
  otherwise?: string,
): Refusal | null {
  const tellsItself = error instanceof DomainError && error.options.tellsStored === true
  const described = tellsItself ? null : describeOutcome(outcome, keyed)
  if (described) return { ...described, fields: {}, list: [] }
  const refusal = refusalOf(error, otherwise)
  if (!refusal || error instanceof DomainError) return refusal
  if (isDiskFull(error))
    return {
      ...refusal,
      message: 'The disk of the server is full, and nothing was saved this time. Tell an administrator.',
    }
  if (!isOutage(error)) return refusal
  return {
    ...refusal,
    message:
      'The database cannot be reached just now, and nothing was saved this time. Send it again in a minute.',
  }
}
