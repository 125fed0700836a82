/** A reason not to start that the person at the terminal can act on: shown as its message, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** A failure to open the database as a reason not to start; what it wraps stays its cause. */
export function asStartError(error: unknown): StartError {
  return new StartError(error instanceof Error ? error.message : String(error), { cause: error })
}
