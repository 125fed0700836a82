import { sql } from 'drizzle-orm'
import { Connections } from './connections'
import { DatabaseUnavailable, errorCode } from './failures'
import { drizzleOver } from './session'
import { inTransaction } from './transaction'

type Drizzle = ReturnType<typeof drizzleOver>
type Selecting = 'select' | 'selectDistinct' | 'selectDistinctOn'
type Writing = 'insert' | 'update' | 'delete'

/** Queries that do not change the database. A Transaction can be given wherever a Read is accepted. */
export interface Read extends Pick<Drizzle, Selecting | '$with' | '$count' | 'execute'> {
  with(...queries: Parameters<Drizzle['with']>): Pick<ReturnType<Drizzle['with']>, Selecting>
}

/** The statements of a transaction's work; everything is stored, or nothing. */
export interface Transaction
  extends Pick<Drizzle, Selecting | Writing | 'with' | '$with' | '$count' | 'execute'> {}

/** The ways to the database, `read` and `transaction`; no other code can write. */
export interface Database {
  /**
   * Single statements on read-only connections.
   * @throws DatabaseUnavailable at once while the database is down, or after 5 seconds without an answer
   */
  read: Read
  /**
   * The same for long reads that may wait: on a connection of its own, so that other users do not wait for it. A
   * statement has a minute, and the same time to wait for those before it.
   */
  readAside: Read
  /**
   * Runs `work` in one transaction; statements run one after the other, and each must be awaited.
   * @throws DatabaseUnavailable | CommitOutcomeUnknown | TransactionUndone, see db/failures
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Checks that both the read and the write connection respond. @throws DatabaseUnavailable */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Address of the app's account; see db/connection for the form of a Unix socket. */
  url: string
  /** A replica for reads; else they go to `url`. */
  readUrl?: string
  readConnections?: number
  writeConnections?: number
  /** Time limit for connecting, and for the response to one read, in milliseconds. */
  connectMs?: number
  readMs?: number
  /** Time limit for one response to a read aside, in milliseconds. */
  asideMs?: number
  /** Time for one statement of a transaction, in milliseconds. */
  writeMs?: number
  /** Time to wait for a free connection for a transaction, in milliseconds. */
  waitMs?: number
  log?: (message: string, error?: unknown) => void
}

/** SQLSTATE of a write that failed because the disk is full. */
const DISK_FULL = '53100'

/** Opens `read` and `transaction`. Connections are made when they are first needed. */
export function connectDatabase(options: DatabaseOptions): Database {
  const {
    url,
    readUrl = url,
    connectMs = 1_500,
    readMs = 5_000,
    asideMs = 60_000,
    writeMs = 60_000,
    waitMs = 10_000,
    log,
  } = options
  const common = { connectMs, pauseMs: 50, log }
  const readers = new Connections({
    ...common,
    url: readUrl,
    most: options.readConnections ?? 3,
    waitMs: readMs,
    // A kept statement is planned for its own values each time: a plan for any value passes by partial indexes.
    settings: { statement_timeout: String(readMs), plan_cache_mode: 'force_custom_plan' },
  })
  const aside = new Connections({
    ...common,
    url: readUrl,
    most: 1,
    waitMs: asideMs,
    settings: { statement_timeout: String(asideMs) },
  })
  const writers = new Connections({
    ...common,
    url,
    most: options.writeConnections ?? 4,
    waitMs,
    settings: { statement_timeout: String(writeMs), idle_in_transaction_session_timeout: String(writeMs) },
  })
  const read = drizzleOver((text, params, values) => ask(readers, text, params, values, readMs))
  const readAside = drizzleOver((text, params, values) => ask(aside, text, params, values, asideMs))
  const transaction: Database['transaction'] = async (work) => {
    try {
      return await inTransaction(writers, work, writeMs + 1_000)
    } catch (error) {
      if (errorCode(error) === DISK_FULL) log?.('The disk of the database is full', error)
      throw error
    }
  }
  return {
    read,
    readAside,
    transaction,
    async ping() {
      await Promise.all([read.execute(sql`select 1`), transaction(async () => {})])
    },
    async close() {
      await Promise.all([readers, aside, writers].map((connections) => connections.end(5_000)))
    },
  }
}

/**
 * The beginnings of a read. PostgreSQL itself refuses statements that write; this keeps a connection's state as it is.
 */
const reading = /^(\s|\(|--[^\n]*\n|\/\*.*?\*\/)*(select|with|values|table|explain|show)\b/is

async function ask(
  connections: Connections,
  text: string,
  params: unknown[],
  values: boolean,
  limitMs: number,
) {
  if (!reading.test(text)) throw new Error('read takes reading statements only; use transaction().')
  for (let attempt = 1; ; attempt += 1) {
    const connection = await connections.acquire()
    try {
      return await connection.send(text, params, { values, keep: true, limitMs: limitMs + 250 })
    } catch (error) {
      // A broken connection is worth one more try: a read changes nothing.
      if (attempt === 2 || !(error instanceof DatabaseUnavailable) || error.reason !== 'lost') throw error
    } finally {
      connections.release(connection)
    }
  }
}
