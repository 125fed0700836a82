import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { Big, type Decimal } from '~/platform/values/decimal'
import { type ListColumn, valueKind } from '~/ui/grid/columns'
import { columnIn, type GroupPath, type ListKind, type ListOperator, type ListQuery } from './list'

type Comparing = Exclude<ListOperator, 'empty' | 'filled' | 'contains' | 'in'>

/** Compares amounts in hundredths, as the index holds them; a bound between two hundredths means the nearer ones. */
export function hundredthsSql(value: SQLWrapper, operator: Comparing, first: Decimal, last: Decimal): SQL {
  const [floor, ceiling] = bounds(first)
  const exact = floor.eq(ceiling)
  switch (operator) {
    case 'equals':
      return exact ? sql`${value} = ${whole(floor)}` : sql`false`
    case 'differs':
      return exact ? sql`${value} is distinct from ${whole(floor)}` : sql`true`
    case 'greater':
      return sql`${value} > ${whole(floor)}`
    case 'at-least':
      return sql`${value} >= ${whole(ceiling)}`
    case 'less':
      return sql`${value} < ${whole(ceiling)}`
    case 'at-most':
      return sql`${value} <= ${whole(floor)}`
    case 'between':
      return sql`${value} between ${whole(ceiling)} and ${whole(bounds(last)[0])}`
  }
}

/** The rows with one of these amounts. */
export function anyHundredthsSql(value: SQLWrapper, amounts: readonly Decimal[]): SQL {
  const exact = amounts.map(bounds).flatMap(([floor, ceiling]) => (floor.eq(ceiling) ? [whole(floor)] : []))
  return exact.length === 0 ? sql`false` : sql`${value} in (${sql.join(exact, sql`, `)})`
}

/** The hundredths at or below an amount, and those at or above it. */
function bounds(amount: Decimal): [floor: Big, ceiling: Big] {
  const hundredths = new Big(amount).times(100)
  const cut = hundredths.round(0, Big.roundDown)
  return [cut.gt(hundredths) ? cut.minus(1) : cut, cut.lt(hundredths) ? cut.plus(1) : cut]
}

const MAX_BIGINT = new Big('9223372036854775807')

function whole(hundredths: Big): SQL {
  const within = hundredths.gt(MAX_BIGINT)
    ? MAX_BIGINT
    : hundredths.lt(MAX_BIGINT.times(-1))
      ? MAX_BIGINT.times(-1)
      : hundredths
  return sql`${within.toFixed()}::bigint`
}

/** What a list in SQL adds to the declaration of a column: the SQL of its value, and what makes it fast. */
export interface SqlExpression {
  sql: SQLWrapper
  /** Never null: one index serves both directions. */
  required?: boolean
  /** Its lower case, where the table stores it: computing it for each row costs more than all the rest. */
  lower?: SQLWrapper
  /**
   * The expression that it sorts by when that is not its value, in lower case: for texts longer than an index takes,
   * their beginning.
   */
  sorted?: SQLWrapper
  /** The amount that a row adds to them where that is not always its value; null for none. */
  added?: SQLWrapper
  /** Its hundredths, where the table stores them: whole numbers compare faster, and add up in a third of the time. */
  hundredths?: SQLWrapper
  /** Holds of exactly the rows that have a value, where an index knows it better than the value. */
  filled?: SQLWrapper
  /** Holds of all other rows, where an index knows them. */
  empty?: SQLWrapper
  /**
   * Holds where the row that a text comes from is there; without it the text is empty. The few rows with a text are then
   * found before they are joined, not row by row of the list.
   */
  joined?: SQLWrapper
  /** Parts of the filled rows, of which each has only higher values than the one before it, where an index knows them. */
  rising?: readonly SQLWrapper[]
  /** The rows that have one of these texts, where an index or less work knows them; an empty text is none of them. */
  among?: (texts: readonly string[]) => SQL
  /** Left out of the search over all texts: it would need a look-up for each row. */
  unsearched?: boolean
}

/** A column that a list may be sorted, filtered, grouped and searched by. */
export interface SqlColumn extends SqlExpression {
  kind: ListKind
  /** Adds up in groups and totals. */
  sum?: boolean
}

/** The allow-list of a list's columns: a column that is not in it cannot reach the database. */
export type SqlColumns = Readonly<Record<string, SqlColumn>>

/** The SQL of a list's columns, by their ids: one for each, and no other. */
export type SqlExpressions<Id extends string> = Readonly<Record<Id, SqlExpression>>

/** The same where the values are selected under the columns' ids. @param more what else holds of a column */
export function expressionsOf<Id extends string>(
  values: Readonly<Record<Id, SQLWrapper>>,
  more: (id: Id) => Omit<SqlExpression, 'sql'>,
): SqlExpressions<Id> {
  const ids = Object.keys(values) as Id[]
  return Object.fromEntries(
    ids.map((id) => [id, { sql: values[id], ...more(id) }]),
  ) as unknown as SqlExpressions<Id>
}

/** The columns of a list in SQL: kind and sums as declared, and the SQL of each. */
export function sqlColumns<Id extends string, Given extends SqlExpressions<Id>>(
  columns: readonly ListColumn<never, Id>[],
  expressions: Given & { readonly [Unknown in Exclude<keyof Given, Id>]: never },
): SqlColumns {
  const given: SqlExpressions<Id> = expressions
  return Object.fromEntries(
    columns.map(({ id, meta }) => [id, { ...given[id], kind: valueKind(meta.kind), sum: meta.sum === true }]),
  )
}

/** The compared expression: texts without regard to case, instants by their day in the zone. */
export function comparedSql({ kind, sql: value, lower }: SqlColumn, timeZone: string): SQL {
  if (kind === 'instant') return sql`(${value} at time zone ${timeZone})::date`
  if (kind === 'text') return lower ? sql`${lower}` : sql`lower(${value})`
  return sql`${value}`
}

/**
 * The key that rows are counted by, before the few distinct values become texts; for instants the quarter of an hour,
 * as days begin at one in every zone.
 */
export function keySql({ kind, sql: value, hundredths }: SqlColumn): SQL {
  if (hundredths) return sql`${hundredths}`
  if (kind === 'instant') return sql`date_bin('15 minutes', ${value}, '2000-01-01 00:00:00+00')`
  return sql`${value}`
}

/** A key of the count as the text that a group or a header filter shows; '' for an empty value. */
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

/** The instant at which a day begins in the zone, or at which the day `after` days later begins. */
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
export function anyTextSql({ sql: value, lower, among }: SqlColumn, texts: readonly string[]): SQL {
  if (among) return among(texts)
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

export const listed = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)

/** Texts as an array of PostgreSQL. */
export const textArray = (texts: readonly string[]) =>
  sql`array[${listed(texts.map((text) => sql`${text}`))}]::text[]`

/** Ids as the text of an array of PostgreSQL, to fill the placeholder of a query that is built once. */
export const idsText = (ids: readonly number[]) => `{${ids.join(',')}}`

/**
 * How many rows there are of each value of some columns, and their sums: updated with every change, so that a page
 * never has to count a million rows. Several of its rows may describe one value; they add up.
 */
export interface SqlTally {
  from: SQLWrapper
  /** Columns of the list by name, with their names in the tally. */
  columns: Readonly<Record<string, string>>
  /** The column that a row of the tally describes. */
  tallied: SQLWrapper
  /** The column's value as text; '' for an empty value. */
  value: SQLWrapper
  /** Further columns of the list that each row holds; never empty. */
  also?: Readonly<Record<string, SQLWrapper>>
  unit: SQLWrapper
  count: SQLWrapper
  /** The sums, by the names of the list. */
  sums: Readonly<Record<string, SQLWrapper>>
}

/** A list whose rows are in the database. */
export interface SqlListDefinition<Row> {
  columns: SqlColumns
  /** Tables and joins. */
  from: SQL
  /** The condition for all its rows. */
  where?: SQL
  /** A number that names a row. */
  key: SQLWrapper
  /** Unit of the sums: the currency. */
  unit?: SQLWrapper
  /** All texts of a row in lower case: where the search looks, instead of into each column. */
  search?: SQLWrapper
  /**
   * The rows that have a text in a column, where a faster way exists than column by column; `like` is in lower case.
   */
  found?: (like: SQL) => SQL
  /** Counts and sums that are kept. */
  tally?: SqlTally
  /** Its instants, never null, with an index of the only table of `from` that counts the rows of thousands of days quickly. */
  byDay?: readonly string[]
  /** The number of rows that each row of `from` represents; one by default. */
  count?: SQLWrapper
  /** The rows of these keys, in any order. */
  rows(keys: readonly number[]): Promise<Row[]>
  keyOf(row: Row): number
}
