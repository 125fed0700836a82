import { arrivedError, type CarriedError, carriedError } from '~/platform/values/carried-error'

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
  | ({ id: number } & CarriedError)

/** The answer for an error thrown by a job; an expected refusal keeps its code, message and list. */
export function errorAnswer(id: number, error: unknown): WorkerMessage {
  return { id, ...carriedError(error) }
}

/** The error that an answer stands for; null when it is a result. */
export function errorOf(message: WorkerMessage): Error | null {
  return 'refusal' in message || 'failure' in message ? arrivedError(message) : null
}
