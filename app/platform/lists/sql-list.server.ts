import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type GroupPage, groupPage, treeOrder } from './groups'
import {
  type ColumnValues,
  columnIn,
  type GroupSums,
  type List,
  type ListPage,
  type ListQuery,
  MAX_VALUES,
} from './list'
import {
  comparedSql,
  insideSql,
  keySql,
  keyTextSql,
  type SqlColumn,
  type SqlColumns,
  type SqlListDefinition,
  valueTextSql,
} from './sql-columns.server'
import { countedList, type ListContext, sqlGroups, sqlTotals } from './sql-groups.server'
import { conditionsOf, likeText, plannedFor, takesFilled, whereSql } from './sql-where.server'

interface Term {
  sql: SQL
  descending: boolean
  required: boolean
}

interface OrderOptions {
  /** The reverse order. */
  reversed?: boolean
  /** The rows are in one group, so the values of its columns are equal. */
  inGroup?: boolean
}

/**
 * The ORDER BY of a query: groups, then its sort, then the key in the direction of the last sort, so that pages never
 * overlap and an index read backwards serves the other direction. Empty values always come last.
 */
function orderOf(
  query: ListQuery,
  columns: SqlColumns,
  key: SQLWrapper,
  timeZone: string,
  { reversed = false, inGroup = false }: OrderOptions = {},
): SQL {
  const sorted = query.sort.flatMap(({ column, descending }) => {
    const sortColumn = columnIn(columns, column)
    return sortColumn ? [{ column: sortColumn, descending, name: column }] : []
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

/** Instants sort by the instant, everything else by what is compared. */
function sortSql({ kind, sql: value, lower, sorted, hundredths }: SqlColumn): SQL {
  if (kind !== 'text') return sql`${hundredths ?? value}`
  const text = sorted ?? lower
  return text ? sql`${text}` : sql`lower(${value})`
}

/** Groups are in the order of `compareGroups`: first regardless of case, then by the exact text. */
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
  // Ascending order already puts empty values last; descending puts them first.
  if (required) return sql`${value} ${direction}`
  return sql`${value} ${direction} ${reversed ? sql`nulls first` : sql`nulls last`}`
}

/** Rows of a list in order, from an offset; counted from the end if reversed. */
interface Piece {
  offset: number
  limit: number
  reversed?: boolean
  total?: () => number | undefined
}

/** Days fold into months and years, so there may be many. */
const MAX_DAYS = 5_000

/** The values of a column, ignoring that column's own filters; only values that contain `search`. */
async function sqlValues<Row>(
  { read, timeZone }: ListContext,
  source: SqlListDefinition<Row>,
  query: ListQuery,
  name: string,
  search: string,
): Promise<ColumnValues> {
  const others = { ...query, filters: query.filters.filter((filter) => filter.column !== name) }
  const list = countedList(source, others, [name])
  const column = columnIn(list.columns, name)
  if (!column) return { values: [], more: false }
  const most = column.kind === 'day' || column.kind === 'instant' ? MAX_DAYS : MAX_VALUES
  const conditions = [...(list.where ? [list.where] : []), ...conditionsOf(others, list, timeZone)]
  if (search !== '')
    conditions.push(sql`${valueTextSql(column, column.sql, timeZone)} ilike ${likeText(search)}`)
  const byDay = list.byDay?.includes(name) && conditions.length === 0 && search === ''
  const statement = byDay
    ? daysSql(list, column, timeZone)
    : sql`select v, sum(n) as n
    from (select ${keyTextSql(column, KEY, timeZone)} as v, n from (${keysSql(list, column, conditions, most)}) as keys) as labelled
    group by v having sum(n) > 0 order by ${textOrderSql(column)} limit ${most + 1}`
  const found: unknown = await read.execute(plannedFor(others, statement))
  const values = (found as { v: string; n: string | number }[]).map(({ v, n }) => ({
    value: v,
    count: Number(n),
  }))
  return { values: values.slice(0, most), more: values.length > most }
}

/**
 * All days of an instant with their rows: counting the rows of a day by index is faster than converting each instant.
 */
function daysSql<Row>(list: SqlListDefinition<Row>, { sql: value }: SqlColumn, timeZone: string): SQL {
  const [day, counted] = [sql.identifier('day'), sql.identifier('counted')]
  const end = (which: SQL) =>
    sql`(select date_trunc('day', ${which}(${value}) at time zone ${timeZone}) from ${list.from})`
  const next = sql`((${day} + interval '1 day') at time zone ${timeZone})`
  return sql`select ${day}::date::text as v, n
    from generate_series(${end(sql`min`)}, ${end(sql`max`)}, interval '1 day') as ${day}, lateral (
      select count(*) as n from ${list.from}
      where ${value} >= ${day} at time zone ${timeZone} and ${value} < ${next}) as ${counted}
    where n > 0 order by v limit ${MAX_DAYS + 1}`
}

const KEY = sql.identifier('k')

/** The keys with their rows: for numbers only the first ones, in index order, so that it can stop early. */
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

/** Rows in a batch when a whole list is read: few, as all other requests wait while a batch is parsed. */
const BATCH = 250
/** Most groups on a page whose rows are read group by group. */
const MAX_PARTS = 50
/** Pages that begin within this many rows are read while the rows are counted. */
const NEAR = 10_000

/**
 * A list in SQL. First its keys are found, sorted and paged, for which an index is enough; then the rows of the page
 * are read by key.
 */
export function sqlList<Row>(context: ListContext, list: SqlListDefinition<Row>): List<Row> {
  const { read, timeZone } = context
  const { columns, from, key } = list
  const conditions = (query: ListQuery) => [
    ...(list.where ? [list.where] : []),
    ...conditionsOf(query, list, timeZone),
  ]

  /** Selects the keys of a part of the list. */
  function partSql(query: ListQuery, where: SQL[], offset: number, limit: number, options?: OrderOptions) {
    const order = orderOf(query, columns, key, timeZone, options)
    return sql`select ${key} as key from ${from}${whereSql(where)} order by ${order} limit ${limit} offset ${offset}`
  }
  /** @param total of the rows, when known: parts after the last row are not read */
  async function keysOf(
    query: ListQuery,
    where: SQL[],
    { offset, limit, reversed = false, total }: Piece,
  ): Promise<number[]> {
    const parts = reversed ? partsOf(query).reverse() : offset <= NEAR ? partsOf(query) : []
    const keys: number[] = []
    let skipped = offset
    for (const part of parts) {
      const inPart = partSql(part.query, [...where, part.where], skipped, limit - keys.length, { reversed })
      const found = keysIn(await read.execute(plannedFor(query, inPart)))
      keys.push(...found)
      if (keys.length === limit) return reversed ? keys.reverse() : keys
      // The number of its rows is unknown, and so is where the next part begins.
      if (found.length === 0 && skipped > 0) break
      skipped = 0
      const isLast = part === parts.at(-1) || offset + keys.length === total?.()
      if (isLast) return reversed ? keys.reverse() : keys
    }
    const all = plannedFor(query, partSql(query, where, offset, limit, { reversed }))
    const whole = keysIn(await read.execute(all))
    return reversed ? whole.reverse() : whole
  }
  /**
   * The parts in which rows come by the first sort column: a page within one part needs no rows of the others. Empty
   * values come last.
   */
  function partsOf(query: ListQuery): { where: SQL; query: ListQuery }[] {
    const [first, ...then] = query.sort
    const column = columnIn(columns, first?.column ?? '')
    if (!column?.filled || query.groups.length > 0) return []
    const filled = column.rising ?? [column.filled]
    const parts = (first?.descending ? [...filled].reverse() : filled).map((part) => ({
      where: sql`${part}`,
      query,
    }))
    if (query.filters.some((filter) => filter.column === first?.column && takesFilled(filter))) return parts
    const empty = { ...query, sort: then.length > 0 ? then : query.sort }
    return [...parts, { where: sql`${column.empty ?? sql`(${column.filled}) is not true`}`, query: empty }]
  }
  /**
   * All keys in order, several in each text: hundreds of thousands of rows with one key each would delay all other
   * requests.
   */
  async function keyBatches(query: ListQuery, where: SQL[]): Promise<string[]> {
    const place = sql`row_number() over (order by ${orderOf(query, columns, key, timeZone)})`
    const found: unknown = await read.execute(
      sql`select string_agg(key::text, ',' order by place) as keys
          from (select key, place, (place - 1) / ${BATCH}::int as batch
                from (select ${key} as key, ${place} as place from ${from}${whereSql(where)}) as placed) as batched
          group by batch order by batch`,
    )
    return (found as { keys: string }[]).map(({ keys }) => keys)
  }
  async function rowsOf(keys: readonly number[]): Promise<Row[]> {
    if (keys.length === 0) return []
    const byKey = new Map((await list.rows(keys)).map((row) => [list.keyOf(row), row]))
    // Rows deleted in between are left out.
    return keys.flatMap((each) => byKey.get(each) ?? [])
  }

  async function plainPage(query: ListQuery): Promise<ListPage<Row>> {
    const offset = (query.page - 1) * query.size
    const where = conditions(query)
    const near = offset <= NEAR
    let counted: number | undefined
    const [{ count: total, sums }, first] = await Promise.all([
      sqlTotals(context, list, query).then((totals) => {
        counted = totals.count
        return totals
      }),
      near ? keysOf(query, where, { offset, limit: query.size, total: () => counted }).then(rowsOf) : null,
    ])
    const rows = first ?? (await rowsOf(await farKeys(query, where, offset, total)))
    return { rows, total, lines: total, groups: [], sums }
  }
  /** Beyond the middle, reading from the end is faster; where the rows of parts come last, even somewhat before it. */
  function farKeys(query: ListQuery, where: SQL[], offset: number, total: number): Promise<number[]> {
    const size = Math.max(0, Math.min(query.size, total - offset))
    if (size === 0) return Promise.resolve([])
    const fromEnd = total - offset - size
    const reach = partsOf(query).length > 0 ? 2 * offset : offset
    const piece = fromEnd < reach ? { offset: fromEnd, reversed: true } : { offset }
    return keysOf(query, where, { ...piece, limit: size })
  }

  async function groupedPage(query: ListQuery): Promise<ListPage<Row>> {
    const [totals, page] = await Promise.all([
      sqlTotals(context, list, query),
      groupPage(query, (level, parents) => sqlGroups(context, list, query, level, parents)),
    ])
    const rows = page.limit === 0 ? [] : await rowsOf(await keysInGroups(query, page))
    return { rows, total: totals.count, lines: page.lines, groups: page.heads, sums: totals.sums }
  }

  /** One query for each group, which an index serves however many rows the group has. */
  async function keysInGroups(query: ListQuery, { inside, offset, limit }: GroupPage): Promise<number[]> {
    const where = conditions(query)
    const groups = inside.map((path) => insideSql(query, columns, path, timeZone))
    if (groups.length > MAX_PARTS)
      return keysOf(query, [...where, sql`(${sql.join(groups, sql` or `)})`], { offset, limit })
    const parts = groups.map((group, at) => {
      const part = partSql(query, [...where, group], at === 0 ? offset : 0, limit, { inGroup: true })
      return sql`select ${at}::int as part, key from (${part}) as rows`
    })
    const found: unknown = await read.execute(sql.join(parts, sql` union all `))
    const ordered = [...(found as { part: number }[])].sort((a, b) => a.part - b.part)
    return keysIn(ordered).slice(0, limit)
  }

  return {
    keyOf: (row) => String(list.keyOf(row)),

    page: (query) => (query.groups.length > 0 ? groupedPage(query) : plainPage(query)),

    values: (query, name, search) => sqlValues(context, list, query, name, search),

    async *rows(query, only) {
      const where = [...conditions(query), ...(only ? [amongSql(key, only)] : [])]
      // All keys first: the file then shows one state of the list, and no batch has to sort it again.
      for (const keys of await keyBatches(query, where)) yield await rowsOf(keys.split(',').map(Number))
    },

    async groups(query, only): Promise<GroupSums[]> {
      const where = only
        ? sql.join([...(list.where ? [list.where] : []), amongSql(key, only)], sql` and `)
        : list.where
      const chosen = { ...list, where }
      const all = await Promise.all(
        query.groups.map((_, level) => sqlGroups(context, chosen, query, level, null)),
      )
      const whole = await sqlTotals(context, chosen, query)
      return [whole, ...treeOrder(all)].map(({ level, path, count, units, sums }) => ({
        level,
        path,
        count,
        units,
        sums,
      }))
    },
  }
}

function keysIn(rows: unknown): number[] {
  return (rows as { key: string | number }[]).map(({ key }) => Number(key))
}

/** Whether a row has one of these keys. */
function amongSql(key: SQLWrapper, keys: readonly string[]): SQL {
  const numbers = keys.filter((each) => /^\d{1,15}$/.test(each)).map((each) => sql`${each}::bigint`)
  return numbers.length === 0 ? sql`false` : sql`${key} in (${sql.join(numbers, sql`, `)})`
}
