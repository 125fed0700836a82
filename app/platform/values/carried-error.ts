import { DomainError, type DomainErrorCode } from './domain-error'

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
