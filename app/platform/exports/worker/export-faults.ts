import { DomainError } from '~/platform/values/domain-error'

const TITLE = 'Export failed'

/** The thread ended without the whole file; what it was is the error's cause. */
export function crashed(cause: Error & { code?: string }): DomainError {
  const error =
    cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? new DomainError(
          'too-large',
          'The file needs more memory than an export may use. Filter the list to fewer rows, show fewer columns, or choose CSV.',
          { title: TITLE },
        )
      : new DomainError(
          'refused',
          'The file could not be written: the export ended unexpectedly. Try again; when it happens again, choose another format and report it.',
          { title: TITLE },
        )
  error.cause = cause
  return error
}

/** Neither lines nor bytes went anywhere for so long. */
export function stalled(stallMs: number): DomainError {
  const seconds = Math.max(1, Math.round(stallMs / 1000))
  const error = new DomainError(
    'busy',
    `The export stood still for ${seconds} seconds and was given up. Try again, or filter the list to fewer rows.`,
    { title: TITLE },
  )
  error.cause = new Error('no progress')
  return error
}
