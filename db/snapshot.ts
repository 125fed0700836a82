import { Connection } from './connection'
import type { Read } from './database'
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
