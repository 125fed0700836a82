import type { Connection } from './connection'
import { Connections, type ConnectionsOptions } from './connections'
import { DatabaseUnavailable } from './failures'
import type { Send } from './session'

export interface ReadConnectionsOptions
  extends Pick<ConnectionsOptions, 'url' | 'connectMs' | 'pauseMs' | 'log'> {
  /** Most connections for reads; there is one more for reads aside. */
  most: number
  /** Time limit for one response, in milliseconds. */
  readMs: number
  /** The same for a read aside. */
  asideMs: number
}

/** Connections for reading from one PostgreSQL server. */
export interface ReadConnections {
  read: Send
  /** For long reads that may wait: on a separate connection. */
  aside: Send
  /** Ends idle connections now and busy ones after their answer, at the latest after `limitMs`. */
  end(limitMs: number): Promise<void>
  /** Ends all connections immediately; pending statements are rejected. */
  cut(): void
}

/** Opens read-only connections to a server. They are made on demand. */
export function openReadConnections({
  most,
  readMs,
  asideMs,
  ...common
}: ReadConnectionsOptions): ReadConnections {
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

/** How a read may begin. PostgreSQL itself refuses statements that write; this also protects the connection's state. */
const reading = /^(\s|\(|--[^\n]*\n|\/\*.*?\*\/)*(select|with|values|table|explain|show)\b/is

/** Sends a reading statement on one of the connections, once more if that broke. */
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
      // A broken connection is worth one retry: a read changes nothing.
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
