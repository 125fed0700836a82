import { getTableColumns, getTableName, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { Connection } from './connection'
import type { Transaction } from './database'
import { type Sign, sealTransaction } from './evidence/seal'
import { WrittenRows } from './evidence/written-rows'
import { TransactionUndone } from './failures'
import { drizzleOver } from './session'

/** Time limit for one statement, and for one COPY. */
const LIMIT = { limitMs: 10 * 60_000 }

/**
 * VACUUM ANALYZE of tables, after a load: the database then knows the distribution of values, and can use index-only
 * scans for pages of lists. PostgreSQL also does this automatically, some minutes later.
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

/**
 * Rows per statement. They are sent as one JSON parameter, so that the server need not parse SQL for tens of thousands
 * of them.
 */
const ROWS = 5_000

/** The rows in batches of one statement each. */
export function batches<Row>(rows: readonly Row[], size = ROWS): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size))
}

/**
 * Writes the rows in batches, in their order. The next batch is prepared while the server writes the one before.
 * @param write prepares its statement before it first waits
 */
export async function inBatches<Row>(
  rows: readonly Row[],
  size: number,
  write: (batch: Row[]) => Promise<unknown>,
): Promise<void> {
  let before: Promise<unknown> = Promise.resolve()
  for (const batch of batches(rows, size)) {
    const next = write(batch)
    // If the one before fails, this one fails with it.
    next.catch(() => {})
    await before
    before = next
  }
  await before
}

/** Whether a column has one of these ids, however many: they are sent as one JSON parameter. */
export const isAmong = (column: SQLWrapper, ids: readonly number[]): SQL =>
  sql`${column} in (select id::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) given(id))`

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

/**
 * Inserts rows, all with the same fields; returns these of their columns by database name, as the driver returns them.
 */
export async function insertAll<Table extends PgTable, Answer extends Record<string, unknown>>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferInsert'][],
  returning: PgColumn[],
): Promise<Answer[]> {
  const returned = list(returning.map(({ name }) => sql.identifier(name)))
  const answer: unknown = await tx.execute(sql`${insertion(table, rows)} returning ${returned}`)
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
  // Identity columns keep given numbers.
  return sql`insert into ${table} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(data)}::jsonb)`
}

/** A transaction that also accepts rows in bulk. */
export interface CopyTransaction {
  tx: Transaction
  /** Adds rows by COPY, all with the same fields; a hundred times as fast as INSERT. */
  copy<Table extends PgTable>(table: Table, rows: Iterable<Table['$inferInsert']>): Promise<void>
}

/** Indexes over parts of texts take entries in large batches. */
const SETTINGS = { gin_pending_list_limit: '64MB', work_mem: '128MB' }

/**
 * Runs `work` in one transaction on a separate connection: everything is stored, or, if anything fails or the process
 * ends, nothing.
 * @param url address of the app's account
 * @param sign seals its changes of business data
 * @throws DatabaseUnavailable | TransactionUndone, and errors of `work`
 */
export async function copying<T>(
  url: string,
  work: (into: CopyTransaction) => Promise<T>,
  sign?: Sign,
): Promise<T> {
  const connection = await Connection.open({ url, connectMs: 10_000, settings: SETTINGS })
  try {
    await connection.send('begin read write', [], { ...LIMIT, simple: true })
    const written = new WrittenRows()
    const tx = drizzleOver((text, params, values) => {
      const counted = (rows: number | undefined) => written.note(text, rows)
      return connection.send(text, params, { ...LIMIT, values, counted })
    })
    const result = await work({
      tx,
      copy(table, rows) {
        written.note(`copy ${getTableName(table)}`, undefined)
        return copyInto(connection, table, rows)
      },
    })
    if (sign) await sealTransaction(connection, { sign, written }, LIMIT.limitMs)
    const { command } = await connection.send('commit', [], { ...LIMIT, simple: true })
    if (command !== 'COMMIT') throw new TransactionUndone()
    await connection.end()
    return result
  } finally {
    connection.close()
  }
}

/** Characters per part: few enough to need little memory, enough to need few parts. */
const PART = 64 * 1024

async function copyInto<Table extends PgTable>(
  connection: Connection,
  table: Table,
  rows: Iterable<Table['$inferInsert']>,
): Promise<void> {
  const source = rows[Symbol.iterator]()
  const first = source.next()
  if (first.done) return
  const fields = Object.keys(first.value)
  const columns = getTableColumns(table)
  const names = fields.map((field) => `"${columns[field]?.name}"`).join(', ')
  function* parts() {
    let part = ''
    for (let at = first; !at.done; at = source.next()) {
      part += lineOf(at.value as Record<string, unknown>, fields)
      if (part.length < PART) continue
      yield part
      part = ''
    }
    if (part !== '') yield part
  }
  await connection.copy(`copy "${getTableName(table)}" (${names}) from stdin`, parts(), LIMIT)
}

function lineOf(row: Record<string, unknown>, fields: readonly string[]): string {
  let line = ''
  for (let i = 0; i < fields.length; i++) {
    if (i > 0) line += '\t'
    line += textOf(row[fields[i] ?? ''])
  }
  return `${line}\n`
}

const SPECIAL = /[\\\n\r\t]/
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  const text =
    typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value)
  return SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? '') : text
}
