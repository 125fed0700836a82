import type { Read } from 'db/database'
import { getTableName, is, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, type PgSelect, PgTable } from 'drizzle-orm/pg-core'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { ListColumn, ValueKind } from '~/ui/grid/columns'
import type { SqlExpression } from './sql-columns.server'

/** The kinds of fields, with the type that their values have in a row. */
interface FieldValues {
  id: number
  count: number
  amount: Decimal
  text: string
  day: Day
  instant: Date
  boolean: boolean
}

export type FieldKind = keyof FieldValues

interface FieldOf<Kind extends FieldKind> extends SqlExpression {
  kind: Kind
  sql: AnyPgColumn<{ data: FieldValues[Kind] }> | SQL<FieldValues[Kind] | null>
  /** Its meaning, where its name does not say it, for the documentation of calls. */
  about?: string
  /** Its only values, for the same. */
  oneOf?: readonly string[]
  /** Calls sort and filter by it although the grid has no column for it. */
  listed?: true
}

/**
 * A field of the rows of a list: its kind and its expression. The row's type, the select, what the list sorts and
 * filters by, and the documentation of its calls follow from it; a column of the area's `list.tsx` shows it.
 */
export type ListField = { [Kind in FieldKind]: FieldOf<Kind> }[FieldKind]

export type ListFields = Readonly<Record<string, ListField>>

type ValueOf<Field> = Field extends { sql: SQL<infer Value> }
  ? NonNullable<Value>
  : Field extends { kind: infer Kind extends FieldKind }
    ? FieldValues[Kind]
    : never

/** A row with these fields; those that are not `required` may be null. */
export type RowOf<Fields> = {
  -readonly [Id in keyof Fields]: Fields[Id] extends { required: true }
    ? ValueOf<Fields[Id]>
    : ValueOf<Fields[Id]> | null
}

const LIST_KINDS: Readonly<Record<FieldKind, ValueKind>> = {
  id: 'number',
  count: 'number',
  amount: 'number',
  text: 'text',
  day: 'day',
  instant: 'instant',
  boolean: 'boolean',
}

/** The columns of a list and its other listed fields, for calls. */
export function listedColumns<Row, Id extends string, Fields extends ListFields>(
  columns: readonly ListColumn<Row, Id>[],
  fields: Fields,
): ListColumn<Row, Id | (keyof Fields & string)>[] {
  const others = Object.entries<ListField>(fields).filter(
    ([name, { listed }]) => listed && !columns.some(({ id }) => id === name),
  )
  const added = others.map(([id, { kind }]) => ({ id, header: id, meta: { kind: LIST_KINDS[kind] } }))
  return [...columns, ...added]
}

/** The expressions of fields, for a select. */
export function selected<Fields extends ListFields>(fields: Fields) {
  const expressions = Object.entries(fields).map(([id, field]) => [id, field.sql])
  return Object.fromEntries(expressions) as { [Id in keyof Fields]: Fields[Id]['sql'] }
}

/** A table joined to a query. */
export interface Join {
  kind: 'inner' | 'left'
  table: PgTable | SQL
  on: SQL
}

/** The tables of a list: one that has its keys, and those joined to it. */
export interface ListTables {
  table: PgTable
  joins: readonly Join[]
}

export const inner = (table: Join['table'], on: SQL): Join => ({ kind: 'inner', table, on })
export const left = (table: Join['table'], on: SQL): Join => ({ kind: 'left', table, on })

/** The tables as they stand after "from". */
export function fromSql({ table, joins }: ListTables): SQL {
  const joined = joins.map(({ kind, table: other, on }) =>
    kind === 'inner' ? sql`join ${named(other)} on ${on}` : sql`left join ${named(other)} on ${on}`,
  )
  return sql.join([sql`${table}`, ...joined], sql` `)
}

/** A table with its alias, if it has one. */
function named(table: Join['table']): SQL {
  if (!is(table, PgTable)) return sql`${table}`
  const original = String(Reflect.get(table, Symbol.for('drizzle:OriginalName')))
  return original === getTableName(table) ? sql`${table}` : sql`${sql.identifier(original)} ${table}`
}

/** The query with these tables joined to it. */
export function joined<Query extends PgSelect>(query: Query, joins: readonly Join[]): Query {
  for (const { kind, table, on } of joins) {
    if (kind === 'inner') query.innerJoin(table, on)
    else query.leftJoin(table, on)
  }
  return query
}

/** The fields of the rows with this condition, in any order. */
export async function fieldsOfRows<Fields extends ListFields>(
  read: Read,
  { table, joins }: ListTables,
  fields: Fields,
  where: SQL,
): Promise<RowOf<Fields>[]> {
  const query = read.select(selected(fields)).from(table).$dynamic() as unknown as PgSelect
  const rows: unknown = await joined(query, joins).where(where)
  return rows as RowOf<Fields>[]
}
