/**
 * The database cannot answer now; app/http turns this into 503. Nothing was stored. `down`: no connection; `lost`: the
 * connection broke; `slow`: the answer took too long; `busy`: no connection free.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  constructor(
    readonly reason: 'down' | 'lost' | 'slow' | 'busy',
    options?: ErrorOptions,
  ) {
    super(sentences[reason], options)
  }
}

const sentences = {
  down: 'The database cannot be reached.',
  lost: 'The connection to the database broke.',
  slow: 'The database took too long to answer.',
  busy: 'Every connection to the database is in use.',
}

/** The connection broke during the commit: the work may be stored or not. The idempotency key shows which. */
export class CommitOutcomeUnknown extends Error {
  override name = 'CommitOutcomeUnknown'
  constructor(options?: ErrorOptions) {
    super('The connection to the database broke while the changes were being stored.', options)
  }
}

/** The database rolled the transaction back at its commit, because an earlier failed statement was ignored. */
export class TransactionUndone extends Error {
  override name = 'TransactionUndone'
  constructor() {
    super('A statement of this transaction failed earlier, so that the database undid all of it.')
  }
}

/** The database recorded a change that the application did not make, such as one by a foreign trigger. */
export class ForeignChange extends Error {
  override name = 'ForeignChange'
  constructor(table: string) {
    super(`The database changed rows of ${table} that Fundesk did not write, so nothing was stored.`)
  }
}

/** A statement that the database refused. The message is the server's, without the statement's parameters. */
export class StatementFailed extends Error {
  override name = 'StatementFailed'
  /** SQLSTATE, as in appendix A of PostgreSQL's manual. */
  readonly code: string | undefined
  readonly constraint: string | undefined
  constructor(cause: Error & { code?: string; constraint_name?: string }) {
    super(cause.message, { cause })
    this.code = cause.code
    this.constraint = cause.constraint_name
  }
}

/** The SQLSTATE of a database error, found through its causes; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string' && /^[0-9FHPX][0-9A-Z]{4}$/.test(code)) return code
  }
  return undefined
}
