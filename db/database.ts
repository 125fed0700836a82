import { sql } from 'drizzle-orm'
import { Connections } from './connections'
import { pastSend } from './evidence/past'
import type { Sign } from './evidence/seal'
import { errorCode } from './failures'
import { openReadConnections } from './read-connections'
import { type OpenReplica, openReplica } from './replica'
import { drizzleOver } from './session'
import { inTransaction } from './transaction'

type Drizzle = ReturnType<typeof drizzleOver>
type Selecting = 'select' | 'selectDistinct' | 'selectDistinctOn'
type Writing = 'insert' | 'update' | 'delete'

/** Queries that do not change the database. A Transaction is also a Read. */
export interface Read extends Pick<Drizzle, Selecting | '$with' | '$count' | 'execute'> {
  with(...queries: Parameters<Drizzle['with']>): Pick<ReturnType<Drizzle['with']>, Selecting>
}

/** The statements of a transaction; everything is stored, or nothing. */
export interface Transaction
  extends Pick<Drizzle, Selecting | Writing | 'with' | '$with' | '$count' | 'execute'> {}

/** Access to the database by `read` and `transaction`; no other code can write. */
export interface Database {
  /**
   * Single statements on read-only connections.
   * @throws DatabaseUnavailable immediately while the database is down, or after 5 seconds without an answer
   */
  read: Read
  /**
   * The same for long reads that may wait: on a separate connection, so that other users do not wait. A statement has
   * one minute, and as long to wait for earlier ones.
   */
  readAside: Read
  /**
   * Runs `work` in one transaction; its statements run in sequence, and each must be awaited.
   * @param request the request that it works for, as JSON, which is sealed with its changes
   * @throws DatabaseUnavailable | CommitOutcomeUnknown | TransactionUndone, see db/failures
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, request?: string): Promise<T>
  /** Reads the business data as of an instant, replayed from its recorded changes; other data in its current state. */
  past(at: Date): Read
  /** A replica for reads, if the site has one. */
  replica?: Replica
  /** Checks that both the read and the write connection respond. @throws DatabaseUnavailable */
  ping(): Promise<void>
  close(): Promise<void>
}

interface Replica extends Pick<OpenReplica, 'shows' | 'state'> {
  /** Like those of the database, to which they fall back. */
  read: Read
  readAside: Read
}

export interface DatabaseOptions {
  /** Address of the app's account; see db/connection for the form of a Unix socket. */
  url: string
  /** A replica for reads that need not see the latest changes. */
  readUrl?: string
  readConnections?: number
  writeConnections?: number
  /** Time limit for connecting, and for the response to one read, in milliseconds. */
  connectMs?: number
  readMs?: number
  /** Time limit for one response to a read aside, in milliseconds. */
  asideMs?: number
  /** Time limit for one statement of a transaction, in milliseconds. */
  writeMs?: number
  /** Time to wait for a free connection for a transaction, in milliseconds. */
  waitMs?: number
  /** Seals each transaction that changes business data. */
  sign?: Sign
  /** The instant of changes without an event; by default the database's. */
  clock?: () => Date
  log?: (message: string, error?: unknown) => void
}

/** SQLSTATE of a write that failed because the disk is full. */
const DISK_FULL = '53100'

/** Opens `read` and `transaction`. Connections are made on demand. */
export function connectDatabase(options: DatabaseOptions): Database {
  const {
    url,
    readUrl,
    connectMs = 1_500,
    readMs = 5_000,
    asideMs = 60_000,
    writeMs = 60_000,
    waitMs = 10_000,
    sign,
    clock,
    log,
  } = options
  const common = { connectMs, pauseMs: 50, log }
  const asking = { ...common, most: options.readConnections ?? 3, readMs, asideMs }
  const primary = openReadConnections({ ...asking, url })
  const writers = new Connections({
    ...common,
    url,
    most: options.writeConnections ?? 4,
    waitMs,
    settings: { statement_timeout: String(writeMs), idle_in_transaction_session_timeout: String(writeMs) },
  })
  const replica =
    readUrl === undefined || readUrl === url ? undefined : openReplica({ ...asking, url: readUrl, primary })
  const transaction: Database['transaction'] = async (work, request) => {
    try {
      return await inTransaction(writers, work, { limitMs: writeMs + 1_000, sign, clock, request })
    } catch (error) {
      if (errorCode(error) === DISK_FULL) log?.('The disk of the database is full', error)
      throw error
    }
  }
  const both = (of: Pick<OpenReplica, 'read' | 'aside'>) => ({
    read: drizzleOver(of.read),
    readAside: drizzleOver(of.aside),
  })
  const reads = both(primary)
  return {
    ...reads,
    transaction,
    past: (at) => drizzleOver(pastSend(primary.read, at)),
    ...(replica ? { replica: { ...both(replica), shows: replica.shows, state: replica.state } } : {}),
    async ping() {
      await Promise.all([reads.read.execute(sql`select 1`), transaction(async () => {})])
    },
    async close() {
      await replica?.close()
      await Promise.all([primary.end(5_000), writers.end(5_000)])
    },
  }
}
