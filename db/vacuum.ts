import { Connection } from './connection'

const LIMIT = { limitMs: 10 * 60_000 }

/**
 * VACUUM ANALYZE of tables: after a load, so that the database knows how values are distributed, and finds pages of
 * lists in its indexes alone. PostgreSQL also does so by itself, some minutes later.
 * @param ownerUrl address of the account that owns the tables
 */
export async function vacuum(ownerUrl: string, tables: readonly string[]): Promise<void> {
  const connection = await Connection.open({ url: ownerUrl, connectMs: 10_000, settings: {} })
  try {
    for (const table of tables)
      await connection.send(`vacuum (analyze) "${table}"`, [], { ...LIMIT, simple: true })
  } finally {
    await connection.end()
  }
}
