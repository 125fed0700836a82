import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from './database'

/** Rows a statement. They go as one JSON parameter, so that tens of thousands cost the server no parsing of SQL. */
const ROWS = 5_000

/** The rows in batches that one statement can take. */
export function batches<Row>(rows: readonly Row[], size = ROWS): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size))
}

/** Inserts rows, or updates those that exist by key; all rows have the same fields. */
export async function upsert<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  key: [PgColumn, ...PgColumn[]],
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  const rest = columnsOf(table, rows).filter(([, column]) => !key.includes(column))
  const set = rest.map(([, { name }]) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`)
  const keys = list(key.map(({ name }) => sql.identifier(name)))
  const then = rest.length === 0 ? sql`do nothing` : sql`do update set ${list(set)}`
  for (const batch of batches(rows))
    await tx.execute(sql`${insertion(table, batch)} on conflict (${keys}) ${then}`)
}

/** Inserts rows, all with the same fields; answers these columns of them by their names in the database, as the driver gives them. */
export async function insertAll<Table extends PgTable, Answer extends Record<string, unknown>>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferInsert'][],
  returning: PgColumn[],
): Promise<Answer[]> {
  const wanted = list(returning.map(({ name }) => sql.identifier(name)))
  const answer: unknown = await tx.execute(sql`${insertion(table, rows)} returning ${wanted}`)
  return answer as Answer[]
}

/** Inserts rows, all with the same fields. */
export async function insertRows<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  for (const batch of batches(rows)) await tx.execute(insertion(table, batch))
}

const list = (parts: Parameters<typeof sql.join>[0]) => sql.join(parts, sql`, `)

function columnsOf<Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]) {
  const given = new Set(Object.keys(rows[0] ?? {}))
  return Object.entries<PgColumn>(getTableColumns(table)).filter(([field]) => given.has(field))
}

function insertion<Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]): SQL {
  const columns = columnsOf(table, rows)
  const names = list(columns.map(([, { name }]) => sql.identifier(name)))
  const data = (rows as Record<string, unknown>[]).map((row) =>
    Object.fromEntries(columns.map(([field, { name }]) => [name, row[field] ?? null])),
  )
  // Numbers of an identity column are taken as they are given.
  return sql`insert into ${table} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(data)}::jsonb)`
}
