import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { columnIn, type GroupPath, type ListKind, type ListQuery } from './list-query'

/** A column that a list may be sorted, filtered, grouped and searched by, with the SQL that gives its value. */
export interface SqlColumn {
  kind: ListKind
  sql: SQLWrapper
  /** Never null: one index serves both directions. */
  required?: boolean
  /** What it sorts by when that is not its value: the beginning of texts that are longer than an index takes. */
  sorted?: SQLWrapper
  /** Adds up in groups and totals. */
  sum?: boolean
  /** Left out of the search over all texts: a look-up per row would be made for it. */
  unsearched?: boolean
}

/** The allow-list of a list's columns: what is not in it cannot reach the database. */
export type SqlColumns = Readonly<Record<string, SqlColumn>>

/** What is compared: texts without regard to case, instants by their day in the zone. */
export function comparedSql({ kind, sql: value }: SqlColumn, timeZone: string): SQL {
  if (kind === 'instant') return sql`(${value} at time zone ${timeZone})::date`
  if (kind === 'text') return sql`lower(${value})`
  return sql`${value}`
}

/** The value of a column as the text that a group or a header filter tells; '' for what is empty. */
export function valueTextSql(column: SqlColumn, timeZone: string): SQL {
  const { kind, sql: value, required } = column
  if (kind === 'text') return required ? sql`${value}` : sql`coalesce(${value}, '')`
  // 0.5 and 0.50 are one value.
  if (kind === 'number') return sql`coalesce(trim_scale((${value})::numeric)::text, '')`
  return sql`coalesce((${kind === 'instant' ? comparedSql(column, timeZone) : value})::text, '')`
}

/** The instant at which a day begins in the zone, or the day so many days after it. */
export function beginSql(day: string, timeZone: string, after: 0 | 1 = 0): SQL {
  const date = after === 0 ? sql`${day}::date` : sql`(${day}::date + 1)`
  return sql`(${date}::timestamp at time zone ${timeZone})`
}

/** The instants of these days, first and last included. */
export function withinDaysSql(value: SQLWrapper, first: string, last: string, timeZone: string): SQL {
  return sql`(${value} >= ${beginSql(first, timeZone)} and ${value} < ${beginSql(last, timeZone, 1)})`
}

/** The rows whose column has exactly this text; '' for those where it is empty. */
export function exactlySql(column: SqlColumn, text: string, timeZone: string): SQL {
  const { kind, sql: value } = column
  if (text === '') return kind === 'text' ? sql`coalesce(${value}, '') = ''` : sql`${value} is null`
  // The first condition is what the index knows.
  if (kind === 'text') return sql`(lower(${value}) = lower(${text}) and ${value} = ${text})`
  if (kind === 'instant') return withinDaysSql(value, text, text, timeZone)
  return sql`${comparedSql(column, timeZone)} = ${valueSql(kind, text)}`
}

/** The rows of a group. */
export function insideSql(query: ListQuery, columns: SqlColumns, path: GroupPath, timeZone: string): SQL {
  const conditions = path.flatMap((text, level) => {
    const column = columnIn(columns, query.groups[level] ?? '')
    return column ? [exactlySql(column, text, timeZone)] : []
  })
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** A value given as text, as the column's kind compares it. */
export function valueSql(kind: ListKind, text: string): SQL {
  if (kind === 'number') return sql`${text}::numeric`
  // A boolean, not its text: the driver would send every text as false.
  if (kind === 'boolean') return sql`${text === 'true'}::boolean`
  if (kind === 'text') return sql`lower(${text})`
  return sql`${text}::date`
}
