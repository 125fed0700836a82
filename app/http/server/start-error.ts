/** A reason not to start that the user at the terminal can act on: shown as its message, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
