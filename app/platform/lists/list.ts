import type { Decimal } from '~/platform/values/decimal'
import type { GroupPath, ListQuery } from './list-query'

/**
 * A list that a grid shows, a call answers and an export writes: in SQL (`sql-list.server.ts`), of rows at hand
 * (`row-list.ts`), or computed in a worker. Column names that it does not know are ignored.
 */
export interface List<Row> {
  /** One page with its groups and sums. */
  page(query: ListQuery): Promise<ListPage<Row>>
  /** What the rows have in a column, whatever this column is filtered by; only values that contain `search`. */
  values(query: ListQuery, column: string, search: string): Promise<ColumnValues>
  /** All rows of the query in its order, groups first, in batches; `keys` narrows down to those rows. */
  rows(query: ListQuery, keys?: readonly string[]): AsyncIterable<Row[]>
  /**
   * All groups of the query with their sums, each before those inside it; those of the whole set first (level -1).
   * `keys` narrows down to those rows.
   */
  groups(query: ListQuery, keys?: readonly string[]): Promise<GroupSums[]>
}

export interface ListPage<Row> {
  rows: Row[]
  /** Rows of the whole filtered set. */
  total: number
  /** What pages count: rows, or where there are groups the rows of open groups and one for each closed group. */
  lines: number
  /** Heads of groups on this page, in order. */
  groups: GroupHead[]
  /** Of the whole filtered set. */
  sums: Sums
}

/** What a group adds up to. */
export interface GroupSums {
  /** 0 for the outermost; -1 for the whole set, with an empty path. */
  level: number
  path: GroupPath
  /** Rows in it. */
  count: number
  /** The same for each unit (currency) among the rows, in their alphabet; one without unit where the list has none. */
  units: readonly UnitCount[]
  sums: Sums
}

export interface UnitCount {
  unit: string | null
  count: number
}

/** A group's head on a page. */
export interface GroupHead extends Omit<GroupSums, 'units'> {
  /** Place among the page's rows: it stands before the row of this index. */
  before: number
  open: boolean
  /** Begun on an earlier page. */
  continued: boolean
  /** The page on which it begins, where it stands when it is closed. */
  page: number
}

/** Column → what its values add up to: one for each unit (currency) among the rows, or one without unit. */
export type Sums = Readonly<Record<string, readonly Sum[]>>

export interface Sum {
  unit: string | null
  sum: Decimal
}

/** Distinct values of a column with the number of their rows, in the column's order. */
export interface ColumnValues {
  /** As `in` takes them; '' for what is empty. */
  values: { value: string; count: number }[]
  /** There are more than are listed here: search for them. */
  more: boolean
}

/** Most values that are listed at once. Days are listed all: they fold into months and years. */
export const MOST_VALUES = 100
