import { DomainError, type DomainErrorCode } from '~/domain/values/domain-error'

/** What the pool sends to a worker. */
export interface JobMessage {
  id: number
  name: string
  args: unknown[]
}

/** What a worker answers: `ready` once, then for each job its steps in words and one result. */
export type WorkerMessage =
  | { ready: true }
  | { id: number; step: string }
  | { id: number; result: unknown }
  | { id: number; refusal: { code: DomainErrorCode; message: string; options: DomainError['options'] } }
  | { id: number; failure: { message: string; stack: string | undefined } }

/** The answer for an error thrown by a job; an expected refusal keeps its code, message and list. */
export function errorAnswer(id: number, error: unknown): WorkerMessage {
  if (error instanceof DomainError) {
    return { id, refusal: { code: error.code, message: error.message, options: error.options } }
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { id, failure: { message, stack } }
}

/** The error that an answer stands for; null when it is a result. */
export function errorOf(message: WorkerMessage): Error | null {
  if ('refusal' in message) {
    return new DomainError(message.refusal.code, message.refusal.message, message.refusal.options)
  }
  if (!('failure' in message)) return null
  const error = new Error(message.failure.message)
  if (message.failure.stack) error.stack = message.failure.stack
  return error
}
