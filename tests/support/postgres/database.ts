import { connectDatabase, type Database, type DatabaseOptions } from 'db/database'
import type { Sql } from 'postgres'
import { inject } from 'vitest'
import { registerAreas } from '~/http/server/register-areas'
import { type Addresses, client, copyOf, renamed } from './copy'

export interface TestDatabase extends Database {
  /** The owner of the tables, who may also create scratch tables; dates come as text. */
  ownerSql: Sql
  url: string
  ownerUrl: string
  /** Ends its connections, and drops the database. */
  close(): Promise<void>
}

export interface TestDatabaseOptions extends Omit<DatabaseOptions, 'url'> {
  /** The address of a replica of that server; its copy of the new database is used. */
  readUrl?: string
  /** A database to copy instead of the run’s template, on the test’s own server, which it may stop or kill. */
  server?: Addresses
}

/**
 * A new database with the migrated tables and only the migrations’ rows. Create one per test file:
 * `const database = await opened(testDatabase())`.
 */
export async function testDatabase({
  server = inject('postgres'),
  ...options
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  registerAreas()
  const copy = await copyOf(server)
  const { url, ownerUrl } = copy
  const ownerSql = client(ownerUrl)
  const { readUrl } = options
  const database = connectDatabase({
    ...options,
    url,
    ...(readUrl ? { readUrl: renamed(readUrl, new URL(url).pathname.slice(1)) } : {}),
  })
  return {
    ...database,
    ownerSql,
    url,
    ownerUrl,
    async close() {
      await database.close()
      await ownerSql.end({ timeout: 2 })
      await copy.drop()
    },
  }
}
