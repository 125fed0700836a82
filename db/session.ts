import { DrizzleQueryError, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { PostgresJsDatabase, type PostgresJsPreparedQuery, PostgresJsSession } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { DatabaseUnavailable, StatementFailed } from './failures'

/** Sends one statement; `values` requests rows as arrays. */
export type Send = (text: string, params: unknown[], values: boolean) => Promise<unknown>

/** A statement without a cached plan, as the best plan depends on its values. */
export const plannedForValues = (statement: SQL): SQL => sql`/* planned for its values */ ${statement}`
export const isPlannedForValues = (text: string): boolean => text.startsWith('/* planned for its values */')

type Client = ConstructorParameters<typeof PostgresJsSession>[0]
type Prepare = PostgresJsSession<Client, Record<string, never>, Record<string, never>>['prepareQuery']

/**
 * Drizzle over `send` only: its client can only send statements, so it cannot open the driver's own transactions or
 * connections.
 */
export function drizzleOver(send: Send): PostgresJsDatabase<Record<string, never>> {
  const client = {
    unsafe: (text: string, params: unknown[] = []) => ({
      values: () => send(text, params, true),
      // biome-ignore lint/suspicious/noThenProperty: drizzle awaits the driver's query, which runs when it is awaited
      then: (done: (rows: unknown) => unknown, failed: (error: unknown) => unknown) =>
        send(text, params, false).then(done, failed),
    }),
  }
  const dialect = new PgDialect()
  return new PostgresJsDatabase(
    dialect,
    new BareSession(client as unknown as Client, dialect, undefined),
    undefined,
  )
}

/** Drizzle wraps every error in one whose message contains the statement's parameters; ours does not. */
class BareSession extends PostgresJsSession<Client, Record<string, never>, Record<string, never>> {
  override prepareQuery: Prepare = (...args) => {
    const prepared = super.prepareQuery(...args) as PostgresJsPreparedQuery<never>
    const execute = prepared.execute.bind(prepared)
    // Named first: see "What a request made goes with it" in docs/decisions.md.
    const bared = async (values?: Record<string, unknown>) => {
      try {
        return await execute(values)
      } catch (error) {
        throw bare(error)
      }
    }
    prepared.execute = bared
    return prepared
  }
}

function bare(error: unknown): unknown {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (!(cause instanceof postgres.PostgresError)) return cause
  // 57014: the server's own time limit for statements
  return cause.code === '57014' ? new DatabaseUnavailable('slow', { cause }) : new StatementFailed(cause)
}
