import type { Transaction } from 'db/database'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

const list = (parts: SQL[]) => sql.join(parts, sql`, `)

/** The fields of lines and their columns, without the control that they are of. */
function columnsOf(table: PgTable): [field: string, column: PgColumn][] {
  const { controlId: _, ...columns } = getTableColumns(table)
  return Object.entries<PgColumn>(columns)
}

const TYPES = {
  integer: sql`integer[]`,
  text: sql`text[]`,
  numeric: sql`numeric[]`,
  date: sql`date[]`,
}

type ColumnType = keyof typeof TYPES

/**
 * Lines by column (`LinesByColumn`) as rows, to select from.
 * @param columns the wanted fields with their types
 * @param name of the rows
 */
export function rowsOfLines(json: string, columns: Readonly<Record<string, ColumnType>>, name: string): SQL {
  const fields = Object.keys(columns).map((field) => sql`${sql.identifier(field)}`)
  const typed = Object.entries(columns).map(([field, type]) => sql`${sql.identifier(field)} ${TYPES[type]}`)
  return sql`json_to_record(${json}::json) as by_column (${list(typed)}),
    unnest(${list(fields.map((field) => sql`by_column.${field}`))}) as ${sql.identifier(name)} (${list(fields)})`
}

/**
 * Stores the lines of a table of a control. Their JSON goes to PostgreSQL as the worker returned it, which keeps the
 * server's one thread free for others.
 */
export async function storeLines(
  tx: Transaction,
  table: PgTable,
  controlId: number,
  json: string,
): Promise<void> {
  const columns = columnsOf(table)
  const types = Object.fromEntries(
    columns.map(([field, column]) => [field, column.getSQLType() as ColumnType]),
  )
  await tx.execute(sql`
    insert into ${table} (control_id, ${list(columns.map(([, { name }]) => sql`${sql.identifier(name)}`))})
    select ${controlId}::bigint, line.* from ${rowsOfLines(json, types, 'line')}`)
}

/** The lines of a control by column as JSON: an aggregate over the rows of their table. */
export function linesByColumn(table: PgTable): SQL {
  const columns = columnsOf(table).map(([field, column]) => {
    const value = column.getSQLType() === 'numeric' ? sql`${column}::text` : sql`${column}`
    return sql`${field}::text, json_agg(${value} order by row)`
  })
  return sql`json_build_object(${list(columns)})`
}
