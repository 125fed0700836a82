/** Every expected refusal has one of these codes; http turns a code into a status once. */
export type DomainErrorCode =
  | 'invalid' // the input breaks a rule: 422
  | 'refused' // the business does not allow it now: 422
  | 'forbidden' // this person may not: 403
  | 'not-found' // 404
  | 'conflict' // somebody was faster: 409
  | 'too-large' // 413
  | 'busy' // too many at once, try again: 429
  | 'unavailable' // another server that is needed for it does not answer: 503

/** An expected refusal: a clear sentence that tells the user what to do, and which fields are concerned. */
export class DomainError extends Error {
  constructor(
    readonly code: DomainErrorCode,
    message: string,
    readonly options: {
      title?: string
      fields?: Record<string, string>
      list?: string[]
      /** What a program needs to go on, such as the versions of a row that two people changed. */
      details?: Record<string, unknown>
      /** What its request stored before belongs to it, and its sentence tells that. */
      tellsStored?: true
    } = {},
  ) {
    super(message)
    this.name = 'DomainError'
  }
}

/** An error as plain data, which crosses from one thread to another. */
export type CarriedError =
  | { refusal: { code: DomainErrorCode; message: string; options: DomainError['options'] } }
  | { failure: { message: string; stack: string | undefined } }

/** What is carried of an error; an expected refusal keeps its code, message and options. */
export function carriedError(error: unknown): CarriedError {
  if (error instanceof DomainError) {
    return { refusal: { code: error.code, message: error.message, options: error.options } }
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { failure: { message, stack } }
}

/** The error that arrives. */
export function arrivedError(carried: CarriedError): Error {
  if ('refusal' in carried) {
    const { code, message, options } = carried.refusal
    return new DomainError(code, message, options)
  }
  const error = new Error(carried.failure.message)
  if (carried.failure.stack) error.stack = carried.failure.stack
  return error
}
