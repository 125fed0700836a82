/** What a list is asked for: one shape for grid, sums, export and call. The grid reads it out of an address. */
export interface ListQuery {
  /** From 1. */
  page: number
  /** Rows a page. */
  size: number
  sort: readonly { column: string; descending: boolean }[]
  filters: readonly ListFilter[]
  /** Free text over the searched columns; '' for none. */
  search: string
}

/** One condition: plain decimal strings for numbers, yyyy-MM-dd for days, 'true' / 'false' for booleans. */
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

/** What a column holds, which decides how it compares. An instant filters by its day in the site's zone. */
export type ListKind = 'text' | 'number' | 'day' | 'instant' | 'boolean'

/** One page of a list. */
export interface ListPage<Row> {
  rows: Row[]
  /** How many there are with these filters. */
  total: number
}

/** Everything, for callers that want no paging. */
export const WHOLE: ListQuery = { page: 1, size: Number.MAX_SAFE_INTEGER, sort: [], filters: [], search: '' }

/** The column of a name among those allowed; names that every object has ("constructor") are not among them. */
export function columnIn<Column>(
  columns: Readonly<Record<string, Column>>,
  name: string,
): Column | undefined {
  return Object.hasOwn(columns, name) ? columns[name] : undefined
}
