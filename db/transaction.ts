import postgres from 'postgres'
import type { Connection } from './connection'
import type { Connections } from './connections'
import { type Sign, sealTransaction } from './evidence/seal'
import { WrittenRows } from './evidence/written-rows'
import { CommitOutcomeUnknown, DatabaseUnavailable, TransactionUndone } from './failures'
import { drizzleOver } from './session'

type Tx = ReturnType<typeof drizzleOver>

/** Only this module starts and ends transactions. */
const ending = /^\s*(begin|start|commit|end|rollback|abort|savepoint|release|prepare\s+transaction)\b/i

interface TransactionOptions {
  /** Time limit for each statement. */
  limitMs: number
  /** Seals its changes of business data; missing: they are not sealed. */
  sign?: Sign
  /** The instant of changes without an event; by default the database's. */
  clock?: () => Date
  /** The request that it works for, as JSON, which is sealed with its changes. */
  request?: string
}

/**
 * Runs `work` in one transaction on a separate connection: everything is stored, or nothing.
 * @throws DatabaseUnavailable nothing was stored
 * @throws CommitOutcomeUnknown the connection broke during the commit
 * @throws TransactionUndone a failed statement was ignored
 * @throws ForeignChange something else than the application wrote in it; nothing was stored
 * @throws errors of `work`; nothing was stored
 */
export async function inTransaction<T>(
  connections: Connections,
  work: (tx: Tx) => Promise<T>,
  { limitMs, sign, clock, request }: TransactionOptions,
): Promise<T> {
  const connection = await beginOn(connections, limitMs)
  const turn = new Turn(connection, limitMs)
  try {
    const result = await connection.race(Promise.resolve(drizzleOver(turn.send)).then(work))
    turn.close()
    if (sign)
      await sealTransaction(connection, { sign, now: clock?.(), written: turn.written, request }, limitMs)
    await commit(connection, limitMs)
    return result
  } catch (error) {
    turn.revoke()
    await undo(connection, turn)
    throw error
  } finally {
    connections.release(connection)
  }
}

/** Nothing is sent before `begin`, so a connection that turns out to be dead is replaced once. */
async function beginOn(connections: Connections, limitMs: number): Promise<Connection> {
  for (let attempt = 1; ; attempt += 1) {
    const connection = await connections.acquire()
    try {
      const begin = ['begin read write', ...(connection.begins ? [connection.begins] : [])].join('; ')
      await connection.send(begin, [], { simple: true, limitMs })
      return connection
    } catch (error) {
      connection.close()
      if (attempt === 2 || !(error instanceof DatabaseUnavailable) || error.reason !== 'lost') throw error
    }
  }
}

async function commit(connection: Connection, limitMs: number): Promise<void> {
  let command: string | undefined
  try {
    ;({ command } = await connection.send('commit', [], { simple: true, limitMs }))
  } catch (error) {
    // An error of the commit itself, such as a deferred constraint, rolls the transaction back. A more severe error
    // does not show what was stored.
    if (error instanceof postgres.PostgresError && error.severity === 'ERROR') throw error
    connection.close()
    throw new CommitOutcomeUnknown({ cause: error })
  }
  if (command !== 'COMMIT') throw new TransactionUndone()
}

async function undo(connection: Connection, turn: Turn): Promise<void> {
  if (connection.closed) return
  try {
    await connection.race(turn.idle())
    await connection.send('rollback', [], { simple: true, limitMs: 5_000 })
  } catch {
    connection.close() // the server rolls back uncommitted work
  }
}

/** The right to send statements on a connection, one at a time, until it is revoked. */
class Turn {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #over = false
  readonly written = new WrittenRows()

  constructor(
    private readonly connection: Connection,
    private readonly limitMs: number,
  ) {}

  send = (text: string, params: unknown[], values: boolean): Promise<unknown> => {
    this.#waiting += 1
    const answer = this.#last.then(() => {
      if (this.#over) throw new Error('This transaction has ended; no statement can be sent in it any more.')
      if (ending.test(text)) throw new Error('A transaction is begun and ended by transaction() alone.')
      const counted = (rows: number | undefined) => this.written.note(text, rows)
      return this.connection.send(text, params, { values, limitMs: this.limitMs, keep: true, counted })
    })
    const done = () => {
      this.#waiting -= 1
    }
    this.#last = answer.then(done, done)
    return answer
  }

  /** Ends the turn before the commit. @throws Error if a statement was sent but not awaited */
  close(): void {
    if (this.#waiting > 0)
      throw new Error('A statement of the transaction was not awaited; nothing was stored.')
    this.#over = true
  }

  revoke(): void {
    this.#over = true
  }

  /** Resolves when no statement is running. */
  async idle(): Promise<void> {
    await this.#last
  }
}
