import type { Transaction } from 'db/doors'
import { getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'

/** Rows a statement: far below PostgreSQL's 65,535 parameters, whatever the table. */
const ROWS = 1_000

/** The rows in batches that one statement can take. */
export function batches<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, i) => rows.slice(i * ROWS, (i + 1) * ROWS))
}

/** Inserts rows, or updates those that exist by key; all rows have the same fields. */
export async function upsert<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  key: [PgColumn, ...PgColumn[]],
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  const given = new Set(Object.keys(rows[0] ?? {}))
  const rest = Object.entries<PgColumn>(getTableColumns(table)).filter(
    ([field, column]) => given.has(field) && !key.includes(column),
  )
  const set = Object.fromEntries(
    rest.map(([field, { name }]) => [field, sql`excluded.${sql.identifier(name)}`]),
  )
  for (const batch of batches(rows)) {
    const insert = tx.insert(table).values(batch as PgInsertValue<Table>[])
    if (rest.length === 0) await insert.onConflictDoNothing({ target: key })
    else await insert.onConflictDoUpdate({ target: key, set: set as PgUpdateSetSource<Table> })
  }
}
