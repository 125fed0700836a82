import type { Read } from 'db/database'
import { getTableName, is, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, type PgSelect, PgTable } from 'drizzle-orm/pg-core'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { ColumnMeta, ListColumn, ValueKind } from '~/ui/grid/columns'
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

/** How a declared column shows its field: see `columnsOfFields` of app/platform/page/shown-columns.tsx. */
export type ColumnLook =
  | 'id'
  | 'text'
  | 'slim'
  | 'day'
  | 'amount'
  | 'count'
  | 'number'
  | 'instant'
  | 'yesNo'
  | 'status'
  | 'late'

/**
 * The column of a field, declared with it: heading, look, size and filter. It is data, which the answer of a page brings
 * to the browser; code that only one column needs, such as its own cell, is in the area's `list.tsx`.
 */
export interface FieldColumn {
  header: string
  /** By default that of the field's kind. */
  look?: ColumnLook
  /** In px, unless the query has another. */
  size?: number
  enableSorting?: boolean
  enableColumnFilter?: boolean
  enableGrouping?: boolean
  meta?: Partial<Omit<ColumnMeta<never>, 'cellTitle' | 'currency' | 'exported' | 'show'>>
  /** Of a column of days late: the field with the day that they count from. */
  since?: string
}

export interface DeclaredColumn extends FieldColumn {
  /** The name of its field. */
  id: string
  look: ColumnLook
}

/** The columns of a list that its fields declare, from left to right. */
export interface WithDeclared {
  declared: readonly DeclaredColumn[]
}

interface FieldOf<Kind extends FieldKind> extends SqlExpression {
  kind: Kind
  sql: AnyPgColumn<{ data: FieldValues[Kind] }> | SQL<FieldValues[Kind] | null>
  /** Its meaning, where its name does not say it, for the documentation of calls. */
  about?: string
  /** Its only values, for the same. */
  oneOf?: readonly string[]
  /** Calls sort and filter by it although the grid has no column for it. */
  listed?: true
  /** Its column in the grid. */
  column?: FieldColumn
}

/**
 * A field of the rows of a list: its kind, its expression and its column. The row's type, the select, what the list
 * sorts and filters by, the grid and its files, and the documentation of its calls follow from it.
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

const LOOKS: Readonly<Record<FieldKind, ColumnLook>> = {
  id: 'id',
  count: 'count',
  amount: 'amount',
  text: 'text',
  day: 'day',
  instant: 'instant',
  boolean: 'yesNo',
}

/**
 * The columns that fields declare, from left to right.
 * @param order of the grid where it is not that of the fields; a column that it does not name stands behind the one
 * declared before it
 */
export function declaredColumns<Fields extends ListFields>(
  fields: Fields,
  order: readonly (keyof Fields & string)[] = [],
): DeclaredColumn[] {
  const declared = Object.entries<ListField>(fields).flatMap(([id, { kind, column }]) =>
    column ? [{ look: LOOKS[kind], ...column, id }] : [],
  )
  const columns = order.flatMap((id) => declared.filter((column) => column.id === id))
  for (const [at, column] of declared.entries()) {
    if (columns.includes(column)) continue
    const before = declared[at - 1]
    columns.splice(before ? columns.indexOf(before) + 1 : 0, 0, column)
  }
  return columns
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
  return sql.join([named(table), ...joined], sql` `)
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
