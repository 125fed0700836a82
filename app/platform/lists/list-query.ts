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
  /** Columns that rows are grouped by, outermost first. */
  groups: readonly string[]
  /** Groups that are open: all or none, but for those of `toggled`. */
  openGroups: 'all' | 'none'
  toggled: readonly GroupPath[]
}

/** The values that lead to a group, outermost first, as text; '' for empty ones. */
export type GroupPath = readonly string[]

/**
 * One condition: plain decimal strings for numbers, yyyy-MM-dd for days, 'true' / 'false' for booleans. For `in`, any of
 * the values: texts exactly as they are, a day also as its month or year (yyyy-MM, yyyy), '' for what is empty.
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

/** What a column holds, which decides how it compares. An instant filters and groups by its day in the site's zone. */
export type ListKind = 'text' | 'number' | 'day' | 'instant' | 'boolean'

/** Everything, for callers that want no paging. */
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

/** The column of a name among those allowed; names that every object has ("constructor") are not among them. */
export function columnIn<Column>(
  columns: Readonly<Record<string, Column>>,
  name: string,
): Column | undefined {
  return Object.hasOwn(columns, name) ? columns[name] : undefined
}
