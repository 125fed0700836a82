import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { columnIn, type GroupPath, type ListKind, type ListQuery } from './list-query'
import { anyHundredthsSql } from './sql-hundredths.server'

/** A column that a list may be sorted, filtered, grouped and searched by, with the SQL that gives its value. */
export interface SqlColumn {
  kind: ListKind
  sql: SQLWrapper
  /** Never null: one index serves both directions. */
  required?: boolean
  /** Its lower case, where the table holds that: computed for each row, it costs more than all the rest. */
  lower?: SQLWrapper
  /** What it sorts by when that is not its value, in lower case: of texts longer than an index takes, the beginning. */
  sorted?: SQLWrapper
  /** Adds up in groups and totals. */
  sum?: boolean
  /** What a row adds to them where that is not always its value; null for nothing. */
  added?: SQLWrapper
  /** Its hundredths, where the table holds those: whole numbers compare faster, and add up in a third of the time. */
  hundredths?: SQLWrapper
  /** Left out of the search over all texts: a look-up per row would be made for it. */
  unsearched?: boolean
}

/** The allow-list of a list's columns: what is not in it cannot reach the database. */
export type SqlColumns = Readonly<Record<string, SqlColumn>>

/** What is compared: texts without regard to case, instants by their day in the zone. */
export function comparedSql({ kind, sql: value, lower }: SqlColumn, timeZone: string): SQL {
  if (kind === 'instant') return sql`(${value} at time zone ${timeZone})::date`
  if (kind === 'text') return lower ? sql`${lower}` : sql`lower(${value})`
  return sql`${value}`
}

/**
 * What is counted by, before the few values that there are become texts; of instants the quarter of an hour, as days
 * begin at one in every zone.
 */
export function keySql({ kind, sql: value, hundredths }: SqlColumn): SQL {
  if (hundredths) return sql`${hundredths}`
  if (kind === 'instant') return sql`date_bin('15 minutes', ${value}, '2000-01-01 00:00:00+00')`
  return sql`${value}`
}

/** A key that was counted by as the text that a group or a header filter tells; '' for what is empty. */
export function keyTextSql(column: SqlColumn, key: SQLWrapper, timeZone: string): SQL {
  return valueTextSql(column, column.hundredths ? sql`${key} / 100.0` : key, timeZone)
}

/** A value of a column as that text. */
export function valueTextSql({ kind, required }: SqlColumn, value: SQLWrapper, timeZone: string): SQL {
  if (kind === 'text') return required ? sql`${value}` : sql`coalesce(${value}, '')`
  // 0.5 and 0.50 are one value.
  if (kind === 'number') return sql`coalesce(trim_scale((${value})::numeric)::text, '')`
  if (kind === 'instant') return sql`coalesce(((${value} at time zone ${timeZone})::date)::text, '')`
  return sql`coalesce((${value})::text, '')`
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
  if (kind === 'text') return anyTextSql(column, [text])
  if (kind === 'instant') return withinDaysSql(value, text, text, timeZone)
  if (column.hundredths) return anyHundredthsSql(column.hundredths, [text])
  return sql`${comparedSql(column, timeZone)} = ${valueSql(kind, text)}`
}

/** The rows whose column has exactly one of these texts; the index knows their lower case. */
export function anyTextSql({ sql: value, lower }: SqlColumn, texts: readonly string[]): SQL {
  const lowered = texts.map((text) => sql`lower(${text})`)
  const exact = texts.map((text) => sql`${text}`)
  return sql`(${value} in (${listed(exact)}) and ${lower ?? sql`lower(${value})`} in (${listed(lowered)}))`
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

const listed = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)
