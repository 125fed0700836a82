import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '~/platform/values/context.server'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import {
  columnIn,
  countsOf,
  type GroupPath,
  type GroupSums,
  type ListQuery,
  sumsOf,
  type UnitSums,
} from './list'
import { periodOf } from './row-values'
import {
  insideSql,
  keySql,
  keyTextSql,
  listed,
  type SqlColumn,
  type SqlListDefinition,
  type SqlTally,
} from './sql-columns.server'
import { conditionsOf, plannedFor, whereSql } from './sql-where.server'

/** The connection of a list, and the time zone that determines the days of instants. */
export type ListContext = Pick<Context, 'read' | 'timeZone'>

/**
 * The list that gives the same counts and sums as the query's: the tally, when the query filters and groups by only one
 * of its tallied columns and by columns in each of its rows; otherwise the list itself.
 * @param grouped the columns that are grouped by
 */
export function countedList<Row>(
  list: SqlListDefinition<Row>,
  query: ListQuery,
  grouped: readonly string[],
): SqlListDefinition<Row> {
  const { tally, columns } = list
  if (!tally || list.where || query.search !== '' || query.any?.length) return list
  const { also = {} } = tally
  const involved = [...query.filters.map(({ column }) => column), ...grouped].filter(
    (name) => columnIn(columns, name) && !columnIn(also, name),
  )
  const [name = Object.keys(tally.columns)[0] ?? '', ...others] = new Set(involved)
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
    from: talliedRows(
      tally,
      tallied,
      columnIn(columns, name)?.kind === 'day' ? daysWithin(query, name) : null,
    ),
    unit: UNIT,
    count: COUNT,
    search: undefined,
  }
}

const alsoName = (name: string) => sql.identifier(`also_${name}`)
const VALUE = sql.identifier('value')
const UNIT = sql.identifier('unit')
const COUNT = sql.identifier('count')

/** The first and last day that the filters of a column allow; null where they are not one range of days. */
function daysWithin({ filters }: ListQuery, name: string): [first: string, last: string] | null {
  const [own, ...others] = filters.filter(({ column }) => column === name)
  if (!own || others.length > 0) return null
  const { operator, values } = own
  const [first = '', last = ''] = values
  if (operator === 'equals') return [first, first]
  if (operator === 'between') return [first, last]
  const periods = operator === 'in' ? values.map(periodOf) : [null]
  const days = periods.flatMap((period) => (period ? [period.first, period.last] : [])).sort()
  return periods.includes(null) ? null : [days[0] ?? '', days.at(-1) ?? '']
}

/**
 * The rows of one column, selected before any of their texts is parsed.
 * @param days only these days, both inclusive, which the index of the tally finds by their text
 */
function talliedRows(tally: SqlTally, column: string, days: [string, string] | null): SQL {
  const { from, tallied, value, also = {}, unit, count, sums } = tally
  const more = [
    ...Object.entries(also).map(([name, each]) => sql`, ${each} as ${alsoName(name)}`),
    ...Object.entries(sums).map(([name, sum]) => sql`, ${sum} as ${sql.identifier(name)}`),
  ]
  return sql`(select ${value} as ${VALUE}, ${unit} as ${UNIT}, ${count} as ${COUNT}${sql.join(more)}
    from ${from} where ${tallied} = ${column}${days ? sql` and ${value} between ${days[0]} and ${days[1]}` : sql``} offset 0) as counted`
}

/** The column's value, parsed from its text. */
function valueSql({ kind, required }: SqlColumn): SQL {
  const text = required ? sql`${VALUE}` : sql`nullif(${VALUE}, '')`
  if (kind === 'number') return sql`${text}::numeric`
  if (kind === 'day') return sql`${text}::date`
  if (kind === 'boolean') return sql`${text}::boolean`
  return text
}

type Counted = Record<string, string | number | null>

/** Most groups; more would burden the server, and no one reads them. */
const MAX_GROUPS = 50_000
/**
 * Separators between the units of a group, and between the fields of a unit: ASCII control characters for this purpose.
 */
const [RECORD, FIELD] = [30, 31]

/**
 * The groups of a level with their counts and sums, in order; level -1 is the whole set.
 * @param parents only those inside these groups of the level above; null for all
 */
export async function sqlGroups<Row>(
  { read, timeZone }: ListContext,
  source: SqlListDefinition<Row>,
  query: ListQuery,
  level: number,
  parents: readonly GroupPath[] | null,
): Promise<GroupSums[]> {
  const names = query.groups.slice(0, level + 1).filter((name) => columnIn(source.columns, name))
  const list = countedList(source, query, names)
  const grouped = names.flatMap((name) => columnIn(list.columns, name) ?? [])
  const summed = query.unsummed ? [] : Object.keys(list.columns).filter((name) => list.columns[name]?.sum)
  const conditions = [...(list.where ? [list.where] : []), ...conditionsOf(query, list, timeZone)]
  if (parents)
    conditions.push(
      sql`(${sql.join(
        parents.map((path) => insideSql(query, list.columns, path, timeZone)),
        sql` or `,
      )})`,
    )
  const texts = grouped.map(
    (column, at) => sql`${keyTextSql(column, named('k', at), timeZone)} as ${named('g', at)}`,
  )
  const keys = grouped.map((_, at) => named('g', at))
  const descending = names.map(
    (name) => query.sort.find(({ column }) => column === name)?.descending ?? false,
  )
  const counting = sql`
    select ${listed([...keys, sql`sum(n) as n`, sql`${packedSql(summed.length)} as sums`])}
    from (select ${listed([...texts, sql`counted.*`])} from (${countingSql(list, grouped, summed, conditions)}) as counted) as labelled
    ${keys.length > 0 ? sql`group by ${listed(keys)} having sum(n) > 0 order by ${listed(grouped.flatMap((column, at) => orderSql(column, named('g', at), descending[at] ?? false)))}` : sql`having sum(n) > 0`}
    limit ${MAX_GROUPS}`
  const rows: unknown = await read.execute(plannedFor(query, counting))
  return (rows as Counted[]).map((row) => {
    const path = grouped.map((_, at) => String(row[`g${at}`]))
    return new SqlGroup(level, path, Number(row.n), row.sums, summed, list.unit !== undefined)
  })
}

/**
 * A group whose sums are parsed only when shown. A class: see "What a request made goes with it" in docs/decisions.md.
 */
class SqlGroup implements GroupSums {
  constructor(
    readonly level: number,
    readonly path: GroupPath,
    readonly count: number,
    private readonly packed: unknown,
    private readonly summed: readonly string[],
    private readonly hasUnits: boolean,
  ) {}
  get units() {
    return countsOf(unpacked(this.packed, this.summed, this.hasUnits))
  }
  get sums() {
    return sumsOf(unpacked(this.packed, this.summed, this.hasUnits), this.summed)
  }
}

/**
 * One row for each key and unit, or several to be added up, as in a tally. Grouped by names of a subquery: with
 * parameters PostgreSQL would see two different expressions.
 */
function countingSql<Row>(
  list: SqlListDefinition<Row>,
  grouped: readonly SqlColumn[],
  summed: readonly string[],
  conditions: readonly SQL[],
): SQL {
  const unit = summed.length > 0 && list.unit ? sql`${list.unit}` : sql`null::text`
  const rows = sql`select ${listed([
    ...grouped.map((column, at) => sql`${keySql(column)} as ${named('k', at)}`),
    sql`${unit} as unit`,
    ...summed.map((name, at) => sql`${addedSql(list.columns[name])} as ${named('s', at)}`),
    ...(list.count ? [sql`${list.count} as n`] : []),
  ])} from ${list.from}${whereSql(conditions)}`
  if (list.count) return rows
  const keys = [...grouped.map((_, at) => named('k', at)), sql`unit`]
  const sums = summed.map((name, at) => {
    const sum = sql`sum(${named('s', at)})`
    return sql`${list.columns[name]?.hundredths ? sql`${sum} / 100.0` : sum} as ${named('s', at)}`
  })
  return sql`select ${listed([...keys, sql`count(*) as n`, ...sums])} from (${rows}) as rows group by ${listed(keys)}`
}

const addedSql = (column: SqlColumn | undefined) => column?.hundredths ?? column?.added ?? column?.sql

/** The sums of each unit packed into one text: a group is one row, however many units it has. */
function packedSql(sums: number): SQL {
  const fields = [sql`coalesce(unit, '')`, sql`n`]
  for (let at = 0; at < sums; at++) fields.push(sql`coalesce(${named('s', at)}::text, '')`)
  return sql`string_agg(${sql.join(fields, sql` || chr(${FIELD}) || `)}, chr(${RECORD}))`
}

/** The sums of each unit; where several keys form one group, or a tally has several rows, they are added up. */
function unpacked(packed: unknown, summed: readonly string[], units: boolean): UnitSums[] {
  const byUnit = new Map<string, { count: number; values: Record<string, Decimal | null> }>()
  for (const part of String(packed ?? '').split(String.fromCharCode(RECORD))) {
    const [unit = '', rows, ...sums] = part.split(String.fromCharCode(FIELD))
    const entry = byUnit.get(unit) ?? { count: 0, values: {} }
    byUnit.set(unit, entry)
    entry.count += Number(rows)
    const { values } = entry
    for (const [at, name] of summed.entries()) {
      const [before, more] = [values[name], sums[at] || null]
      values[name] = before && more ? plain(new Big(before).plus(more)) : (before ?? more)
    }
  }
  return [...byUnit].flatMap(([unit, { count, values }]) =>
    count === 0 ? [] : [{ unit: units ? unit : null, count, values }],
  )
}

/** The order of `compareGroups`: first regardless of case, then the exact text; empty values last. */
function orderSql({ kind }: SqlColumn, value: SQL, descending: boolean): SQL[] {
  const direction = descending ? sql`desc` : sql`asc`
  const last = sql`${value} = ''`
  if (kind === 'text') return [last, sql`lower(${value}) ${direction}`, sql`${value} ${direction}`]
  if (kind === 'number') return [last, sql`nullif(${value}, '')::numeric ${direction}`]
  return [last, sql`${value} ${direction}`]
}

const named = (prefix: string, at: number): SQL => sql`${sql.identifier(`${prefix}${at}`)}`

/** Count and sums of the whole set. */
export async function sqlTotals<Row>(
  context: ListContext,
  list: SqlListDefinition<Row>,
  query: ListQuery,
): Promise<GroupSums> {
  const [whole] = await sqlGroups(context, list, query, -1, null)
  const summed = Object.keys(list.columns).filter((name) => list.columns[name]?.sum)
  return whole ?? { level: -1, path: [], count: 0, units: [], sums: sumsOf([], summed) }
}
