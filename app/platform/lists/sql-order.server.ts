import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { columnIn, type ListQuery } from './list-query'
import { comparedSql, type SqlColumn, type SqlColumns } from './sql-columns.server'

interface Term {
  sql: SQL
  descending: boolean
  required: boolean
}

export interface OrderOptions {
  /** The same order from its end. */
  reversed?: boolean
  /** Of the rows of one group, which have their groups' values in common. */
  inGroup?: boolean
}

/**
 * The ORDER BY of a query: groups, then its sort, then the key in the direction of the last sort, so that pages never
 * overlap and an index read backwards serves the other direction. What is empty comes last, whatever the direction.
 */
export function orderOf(
  query: ListQuery,
  columns: SqlColumns,
  key: SQLWrapper,
  timeZone: string,
  { reversed = false, inGroup = false }: OrderOptions = {},
): SQL {
  const sorted = query.sort.flatMap(({ column, descending }) => {
    const known = columnIn(columns, column)
    return known ? [{ column: known, descending, name: column }] : []
  })
  const groups = inGroup ? [] : query.groups
  const terms: Term[] = groups.flatMap((name) => {
    const column = columnIn(columns, name)
    const descending = sorted.find((one) => one.name === name)?.descending ?? false
    return column ? groupTerms(column, descending, timeZone) : []
  })
  for (const { column, descending, name } of sorted)
    if (!query.groups.includes(name))
      terms.push({ sql: sortSql(column), descending, required: column.required === true })
  const down = sorted.at(-1)?.descending ?? false
  terms.push({ sql: sql`${key}`, descending: down, required: true })
  return sql.join(
    terms.map((term) => termSql(term, reversed)),
    sql`, `,
  )
}

/** Instants sort by the instant, everything else as it compares. */
function sortSql({ kind, sql: value, lower, sorted, hundredths }: SqlColumn): SQL {
  if (kind !== 'text') return sql`${hundredths ?? value}`
  const text = sorted ?? lower
  return text ? sql`${text}` : sql`lower(${value})`
}

/** Groups come in the order of `compareGroups`: without regard to case first, the exact text after. */
function groupTerms(column: SqlColumn, descending: boolean, timeZone: string): Term[] {
  const { kind, required = false } = column
  if (kind === 'instant') return [{ sql: comparedSql(column, timeZone), descending, required }]
  if (kind !== 'text') return [{ sql: sortSql(column), descending, required }]
  const text = required ? sql`${column.sql}` : sql`nullif(${column.sql}, '')`
  return [
    { sql: sql`lower(${text})`, descending, required },
    { sql: text, descending, required },
  ]
}

function termSql({ sql: value, descending, required }: Term, reversed: boolean): SQL {
  const down = descending !== reversed
  const direction = down ? sql`desc` : sql`asc`
  // Ascending puts what is empty last by itself, descending first.
  if (required) return sql`${value} ${direction}`
  return sql`${value} ${direction} ${reversed ? sql`nulls first` : sql`nulls last`}`
}
