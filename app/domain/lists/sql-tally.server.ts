import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { columnIn, type ListQuery } from './list-query'
import type { SqlColumn } from './sql-columns.server'
import type { SqlListDefinition } from './sql-list.server'

/**
 * How many rows there are of each value of some columns, and what they add up to: kept with every change, so that
 * nobody counts a million rows to show a page. Several of its rows may speak of one value; they add up.
 */
export interface SqlTally {
  from: SQLWrapper
  /** Columns of the list by name, with what the tally calls them. */
  columns: Readonly<Record<string, string>>
  /** Which column a row of the tally speaks of. */
  tallied: SQLWrapper
  /** The column's value as text; '' for what is empty. */
  value: SQLWrapper
  unit: SQLWrapper
  count: SQLWrapper
  /** What adds up, by the names of the list. */
  sums: Readonly<Record<string, SQLWrapper>>
}

/**
 * The list whose rows count and add up as the query's do: told by the tally when all that the query filters and groups
 * by is one column that it knows, else the list itself.
 * @param grouped the columns that are grouped by
 */
export function countedList<Row>(
  list: SqlListDefinition<Row>,
  query: ListQuery,
  grouped: readonly string[],
): SqlListDefinition<Row> {
  const { tally, columns } = list
  if (!tally || list.where || query.search !== '') return list
  const known = [...query.filters.map(({ column }) => column), ...grouped].filter((name) =>
    columnIn(columns, name),
  )
  const [name = Object.keys(tally.columns)[0] ?? '', ...others] = new Set(known)
  const tallied = columnIn(tally.columns, name)
  const column = columnIn(columns, name)
  if (others.length > 0 || tallied === undefined || !column) return list
  const sums = Object.keys(tally.sums).map((sum): [string, SqlColumn] => [
    sum,
    { kind: 'number', sql: sql.identifier(sum), sum: true },
  ])
  return {
    ...list,
    columns: {
      ...Object.fromEntries(sums),
      [name]: { kind: column.kind, sql: valueSql(column), required: column.required },
    },
    from: talliedRows(tally, tallied),
    unit: UNIT,
    count: COUNT,
    search: undefined,
  }
}

const VALUE = sql.identifier('value')
const UNIT = sql.identifier('unit')
const COUNT = sql.identifier('count')

/** The rows of one column, apart from the others before anything is read out of their texts. */
function talliedRows({ from, tallied, value, unit, count, sums }: SqlTally, column: string): SQL {
  const added = Object.entries(sums).map(([name, sum]) => sql`, ${sum} as ${sql.identifier(name)}`)
  return sql`(select ${value} as ${VALUE}, ${unit} as ${UNIT}, ${count} as ${COUNT}${sql.join(added)}
    from ${from} where ${tallied} = ${column} offset 0) as counted`
}

/** The column's value out of its text. */
function valueSql({ kind, required }: SqlColumn): SQL {
  const text = required ? sql`${VALUE}` : sql`nullif(${VALUE}, '')`
  if (kind === 'number') return sql`${text}::numeric`
  if (kind === 'day') return sql`${text}::date`
  if (kind === 'boolean') return sql`${text}::boolean`
  return text
}
