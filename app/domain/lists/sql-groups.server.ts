import type { Read } from 'db/doors'
import { type SQL, sql } from 'drizzle-orm'
import { inGroupOrder } from './group-order'
import { pathKey } from './group-page'
import type { GroupSums } from './list'
import { columnIn, type GroupPath, type ListQuery } from './list-query'
import { insideSql, valueTextSql } from './sql-columns.server'
import type { SqlListDefinition } from './sql-list.server'
import { countedList } from './sql-tally.server'
import { conditionsOf, whereSql } from './sql-where.server'
import { sumsOf, type UnitSums } from './sums'

type Counted = Record<string, string | number | null>

/** Groups of more values than this are cut: nobody reads them, and the server would. */
const MOST_GROUPS = 50_000

/**
 * The groups of a level with their counts and sums, in order; level -1 is the whole set.
 * @param parents only those inside these groups of the level above; null for all
 */
export async function sqlGroups<Row>(
  read: Read,
  asked: SqlListDefinition<Row>,
  query: ListQuery,
  level: number,
  parents: readonly GroupPath[] | null,
  timeZone: string,
): Promise<GroupSums[]> {
  const names = query.groups.slice(0, level + 1)
  const list = countedList(asked, query, names)
  const { columns } = list
  const grouped = names.flatMap((name) => columnIn(columns, name) ?? [])
  const summed = Object.entries(columns).filter(([, column]) => column.sum)
  const named = (prefix: string, at: number) => sql.identifier(`${prefix}${at}`)
  const values = [
    ...grouped.map((column, at) => sql`${valueTextSql(column, timeZone)} as ${named('g', at)}`),
    ...(summed.length > 0 && list.unit ? [sql`${list.unit} as unit`] : []),
    ...summed.map(([, column], at) => sql`${column.sql} as ${named('s', at)}`),
    ...(list.count ? [sql`${list.count} as n`] : []),
  ]
  const keys = [
    ...grouped.map((_, at) => sql`${named('g', at)}`),
    ...(summed.length > 0 && list.unit ? [sql`unit`] : []),
  ]
  const results: SQL[] = [
    ...keys,
    list.count ? sql`sum(n) as n` : sql`count(*) as n`,
    ...summed.map((_, at) => sql`sum(${named('s', at)}) as ${named('s', at)}`),
  ]
  const conditions = [...(list.where ? [list.where] : []), ...conditionsOf(query, list, timeZone)]
  if (parents)
    conditions.push(
      sql`(${sql.join(
        parents.map((path) => insideSql(query, columns, path, timeZone)),
        sql` or `,
      )})`,
    )
  // Grouped by the names of a subquery: parameters inside the values would make two expressions of one.
  const rows: unknown = await read.execute(
    sql`select ${sql.join(results, sql`, `)} from (select ${
      values.length > 0 ? sql.join(values, sql`, `) : sql`1`
    } from ${list.from}${whereSql(conditions)}) as rows${
      keys.length > 0 ? sql` group by ${sql.join(keys, sql`, `)}` : sql``
    } limit ${MOST_GROUPS}`,
  )
  const sums = summed.map(([name]) => name)
  const byPath = new Map<string, { path: GroupPath; parts: UnitSums[] }>()
  for (const row of rows as Counted[]) {
    const path = grouped.map((_, at) => String(row[`g${at}`]))
    const entry = byPath.get(pathKey(path)) ?? { path, parts: [] }
    byPath.set(pathKey(path), entry)
    entry.parts.push({
      unit: row.unit === undefined || row.unit === null ? null : String(row.unit),
      count: Number(row.n),
      values: Object.fromEntries(sums.map((name, at) => [name, textOf(row[`s${at}`])])),
    })
  }
  const groups = [...byPath.values()].map(({ path, parts }) => ({
    level,
    path,
    count: parts.reduce((total, { count }) => total + count, 0),
    sums: sumsOf(parts, sums),
  }))
  return inGroupOrder(groups, query, columns)
}

/** Count and sums of the whole set. */
export async function sqlTotals<Row>(
  read: Read,
  list: SqlListDefinition<Row>,
  query: ListQuery,
  timeZone: string,
): Promise<GroupSums> {
  const [whole] = await sqlGroups(read, list, query, -1, null, timeZone)
  return whole ?? { level: -1, path: [], count: 0, sums: sumsOf([], sumColumns(list)) }
}

/** Names of the columns that add up. */
function sumColumns<Row>({ columns }: SqlListDefinition<Row>): string[] {
  return Object.keys(columns).filter((name) => columns[name]?.sum)
}

const textOf = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : String(value)
