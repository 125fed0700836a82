import type { PinnedSide } from './columns'
import type { FilterCondition } from './filter-text'

export type GridSort = { column: string; descending: boolean }
export type GridFilter = FilterCondition & { column: string }
/** The values that lead to a group, outermost first, as plain texts; '' for empty ones. */
export type GridPath = string[]

export const PANELS = ['conditions', 'group', 'columns', 'views'] as const
export type GridPanel = (typeof PANELS)[number]

/** The query of one grid to the server: the same for its page, sums, export and the API. */
export type GridQuery = {
  /** From 1. */
  page: number
  /** Rows per page. */
  size: number
  sort: GridSort[]
  filters: GridFilter[]
  /** In addition to the filters, one of these must hold, each with all its conditions; empty if there are none. */
  any: GridFilter[][]
  /** Free text over all text columns; '' for none. */
  search: string
  /** Key of the row whose detail is open. */
  expanded: string | null
  /** Columns that rows are grouped by, outermost first. */
  groups: string[]
  /** Whether all or no groups are open, except those in `toggled`. */
  openGroups: 'all' | 'none'
  toggled: GridPath[]
  /** Visible columns, in order; null for the grid's default. */
  columns: string[] | null
  /** Column → px, if the user chose widths. */
  widths: Record<string, number>
  /** Column → the edge where it is pinned, or 'no', if different from the default. */
  pins: Record<string, PinnedSide | 'no'>
  /** Keys of the marked rows. */
  selected: string[]
  /** Key of the row that is edited in place. */
  edit: string | null
  /** Column whose list of values is open, and the search text in it. */
  values: string | null
  find: string
  /** The open panel above the grid; only without scripts, as otherwise opening one does not change the address. */
  panel: GridPanel | null
  /** The user opened the row of filters; it is also shown while a filter is set. */
  filterRow: boolean
}

export type GridQueryOptions = {
  /** Rows per page unless the address says otherwise; 25. */
  size?: number
  /** Most rows per page; 250. */
  maxSize?: number
  defaultSort?: GridSort[]
  defaultGroups?: string[]
  /** Whether groups are open unless the address says otherwise. Default: none. */
  openGroups?: 'all' | 'none'
  /** Distinguishes several grids on one page: `tx` gives `tx.page`, `tx.sort`, … */
  prefix?: string
  /** Key of the user's layout and views; without it there are none. */
  layout?: string
  /** Which rows the totals add up, if not all: "of budgets in force". */
  totalsOf?: string
}

export type ParsedGridQuery = {
  query: GridQuery
  /** One sentence for each part that was ignored or changed. */
  notes: string[]
  /** Filter texts that could not be read, by column: shown again in their fields. */
  refused: Record<string, string>
}

/** The fields in a line of conditions, each sent once per line. */
export const WHERE = { joined: 'where.joined', column: 'where.column', is: 'where.is', value: 'where.value' }

/** The parameters of a grid that are one word; `filter.x`, `in.x`, `width.x` and `pin.x` name a column. */
export const PARAMETERS = [
  'page',
  'size',
  'sort',
  'search',
  'expanded',
  'group',
  'open',
  'toggle',
  'columns',
  'selected',
  'edit',
  'values',
  'find',
  'panel',
  'filters',
  'view',
  'mark',
  'or',
  ...Object.values(WHERE),
]

/** Most rows marked at a time. */
export const MAX_MARKS = 200
const OF_COLUMNS = /^(filter|in|width|pin)\./

/** Whether this parameter, without its prefix, belongs to a grid. */
function isGridParameter(name: string): boolean {
  return PARAMETERS.includes(name) || OF_COLUMNS.test(name)
}

/** Parts of a query that change how rows are shown, not which rows in which order: the page stays. */
const SHOWN = [
  ...([
    'columns',
    'widths',
    'pins',
    'expanded',
    'selected',
    'edit',
    'values',
    'find',
    'panel',
    'filterRow',
  ] as const),
] as const
export type ShownState = Pick<GridQuery, (typeof SHOWN)[number]>

/** Whether this change leaves the rows unchanged. */
export function isOnlyShown(change: Partial<GridQuery>): boolean {
  return Object.keys(change).every((name) => (SHOWN as readonly string[]).includes(name))
}

/** The parameters of one grid in an address, without its prefix. */
export function ownParams(search: string | URLSearchParams, prefix?: string): URLSearchParams {
  const start = prefix ? `${prefix}.` : ''
  const own = new URLSearchParams()
  for (const [key, value] of new URLSearchParams(search)) {
    const name = key.startsWith(start) ? key.slice(start.length) : ''
    if (isGridParameter(name)) own.append(name, value)
  }
  return own
}

/** Most characters of other parameters that each of our links repeats; no page has as many. */
const MAX_OTHERS = 4_000

/** All parameters of an address that are not this grid's: those of other grids, the open tab, and so on. */
export function otherParams(search: string, prefix?: string): URLSearchParams {
  const start = prefix ? `${prefix}.` : ''
  const others = new URLSearchParams()
  let length = 0
  for (const [key, value] of new URLSearchParams(search)) {
    const name = key.startsWith(start) ? key.slice(start.length) : ''
    if (isGridParameter(name)) continue
    length += key.length + value.length
    if (length <= MAX_OTHERS) others.append(key, value)
  }
  return others
}

/** Rows per page that users can choose, and the maximum. */
export const SIZES = [25, 50, 100, 250]
export const MAX_SIZE = 250

const figures = new Intl.NumberFormat('en-GB')

/** A formatted count: 1234 is "1,234". */
export function shownCount(count: number): string {
  return figures.format(count)
}

/** The number of pages for this many lines; at least 1. */
function pageCount(lines: number, size: number): number {
  return Math.max(1, Math.ceil(lines / size))
}

/** The query with a page that exists: the last one if the address has a later one (rows may have been removed). */
export function fitPage(query: GridQuery, lines: number): GridQuery {
  const page = Math.min(query.page, pageCount(lines, query.size))
  return page === query.page ? query : { ...query, page }
}

/** The lines of a page: "26–50 of 1,234". */
export function rowRange(query: Pick<GridQuery, 'page' | 'size'>, lines: number): string {
  if (lines === 0) return 'No rows'
  const first = (query.page - 1) * query.size + 1
  const last = Math.min(lines, first + query.size - 1)
  return `${shownCount(first)}–${shownCount(last)} of ${shownCount(lines)}`
}
