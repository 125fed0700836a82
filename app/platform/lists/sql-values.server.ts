import type { Read } from 'db/database'
import { type SQL, sql } from 'drizzle-orm'
import { type ColumnValues, MOST_VALUES } from './list'
import { columnIn, type ListQuery } from './list-query'
import { keySql, keyTextSql, type SqlColumn, valueTextSql } from './sql-columns.server'
import type { SqlListDefinition } from './sql-list-definition.server'
import { likeText } from './sql-search.server'
import { countedList } from './sql-tally.server'
import { conditionsOf, whereSql } from './sql-where.server'

/** Days fold into months and years, so there may be many of them. */
const MOST_DAYS = 5_000

/** What the rows have in a column, whatever this column is filtered by; only values that contain `search`. */
export async function sqlValues<Row>(
  read: Read,
  asked: SqlListDefinition<Row>,
  query: ListQuery,
  name: string,
  search: string,
  timeZone: string,
): Promise<ColumnValues> {
  const others = { ...query, filters: query.filters.filter((filter) => filter.column !== name) }
  const list = countedList(asked, others, [name])
  const column = columnIn(list.columns, name)
  if (!column) return { values: [], more: false }
  const most = column.kind === 'day' || column.kind === 'instant' ? MOST_DAYS : MOST_VALUES
  const conditions = [...(list.where ? [list.where] : []), ...conditionsOf(others, list, timeZone)]
  if (search !== '')
    conditions.push(sql`${valueTextSql(column, column.sql, timeZone)} ilike ${likeText(search)}`)
  const found: unknown = await read.execute(sql`
    select v, sum(n) as n
    from (select ${keyTextSql(column, KEY, timeZone)} as v, n from (${keysSql(list, column, conditions, most)}) as keys) as told
    group by v having sum(n) > 0 order by ${textOrderSql(column)} limit ${most + 1}`)
  const values = (found as { v: string; n: string | number }[]).map(({ v, n }) => ({
    value: v,
    count: Number(n),
  }))
  return { values: values.slice(0, most), more: values.length > most }
}

const KEY = sql.identifier('k')

/** The keys with their rows: of numbers the first ones, in the order that an index has, so that it ends early. */
function keysSql<Row>(
  list: SqlListDefinition<Row>,
  column: SqlColumn,
  conditions: readonly SQL[],
  most: number,
): SQL {
  const enough = column.kind === 'number' ? sql` order by ${KEY} limit ${most + 2}` : sql``
  return sql`select ${KEY}, sum(n) as n
    from (select ${keySql(column)} as ${KEY}, ${list.count ?? sql`1`} as n
      from ${list.from}${whereSql(conditions)}) as rows
    group by ${KEY}${enough}`
}

function textOrderSql({ kind }: SqlColumn): SQL {
  if (kind === 'text') return sql`v = '', lower(v), v`
  if (kind === 'number') return sql`nullif(v, '')::numeric nulls last`
  return sql`v = '', v`
}
