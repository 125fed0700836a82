import {
  type ColumnDef,
  columnFacetingFeature,
  columnFilteringFeature,
  columnGroupingFeature,
  constructTable,
  createFacetedRowModel,
  createFacetedUniqueValues,
  createFilteredRowModel,
  createGroupedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  type Row as ModelRow,
  rowAggregationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import { Big, plain } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import { type ListColumn, plainValue, valueKind } from '~/ui/grid/columns'
import { stillState } from '~/ui/grid/grid-table'
import { groupPage, pathKey, treeOrder } from './groups'
import {
  countsOf,
  type GroupPath,
  type GroupSums,
  type List,
  type ListFilter,
  type ListQuery,
  MAX_VALUES,
  sumsOf,
  type UnitSums,
} from './list'
import { compareGroups, compareValues, contains, groupText, lower, passes } from './row-values'

export interface RowListOptions<Row> {
  /** The zone in which instants filter and group by day; UTC by default. */
  timeZone?: string
  /** Unit of the sums: the currency. */
  unit?: (row: Row) => string
  /** The key of a row, for exports of selected rows. */
  keyOf?: (row: Row) => string
}

const features = tableFeatures({
  coreReactivityFeature: stillState,
  columnFilteringFeature,
  globalFilteringFeature,
  columnFacetingFeature,
  columnGroupingFeature,
  rowAggregationFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  facetedRowModel: createFacetedRowModel(),
  facetedUniqueValues: createFacetedUniqueValues(),
  groupedRowModel: createGroupedRowModel(),
  sortedRowModel: createSortedRowModel(),
})
type Features = typeof features
/** A row of any type, as the table needs it. */
type Held<Row> = { row: Row }
type Def<Row> = ColumnDef<Features, Held<Row>>
type Model<Row> = ModelRow<Features, Held<Row>>

/** A column of the table that no list declares; the blank keeps it distinct from those of lists. */
const PLACE = ' place'
const SUMS = ' sums'
const groupId = (name: string) => ` group ${name}`

/** How the values of a column are searched and compared. */
const searchedIn = <Row>({ meta }: ListColumn<Row>) => ({
  kind: valueKind(meta.kind),
  unspaced: meta.unspaced,
})

/** The columns of a list for the table: each compares, filters, groups and adds up as in SQL. */
function tableColumns<Row>(
  columns: readonly ListColumn<Row>[],
  query: ListQuery,
  { timeZone = 'UTC', unit }: RowListOptions<Row>,
): Def<Row>[] {
  const defs = columns.map((column): Def<Row> => {
    const kind = valueKind(column.meta.kind)
    const searched = searchedIn(column)
    return {
      id: column.id,
      accessorFn: ({ row }) => plainValue(column, row) ?? undefined,
      sortUndefined: 'last',
      sortFn: (a, b, id) => compareValues(a.getValue(id), b.getValue(id), kind),
      filterFn: (row, id, filters: readonly ListFilter[]) =>
        filters.every((filter) => passes(row.getValue(id), searched, filter, timeZone)),
      enableGlobalFilter: kind === 'text',
      getUniqueValues: ({ row }) => [groupText(plainValue(column, row), kind, timeZone)],
    }
  })
  const groups = query.groups.flatMap((name) => columns.find(({ id }) => id === name) ?? [])
  for (const column of groups) {
    const kind = valueKind(column.meta.kind)
    const down = query.sort.find((one) => one.column === column.id)?.descending ?? false
    defs.push({
      id: groupId(column.id),
      accessorFn: ({ row }) => groupText(plainValue(column, row), kind, timeZone),
      enableGlobalFilter: false,
      sortFn: (a, b, id) => compareGroups(a.getValue(id), b.getValue(id), kind, down),
    })
  }
  const summed = columns.filter(({ meta }) => meta.sum)
  defs.push(
    {
      id: PLACE,
      accessorFn: (_, index) => index,
      enableGlobalFilter: false,
      sortFn: (a, b) => a.index - b.index,
    },
    {
      id: SUMS,
      accessorFn: () => null,
      enableGlobalFilter: false,
      aggregationFn: {
        aggregate: ({ rows }) =>
          unitSums(
            rows.map(({ original }) => original.row),
            summed,
            unit,
          ),
      },
    },
  )
  return defs
}

/** The sums of rows, by unit. */
function unitSums<Row>(
  rows: readonly Row[],
  summed: readonly ListColumn<Row>[],
  unit?: (row: Row) => string,
): UnitSums[] {
  const units = groupedBy(rows, (row) => (summed.length > 0 && unit ? unit(row) : null))
  return [...units].map(([each, those]) => ({
    unit: each,
    count: those.length,
    values: Object.fromEntries(
      summed.map((column) => {
        const values = those.flatMap((row) => plainValue(column, row) ?? [])
        const sum = values.reduce((all, value) => all.plus(value), new Big(0))
        return [column.id, values.length === 0 ? null : plain(sum)]
      }),
    ),
  }))
}

/** Whether one of a query's alternatives holds for a row. */
function anyPasses<Row>(
  columns: readonly ListColumn<Row>[],
  { any = [] }: ListQuery,
  { timeZone = 'UTC' }: RowListOptions<Row>,
) {
  const byId = new Map(columns.map((column) => [column.id, column]))
  return (row: Row): boolean =>
    any.length === 0 ||
    any.some((filters) =>
      filters.every((filter) => {
        const column = byId.get(filter.column)
        if (!column) return true
        return passes(plainValue(column, row) ?? undefined, searchedIn(column), filter, timeZone)
      }),
    )
}

/** The table of the rows that a query selects: filtered, grouped and sorted. */
function tableOf<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  query: ListQuery,
  options: RowListOptions<Row>,
) {
  const isColumn = (name: string) => columns.some(({ id }) => id === name)
  const filters = groupedBy(
    query.filters.filter(({ column }) => isColumn(column)),
    ({ column }) => column,
  )
  const groups = query.groups.filter(isColumn)
  const sorted = query.sort.filter(({ column }) => isColumn(column))
  const searched = new Map(columns.map(({ id, meta }) => [id, meta]))
  const words = lower(query.search)
  return constructTable<Features, Held<Row>>({
    features,
    data: rows.map((row) => ({ row })),
    columns: tableColumns(columns, query, options),
    globalFilterFn: (row, id) =>
      contains(row.getValue(id) ?? '', words, { kind: 'text', unspaced: searched.get(id)?.unspaced }),
    state: {
      columnFilters: [...filters].map(([id, value]) => ({ id, value })),
      globalFilter: query.search,
      grouping: groups.map(groupId),
      sorting:
        groups.length + sorted.length === 0
          ? []
          : [
              ...groups.map((name) => ({ id: groupId(name), desc: false })),
              ...sorted
                .filter(({ column }) => !groups.includes(column))
                .map(({ column, descending }) => ({ id: column, desc: descending })),
              // Rows that the sort leaves equal keep their order, reversed with the last column.
              { id: PLACE, desc: sorted.at(-1)?.descending ?? false },
            ],
    },
  })
}

const isGroup = <Row>(row: Model<Row>) => row.groupingColumnId !== undefined

/** The groups of a level in their order, each with its path. */
function groupsAt<Row>(
  rows: readonly Model<Row>[],
  level: number,
  above: GroupPath = [],
): { path: GroupPath; group: Model<Row> }[] {
  return rows.filter(isGroup).flatMap((group) => {
    const path = [...above, String(group.groupingValue)]
    return level === 0 ? [{ path, group }] : groupsAt(group.subRows, level - 1, path)
  })
}

const leaves = <Row>(rows: readonly Model<Row>[]): Model<Row>[] =>
  rows.flatMap((row) => (isGroup(row) ? leaves(row.subRows) : [row]))

const rowsIn = <Row>(rows: readonly Model<Row>[]): Row[] => leaves(rows).map(({ original }) => original.row)

const BATCH = 1_000

/** A list of rows in memory; gives the same results as a list in SQL. */
export function rowList<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  options: RowListOptions<Row> = {},
): List<Row> {
  const summed = columns.filter(({ meta }) => meta.sum).map(({ id }) => id)
  const { keyOf } = options
  function tableFor(query: ListQuery, only?: readonly string[]) {
    const wanted = new Set(only)
    const among = only ? rows.filter((row) => keyOf && wanted.has(keyOf(row))) : rows
    return tableOf(among.filter(anyPasses(columns, query, options)), columns, query, options)
  }
  type Table = ReturnType<typeof tableFor>

  const groupSums = (level: number, path: GroupPath, units: UnitSums[]): GroupSums => ({
    level,
    path,
    count: units.reduce((sum, { count }) => sum + count, 0),
    units: countsOf(units),
    sums: sumsOf(units, summed),
  })
  const whole = (table: Table) =>
    groupSums(-1, [], table.getColumn(SUMS)?.getAggregationValue<UnitSums[]>() ?? [])
  const level = (table: Table, at: number) =>
    groupsAt(table.getRowModel().rows, at).map(({ path, group }) =>
      groupSums(at, path, group.getValue<UnitSums[]>(SUMS)),
    )

  return {
    ...(keyOf ? { keyOf } : {}),

    async page(query) {
      const table = tableFor(query)
      const { count: total, sums } = whole(table)
      const found = table.getRowModel().rows
      if (query.groups.length === 0) {
        const start = (query.page - 1) * query.size
        return { rows: rowsIn(found.slice(start, start + query.size)), total, lines: total, groups: [], sums }
      }
      const page = await groupPage(query, async (at, parents) => {
        const wanted = parents && new Set(parents.map(pathKey))
        return level(table, at).filter(({ path }) => !wanted || wanted.has(pathKey(path.slice(0, at))))
      })
      const inside = new Set(page.inside.map(pathKey))
      const open = groupsAt(found, query.groups.length - 1).filter(({ path }) => inside.has(pathKey(path)))
      return {
        rows: rowsIn(open.map(({ group }) => group)).slice(page.offset, page.offset + page.limit),
        total,
        lines: page.lines,
        groups: page.heads,
        sums,
      }
    },

    async values(query, name, search) {
      const column = columns.find(({ id }) => id === name)
      if (!column) return { values: [], more: false }
      const kind = valueKind(column.meta.kind)
      const counts = tableFor(query).getColumn(name)?.getFacetedUniqueValues() ?? new Map<string, number>()
      const values = [...counts]
        .map(([value, count]) => ({ value: String(value), count }))
        .filter(({ value }) => lower(value).includes(lower(search)))
        .sort((a, b) => compareGroups(a.value, b.value, kind))
      return kind === 'day' || kind === 'instant'
        ? { values, more: false }
        : { values: values.slice(0, MAX_VALUES), more: values.length > MAX_VALUES }
    },

    async *rows(query, only) {
      const found = rowsIn(tableFor(query, only).getRowModel().rows)
      for (let at = 0; at < found.length; at += BATCH) yield found.slice(at, at + BATCH)
    },

    async groups(query, only) {
      const table = tableFor(query, only)
      const groups = query.groups.filter((name) => columns.some(({ id }) => id === name))
      return [whole(table), ...treeOrder(groups.map((_, at) => level(table, at)))]
    },
  }
}
