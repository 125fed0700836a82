import { type SQL, sql } from 'drizzle-orm'
import { columnIn, type ListQuery } from './list-query'
import type { SqlColumn } from './sql-columns.server'
import type { SqlListDefinition, SqlTally } from './sql-list-definition.server'

/**
 * The list whose rows count and add up as the query's do: told by the tally when all that the query filters and groups
 * by is one column that it knows and those that each of its rows tells, else the list itself.
 * @param grouped the columns that are grouped by
 */
export function countedList<Row>(
  list: SqlListDefinition<Row>,
  query: ListQuery,
  grouped: readonly string[],
): SqlListDefinition<Row> {
  const { tally, columns } = list
  if (!tally || list.where || query.search !== '') return list
  const { also = {} } = tally
  const known = [...query.filters.map(({ column }) => column), ...grouped].filter(
    (name) => columnIn(columns, name) && !columnIn(also, name),
  )
  const [name = Object.keys(tally.columns)[0] ?? '', ...others] = new Set(known)
  const tallied = columnIn(tally.columns, name)
  if (others.length > 0 || tallied === undefined) return list
  const own = (each: string, value: (column: SqlColumn) => SQL): [string, SqlColumn][] => {
    const column = columnIn(columns, each)
    return column ? [[each, { kind: column.kind, sql: value(column), required: column.required }]] : []
  }
  const sums = Object.keys(tally.sums).map((sum): [string, SqlColumn] => [
    sum,
    { kind: 'number', sql: sql.identifier(sum), sum: true },
  ])
  return {
    ...list,
    columns: Object.fromEntries([
      ...sums,
      ...own(name, valueSql),
      ...Object.keys(also).flatMap((each) => own(each, () => sql`${alsoName(each)}`)),
    ]),
    from: talliedRows(tally, tallied),
    unit: UNIT,
    count: COUNT,
    search: undefined,
  }
}

const alsoName = (name: string) => sql.identifier(`also_${name}`)
const VALUE = sql.identifier('value')
const UNIT = sql.identifier('unit')
const COUNT = sql.identifier('count')

/** The rows of one column, apart from the others before anything is read out of their texts. */
function talliedRows(tally: SqlTally, column: string): SQL {
  const { from, tallied, value, also = {}, unit, count, sums } = tally
  const more = [
    ...Object.entries(also).map(([name, each]) => sql`, ${each} as ${alsoName(name)}`),
    ...Object.entries(sums).map(([name, sum]) => sql`, ${sum} as ${sql.identifier(name)}`),
  ]
  return sql`(select ${value} as ${VALUE}, ${unit} as ${UNIT}, ${count} as ${COUNT}${sql.join(more)}
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
