import { connectDatabase, type Database, type DatabaseOptions } from 'db/database'
import type { Sql } from 'postgres'
import { inject } from 'vitest'
import { registerAreas } from '~/http/server/register-areas'
import { type Addresses, client, copyOf, renamed } from './copy'

export interface TestDatabase extends Database {
  /** The owner of the tables, who may also make scratch tables; dates come as text. */
  ownerSql: Sql
  url: string
  ownerUrl: string
  /** Ends its connections, and the database with them. */
  close(): Promise<void>
}

export interface TestDatabaseOptions extends Omit<DatabaseOptions, 'url'> {
  /** Of a replica of that server; its copy of the new database is used. */
  readUrl?: string
  /** Another database to copy than that of the whole run; of a server of the test's own, to stop or to kill it. */
  server?: Addresses
}

/**
 * A database of one's own with the migrated tables and no rows but the migrations'. Make one per test file:
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
