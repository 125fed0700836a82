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
    /** What the caller needs to go on. */
    readonly details?: Record<string, unknown>,
  ) {
    super(message)
    this.name = 'CallFault'
  }

  /** What kind of fault it is, for programs. */
  get code(): string {
    return FAULTS[this.status]
  }
}
