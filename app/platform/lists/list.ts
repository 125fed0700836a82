import { Big, type Decimal, plain } from '~/platform/values/decimal'

/** A query to a list as plain data, for lists that are computed in a worker. */
export type ListQuestion =
  | { ask: 'page'; query: ListQuery }
  | { ask: 'values'; query: ListQuery; column: string; search: string }
  | { ask: 'rows'; query: ListQuery; only?: readonly string[] }
  | { ask: 'groups'; query: ListQuery; only?: readonly string[] }

/** Runs a query in the process that has the list. */
export async function answerOf<Row>(list: List<Row>, question: ListQuestion): Promise<unknown> {
  if (question.ask === 'page') return list.page(question.query)
  if (question.ask === 'values') return list.values(question.query, question.column, question.search)
  if (question.ask === 'groups') return list.groups(question.query, question.only)
  const rows: Row[] = []
  for await (const batch of list.rows(question.query, question.only)) rows.push(...batch)
  return rows
}

/** A list in another process. @param ask sends a query there and returns the result of `answerOf` */
export function remoteList<Row>(ask: (question: ListQuestion) => Promise<unknown>): List<Row> {
  return {
    page: async (query) => (await ask({ ask: 'page', query })) as ListPage<Row>,
    values: async (query, column, search) =>
      (await ask({ ask: 'values', query, column, search })) as ColumnValues,
    groups: async (query, only) => (await ask({ ask: 'groups', query, only })) as GroupSums[],
    async *rows(query, only) {
      yield (await ask({ ask: 'rows', query, only })) as Row[]
    },
  }
}

/** The query of a list: one shape for grid, sums, export and call. The grid reads it from an address. */
export interface ListQuery {
  /** From 1. */
  page: number
  /** Rows per page. */
  size: number
  sort: readonly { column: string; descending: boolean }[]
  filters: readonly ListFilter[]
  /** In addition to the filters, one of these must hold, each with all its conditions; missing if there are none. */
  any?: readonly (readonly ListFilter[])[]
  /** Free text over the searched columns; '' for none. */
  search: string
  /** Columns that rows are grouped by, outermost first. */
  groups: readonly string[]
  /** Whether all or no groups are open, except those in `toggled`. */
  openGroups: 'all' | 'none'
  toggled: readonly GroupPath[]
  /** Rows are counted but not added up, because the sums are not shown. */
  unsummed?: boolean
}

/** The values that lead to a group, outermost first, as text; '' for empty ones. */
export type GroupPath = readonly string[]

/**
 * One condition: plain decimal strings for numbers, yyyy-MM-dd for days, 'true' / 'false' for booleans. For `in`, any
 * of the values: exact texts, for a day also its month or year (yyyy-MM, yyyy), '' for an empty value.
 */
export interface ListFilter {
  column: string
  operator: ListOperator
  values: readonly string[]
}

export type ListOperator =
  | 'contains'
  | 'equals'
  | 'differs'
  | 'greater'
  | 'at-least'
  | 'less'
  | 'at-most'
  | 'between'
  | 'in'
  | 'empty'
  | 'filled'

/**
 * The kind of a column's values, which determines how they compare. An instant filters and groups by its day in the
 * site's zone.
 */
export type ListKind = 'text' | 'number' | 'day' | 'instant' | 'boolean'

/** Everything, for callers that need no paging. */
export const WHOLE: ListQuery = {
  page: 1,
  size: Number.MAX_SAFE_INTEGER,
  sort: [],
  filters: [],
  search: '',
  groups: [],
  openGroups: 'all',
  toggled: [],
}

/** The column of a name among those allowed, which never include properties of every object ("constructor"). */
export function columnIn<Column>(
  columns: Readonly<Record<string, Column>>,
  name: string,
): Column | undefined {
  return Object.hasOwn(columns, name) ? columns[name] : undefined
}

/**
 * A list that a grid shows, a call returns and an export writes: in SQL (`sql-list.server.ts`), of rows in memory
 * (`row-list.ts`), or computed in a worker. Unknown column names are ignored.
 */
export interface List<Row> {
  /** One page with its groups and sums. */
  page(query: ListQuery): Promise<ListPage<Row>>
  /** The values of a column, ignoring that column's own filters; only values that contain `search`. */
  values(query: ListQuery, column: string, search: string): Promise<ColumnValues>
  /** All rows of the query in order, groups first, in batches; `keys` restricts them to those rows. */
  rows(query: ListQuery, keys?: readonly string[]): AsyncIterable<Row[]>
  /**
   * All groups of the query with their sums, each before its subgroups; those of the whole set first (level -1). `keys`
   * restricts them to those rows.
   */
  groups(query: ListQuery, keys?: readonly string[]): Promise<GroupSums[]>
  /** The key of a row; missing where rows have none. */
  keyOf?(row: Row): string
}

export interface ListPage<Row> {
  rows: Row[]
  /** Number of rows in the whole filtered set. */
  total: number
  /** The number of lines that are paged: rows, or with groups the rows of open groups and one for each closed group. */
  lines: number
  /** Heads of groups on this page, in order. */
  groups: GroupHead[]
  /** Sums of the whole filtered set. */
  sums: Sums
}

/** The sums of a group. */
export interface GroupSums {
  /** 0 for the outermost; -1 for the whole set, with an empty path. */
  level: number
  path: GroupPath
  /** Rows in it. */
  count: number
  /**
   * The count for each unit (currency) among the rows, in alphabetical order; one without unit where the list has none.
   */
  units: readonly UnitCount[]
  sums: Sums
}

export interface UnitCount {
  unit: string | null
  count: number
}

/** A group's head on a page. */
export interface GroupHead extends Omit<GroupSums, 'units'> {
  /** Position among the page's rows: it is shown before the row of this index. */
  before: number
  open: boolean
  /** Starts on an earlier page. */
  continued: boolean
  /** The page on which it starts, and on which it is shown when closed. */
  page: number
}

/** Column → the sums of its values: one for each unit (currency) among the rows, or one without unit. */
export type Sums = Readonly<Record<string, readonly Sum[]>>

interface Sum {
  unit: string | null
  sum: Decimal
}

/** Distinct values of a column with their numbers of rows, in the column's order. */
export interface ColumnValues {
  /** In the form that `in` accepts; '' for an empty value. */
  values: { value: string; count: number }[]
  /** There are more values than these: search for them. */
  more: boolean
}

/** Most values listed at once. All days are listed: they fold into months and years. */
export const MAX_VALUES = 100

/** The sums and number of the rows of one unit. */
export interface UnitSums extends UnitCount {
  /** Column → sum; null where no row has a value. */
  values: Readonly<Record<string, Decimal | null>>
}

/** The sums of several units side by side, in alphabetical order of units; columns without any value have none. */
export function sumsOf(parts: readonly UnitSums[], columns: readonly string[]): Sums {
  const units = inOrder(parts)
  return Object.fromEntries(
    columns.map((column) => [
      column,
      units.flatMap(({ unit, values }) => {
        const sum = values[column]
        return sum === null || sum === undefined ? [] : [{ unit, sum: plain(new Big(sum)) }]
      }),
    ]),
  )
}

/** How many rows each unit has, in alphabetical order of units. */
export function countsOf(parts: readonly UnitSums[]): UnitCount[] {
  return inOrder(parts).map(({ unit, count }) => ({ unit, count }))
}

const inOrder = (parts: readonly UnitSums[]) =>
  [...parts].sort((a, b) => ((a.unit ?? '') < (b.unit ?? '') ? -1 : 1))
