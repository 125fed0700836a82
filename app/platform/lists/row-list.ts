import { Big, plain } from '~/platform/values/decimal'
import { groupPage, pathKey, treeOrder } from './groups'
import {
  columnIn,
  countsOf,
  type GroupPath,
  type GroupSums,
  type List,
  type ListQuery,
  MOST_VALUES,
  sumsOf,
} from './list'
import { compareValues, inGroupOrder, lower, matchingRows, type RowColumns, valueText } from './row-match'

export interface RowListOptions<Row> {
  /** In which instants filter and group by their day; UTC by default. */
  timeZone?: string
  /** Unit of the sums: the currency. */
  unit?: (row: Row) => string
  /** Names a row, as exports of chosen rows need it. */
  keyOf?: (row: Row) => string
}

const BATCH = 1_000

/** A list of rows in memory; the same results as a list in SQL. */
export function rowList<Row>(
  rows: readonly Row[],
  columns: RowColumns<Row>,
  { timeZone = 'UTC', unit, keyOf }: RowListOptions<Row> = {},
): List<Row> {
  const match = (query: ListQuery) => matchingRows(rows, columns, query, timeZone)
  function among(found: readonly Row[], only?: readonly string[]): readonly Row[] {
    if (!only) return found
    const wanted = new Set(only)
    return found.filter((row) => keyOf && wanted.has(keyOf(row)))
  }
  const summed = Object.keys(columns).filter((name) => columns[name]?.sum)

  function pathOf(query: ListQuery, row: Row, level: number): GroupPath {
    return query.groups.slice(0, level + 1).flatMap((name) => {
      const column = columnIn(columns, name)
      return column ? [valueText(column, row, timeZone)] : []
    })
  }
  function addUp(level: number, path: GroupPath, members: readonly Row[]): GroupSums {
    const units = new Map<string | null, Row[]>()
    for (const row of members) {
      const key = summed.length > 0 && unit ? unit(row) : null
      const others = units.get(key)
      if (others) others.push(row)
      else units.set(key, [row])
    }
    const parts = [...units].map(([each, those]) => ({
      unit: each,
      count: those.length,
      values: Object.fromEntries(summed.map((name) => [name, columnSum(those, name)])),
    }))
    return { level, path, count: members.length, units: countsOf(parts), sums: sumsOf(parts, summed) }
  }
  function columnSum(members: readonly Row[], name: string): string | null {
    const values = members.flatMap((row) => columns[name]?.value(row) ?? [])
    if (values.length === 0) return null
    return plain(values.reduce((sum, value) => sum.plus(value), new Big(0)))
  }
  function groupsAt(query: ListQuery, found: readonly Row[], level: number): GroupSums[] {
    const members = new Map<string, { path: GroupPath; rows: Row[] }>()
    for (const row of found) {
      const path = pathOf(query, row, level)
      const entry = members.get(pathKey(path))
      if (entry) entry.rows.push(row)
      else members.set(pathKey(path), { path, rows: [row] })
    }
    const groups = [...members.values()].map((entry) => addUp(level, entry.path, entry.rows))
    return inGroupOrder(groups, query, columns)
  }

  return {
    async page(query) {
      const found = match(query)
      const { count: total, sums } = addUp(-1, [], found)
      if (query.groups.length === 0) {
        const start = (query.page - 1) * query.size
        return { rows: found.slice(start, start + query.size), total, lines: total, groups: [], sums }
      }
      const page = await groupPage(query, async (level, parents) => {
        const wanted = parents && new Set(parents.map(pathKey))
        const among = wanted
          ? found.filter((row) => wanted.has(pathKey(pathOf(query, row, level - 1))))
          : found
        return groupsAt(query, among, level)
      })
      const inside = new Set(page.inside.map(pathKey))
      const last = query.groups.length - 1
      const visible = found.filter((row) => inside.has(pathKey(pathOf(query, row, last))))
      return {
        rows: visible.slice(page.offset, page.offset + page.limit),
        total,
        lines: page.lines,
        groups: page.heads,
        sums,
      }
    },

    async values(query, name, search) {
      const column = columnIn(columns, name)
      if (!column) return { values: [], more: false }
      const others = {
        ...query,
        filters: query.filters.filter((filter) => filter.column !== name),
        sort: [],
        groups: [],
      }
      const counts = new Map<string, number>()
      for (const row of match(others)) {
        const text = valueText(column, row, timeZone)
        counts.set(text, (counts.get(text) ?? 0) + 1)
      }
      const isDay = column.kind === 'day' || column.kind === 'instant'
      const values = [...counts]
        .map(([value, count]) => ({ value, count }))
        .filter(({ value }) => lower(value).includes(lower(search)))
        .sort((a, b) => compareValues(a.value, b.value, column.kind))
      return isDay
        ? { values, more: false }
        : { values: values.slice(0, MOST_VALUES), more: values.length > MOST_VALUES }
    },

    async *rows(query, only) {
      const found = among(match(query), only)
      for (let at = 0; at < found.length; at += BATCH) yield found.slice(at, at + BATCH)
    },

    async groups(query, only) {
      const found = among(match(query), only)
      return [
        addUp(-1, [], found),
        ...treeOrder(query.groups.map((_, level) => groupsAt(query, found, level))),
      ]
    },
  }
}
