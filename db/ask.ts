import type { Connection } from './connection'
import { Connections, type ConnectionsOptions } from './connections'
import { DatabaseUnavailable } from './failures'
import type { Send } from './session'

export interface AskingOptions extends Pick<ConnectionsOptions, 'url' | 'connectMs' | 'pauseMs' | 'log'> {
  /** Connections for reads at most; one more is for reads aside. */
  most: number
  /** Time limit for one response, in milliseconds. */
  readMs: number
  /** The same for a read aside. */
  asideMs: number
}

/** The ways to ask one server of PostgreSQL. */
export interface Asking {
  read: Send
  /** For long reads that may wait: on a connection of its own. */
  aside: Send
  /** Ends idle connections now and busy ones when they are answered, at the latest after `limitMs`. */
  end(limitMs: number): Promise<void>
  /** Ends all connections at once; what waits for an answer is rejected. */
  cut(): void
}

/** Opens read-only connections to a server. They are made when they are first needed. */
export function openAsking({ most, readMs, asideMs, ...common }: AskingOptions): Asking {
  const readers = new Connections({
    ...common,
    most,
    waitMs: readMs,
    settings: { statement_timeout: String(readMs) },
  })
  const aside = new Connections({
    ...common,
    most: 1,
    waitMs: asideMs,
    settings: { statement_timeout: String(asideMs) },
  })
  return {
    read: (text, params, values) => ask(readers, text, params, values, readMs),
    aside: (text, params, values) => ask(aside, text, params, values, asideMs),
    async end(limitMs) {
      await Promise.all([readers.end(limitMs), aside.end(limitMs)])
    },
    cut() {
      readers.cut()
      aside.cut()
    },
  }
}

/**
 * The beginnings of a read. PostgreSQL itself refuses statements that write; this keeps a connection's state as it is.
 */
const reading = /^(\s|\(|--[^\n]*\n|\/\*.*?\*\/)*(select|with|values|table|explain|show)\b/is

/** A statement that reads, on one of the connections; sent once more where that broke. */
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
      return await answerOf(connection, text, params, { values, limitMs: limitMs + 250 })
    } catch (error) {
      // A broken connection is worth one more try: a read changes nothing.
      if (attempt === 2 || !(error instanceof DatabaseUnavailable) || error.reason !== 'lost') throw error
    } finally {
      connections.release(connection)
    }
  }
}

async function answerOf(
  connection: Connection,
  text: string,
  params: unknown[],
  options: { values: boolean; limitMs: number },
) {
  if (connection.begins === null) return connection.send(text, params, { ...options, keep: true })
  const simple = { simple: true, limitMs: options.limitMs }
  await connection.send(`begin read only; ${connection.begins}`, [], simple)
  try {
    return await connection.send(text, params, options)
  } finally {
    if (!connection.closed) await connection.send('commit', [], simple)
  }
}
