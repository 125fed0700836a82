import { Connection } from './connection'
import type { Read } from './database'
import { StatementFailed } from './failures'
import { drizzleOver } from './session'

/** Time limit for one statement: an audit reads whole tables. */
const LIMIT = { limitMs: 10 * 60_000 }

/** Names mean PostgreSQL's own objects first, whatever the account's settings are, and texts have one form. */
const BEGIN = `begin isolation level repeatable read read only;
  set local search_path = pg_catalog, public; set local datestyle = 'ISO'; set local bytea_output = 'hex'`

/** Runs `work` on a connection of its own, which sees the database as it is at one moment and cannot write. */
export async function inSnapshot<T>(url: string, work: (read: Read) => Promise<T>): Promise<T> {
  const connection = await Connection.open({ url, connectMs: 10_000, settings: {} })
  try {
    await connection.send(BEGIN, [], { ...LIMIT, simple: true })
    return await work(
      drizzleOver((text, params, values) => connection.send(text, params, { ...LIMIT, values })),
    )
  } finally {
    await connection.end()
  }
}

/**
 * Runs a part of the work on a snapshot, which may have parts itself. What the database refuses in it, such as a table that
 * was removed, ends the part and leaves the snapshot as it is.
 * @returns what the database said; null if it refused nothing
 */
export async function refusalIn(read: Read, part: () => Promise<void>): Promise<string | null> {
  await read.execute('savepoint part')
  try {
    await part()
    await read.execute('release savepoint part')
    return null
  } catch (error) {
    if (!(error instanceof StatementFailed)) throw error
    await read.execute('rollback to savepoint part')
    await read.execute('release savepoint part')
    return error.message
  }
}
