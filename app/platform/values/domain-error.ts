/** Every expected refusal has one of these codes; app/http maps a code to a status in one place. */
export type DomainErrorCode =
  | 'invalid' // the input breaks a rule: 422
  | 'refused' // the business does not allow it now: 422
  | 'forbidden' // this user may not: 403
  | 'not-found' // 404
  | 'conflict' // another user was faster: 409
  | 'too-large' // 413
  | 'busy' // too many at once, try again: 429
  | 'unavailable' // another server that it needs does not respond: 503

/** An expected refusal: a sentence that says what to do, and the fields concerned. */
export class DomainError extends Error {
  constructor(
    readonly code: DomainErrorCode,
    message: string,
    readonly options: {
      title?: string
      fields?: Record<string, string>
      list?: string[]
      /** The same where a JSON was sent, with the places (RFC 6901): calls answer these in place of `list`. */
      places?: { pointer: string; what: string }[]
      /** Data for programs, such as the versions of a row that two users changed. */
      details?: Record<string, unknown>
      /** The request's earlier data is stored, and the sentence says so. */
      tellsStored?: true
    } = {},
  ) {
    super(message)
    this.name = 'DomainError'
  }
}

/** Refusals of one thing, which all have its title. */
export const refusalTitled =
  (title: string) =>
  (code: DomainErrorCode, message: string, fields?: Record<string, string>): DomainError =>
    new DomainError(code, message, { title, ...(fields ? { fields } : {}) })

/** An error as plain data that can be sent between threads. */
export type CarriedError =
  | { refusal: { code: DomainErrorCode; message: string; options: DomainError['options'] } }
  | { failure: { message: string; stack: string | undefined } }

/** The data of an error; an expected refusal keeps its code, message and options. */
export function carriedError(error: unknown): CarriedError {
  if (error instanceof DomainError) {
    return { refusal: { code: error.code, message: error.message, options: error.options } }
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { failure: { message, stack } }
}

/** The error rebuilt from the data. */
export function arrivedError(carried: CarriedError): Error {
  if ('refusal' in carried) {
    const { code, message, options } = carried.refusal
    return new DomainError(code, message, options)
  }
  const error = new Error(carried.failure.message)
  if (carried.failure.stack) error.stack = carried.failure.stack
  return error
}
