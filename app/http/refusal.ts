import { DomainError, type DomainErrorCode } from '~/domain/values/domain-error'

/** An expected refusal as a page or a call shows it. */
export interface Refusal {
  code: DomainErrorCode | 'unavailable'
  title: string
  message: string
  fields: Record<string, string>
  list: string[]
  /** What a program needs to go on. */
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
}

export function statusOf(refusal: Refusal): number {
  return STATUS[refusal.code]
}

/** A flood from one visitor: it may go on after so many seconds. */
export class Throttled extends DomainError {
  constructor(
    message: string,
    readonly seconds: number,
    title: string,
  ) {
    super('busy', message, { title })
  }
}

/** Another server that is needed for this does not answer. */
export class Unreachable extends Error {
  constructor(
    message: string,
    readonly title: string,
  ) {
    super(message)
    this.name = 'Unreachable'
  }
}

/** Seconds after which a refused request is worth another try; null where waiting changes nothing. */
export function retryAfterOf(error: unknown): number | null {
  if (error instanceof Throttled) return error.seconds
  return error instanceof DomainError && error.code === 'busy' ? 10 : null
}

/** The refusal of an expected error, with this title unless it has its own; null for anything that nobody expected. */
export function refusalOf(error: unknown, otherwise = 'Settings error'): Refusal | null {
  if (error instanceof DomainError) {
    const { title = otherwise, fields = {}, list = [], details } = error.options
    return { code: error.code, title, message: error.message, fields, list, ...(details ? { details } : {}) }
  }
  if (error instanceof Unreachable)
    return { code: 'unavailable', title: error.title, message: error.message, fields: {}, list: [] }
  if (error instanceof Error && error.name === 'CommitOutcomeUnknown')
    return {
      code: 'unavailable',
      title: 'Connection lost',
      message:
        'The connection to the database was lost while saving. Send the form again: it takes effect only once.',
      fields: {},
      list: [],
    }
  if (error instanceof Error && error.name === 'DatabaseUnavailable')
    return {
      code: 'unavailable',
      title: 'Database not reachable',
      message: 'The database cannot be reached just now. Nothing was stored; try again in a minute.',
      fields: {},
      list: [],
    }
  return null
}
