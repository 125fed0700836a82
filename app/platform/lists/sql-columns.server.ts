import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { Big, type Decimal } from '~/platform/values/decimal'
import { type ListColumn, valueKind } from '~/ui/grid/columns'
import { columnIn, type GroupPath, type ListKind, type ListOperator, type ListQuery } from './list'

type Comparing = Exclude<ListOperator, 'empty' | 'filled' | 'contains' | 'in'>

/** Compares amounts in hundredths, as indexed; a bound between two hundredths becomes the nearer one inside. */
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

/** What a list in SQL adds to the declaration of a column: the SQL of its value, and its optimisations. */
export interface SqlExpression {
  sql: SQLWrapper
  /** Never null: one index serves both directions. */
  required?: boolean
  /** Its stored lower case, if the table has it: computing it for each row would cost more than all the rest. */
  lower?: SQLWrapper
  /**
   * The expression that it sorts by, in lower case, if that is not its value: for texts too long for an index, their
   * beginning.
   */
  sorted?: SQLWrapper
  /** The amount that a row adds to the sums, if not always its value; null for none. */
  added?: SQLWrapper
  /** Its stored hundredths, if the table has them: whole numbers compare faster, and add up in a third of the time. */
  hundredths?: SQLWrapper
  /** True for exactly the rows that have a value, where an index covers this condition. */
  filled?: SQLWrapper
  /** True for all other rows, where an index covers this condition. */
  empty?: SQLWrapper
  /**
   * True where the row that a text comes from exists; without it the text is empty. The few rows with a text are then
   * found before the join, not row by row of the list.
   */
  joined?: SQLWrapper
  /** Ranges of the filled rows, each with only higher values than the previous one, where indexes cover them. */
  rising?: readonly SQLWrapper[]
  /**
   * The rows that have one of these texts, where an index or a cheaper query finds them; never includes the empty text.
   */
  among?: (texts: readonly string[]) => SQL
  /** Excluded from the search over all texts: it would need a look-up for each row. */
  unsearched?: boolean
}

/** A column by which a list may be sorted, filtered, grouped and searched. */
export interface SqlColumn extends SqlExpression {
  kind: ListKind
  /** Added up in groups and totals. */
  sum?: boolean
}

/** The allow-list of a list's columns: no other column can reach the database. */
export type SqlColumns = Readonly<Record<string, SqlColumn>>

/** The SQL of a list's columns, by id, exactly one for each. */
export type SqlExpressions<Id extends string> = Readonly<Record<Id, SqlExpression>>

/** The columns of a list in SQL: kind and sums as declared, with the SQL of each. */
export function sqlColumns<Id extends string>(
  columns: readonly ListColumn<never, Id>[],
  expressions: SqlExpressions<Id>,
): SqlColumns {
  return Object.fromEntries(
    columns.map(({ id, meta }) => [
      id,
      { ...expressions[id], kind: valueKind(meta.kind), sum: meta.sum === true },
    ]),
  )
}

/** The expression to compare: texts regardless of case, instants by their day in the zone. */
export function comparedSql({ kind, sql: value, lower }: SqlColumn, timeZone: string): SQL {
  if (kind === 'instant') return sql`(${value} at time zone ${timeZone})::date`
  if (kind === 'text') return lower ? sql`${lower}` : sql`lower(${value})`
  return sql`${value}`
}

/**
 * The key that rows are counted by, before the few distinct values become texts; for instants the quarter of an hour,
 * as in every zone days begin at one.
 */
export function keySql({ kind, sql: value, hundredths }: SqlColumn): SQL {
  if (hundredths) return sql`${hundredths}`
  if (kind === 'instant') return sql`date_bin('15 minutes', ${value}, '2000-01-01 00:00:00+00')`
  return sql`${value}`
}

/** A counting key as the text in groups and header filters; '' for an empty value. */
export function keyTextSql(column: SqlColumn, key: SQLWrapper, timeZone: string): SQL {
  return valueTextSql(column, column.hundredths ? sql`${key} / 100.0` : key, timeZone)
}

/** A value of a column as that text. */
export function valueTextSql({ kind, required }: SqlColumn, value: SQLWrapper, timeZone: string): SQL {
  if (kind === 'text') return required ? sql`${value}` : sql`coalesce(${value}, '')`
  // 0.5 and 0.50 are the same value.
  if (kind === 'number') return sql`coalesce(trim_scale((${value})::numeric)::text, '')`
  if (kind === 'instant') return sql`coalesce(((${value} at time zone ${timeZone})::date)::text, '')`
  return sql`coalesce((${value})::text, '')`
}

/** The instant at which a day begins in the zone, or the day `after` days later. */
export function beginSql(day: string, timeZone: string, after: 0 | 1 = 0): SQL {
  const date = after === 0 ? sql`${day}::date` : sql`(${day}::date + 1)`
  return sql`(${date}::timestamp at time zone ${timeZone})`
}

/** Whether an instant is within these days, both inclusive. */
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

/** The rows whose column has exactly one of these texts; the index has their lower case. */
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

/** A value given as text, in the type that the column's kind compares. */
export function valueSql(kind: ListKind, text: string): SQL {
  if (kind === 'number') return sql`${text}::numeric`
  // As a boolean, not as text: the driver would send every text as false.
  if (kind === 'boolean') return sql`${text === 'true'}::boolean`
  if (kind === 'text') return sql`lower(${text})`
  return sql`${text}::date`
}

export const listed = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)

/** An array of texts in PostgreSQL. */
export const textArray = (texts: readonly string[]) =>
  sql`array[${listed(texts.map((text) => sql`${text}`))}]::text[]`

/** Ids as the text of a PostgreSQL array, for the placeholder of a prepared query. */
export const idsText = (ids: readonly number[]) => `{${ids.join(',')}}`

/**
 * The number of rows for each value of some columns, and their sums: updated with every change, so that a page never
 * has to count a million rows. Several of its rows may describe one value; they are added up.
 */
export interface SqlTally {
  from: SQLWrapper
  /** Columns of the list, with their names in the tally. */
  columns: Readonly<Record<string, string>>
  /** The column that a row of the tally is for. */
  tallied: SQLWrapper
  /** The column's value as text; '' for an empty value. */
  value: SQLWrapper
  /** Further columns of the list in each row; never empty. */
  also?: Readonly<Record<string, SQLWrapper>>
  unit: SQLWrapper
  count: SQLWrapper
  /** The sums, under their names in the list. */
  sums: Readonly<Record<string, SQLWrapper>>
}

/** A list whose rows are in the database. */
export interface SqlListDefinition<Row> {
  columns: SqlColumns
  /** Tables and joins. */
  from: SQL
  /** The condition for all its rows. */
  where?: SQL
  /** A number that identifies a row. */
  key: SQLWrapper
  /** Unit of the sums: the currency. */
  unit?: SQLWrapper
  /** All texts of a row in lower case: searched instead of each column. */
  search?: SQLWrapper
  /** The rows that have a text in any column, where that is faster than column by column; `like` is in lower case. */
  found?: (like: SQL) => SQL
  /** Stored counts and sums. */
  tally?: SqlTally
  /**
   * Its instants, never null, indexed in the only table of `from`, so that rows of thousands of days are counted
   * quickly.
   */
  byDay?: readonly string[]
  /** The number of rows that each row of `from` represents; one by default. */
  count?: SQLWrapper
  /** The rows of these keys, in any order. */
  rows(keys: readonly number[]): Promise<Row[]>
  keyOf(row: Row): number
}
