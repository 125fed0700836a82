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
  /** Rows a page. */
  size: number
  sort: GridSort[]
  filters: GridFilter[]
  /** Beside the filters one of these must hold, each with all its conditions; none for no such choice. */
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
  /** Columns to show, in order; null for the grid's own choice. */
  columns: string[] | null
  /** Column → px, where the user chose widths. */
  widths: Record<string, number>
  /** Column → the edge at which it is pinned, or 'no', where that is not so by default. */
  pins: Record<string, PinnedSide | 'no'>
  /** Keys of the rows that are marked. */
  selected: string[]
  /** Key of the row that is edited in place. */
  edit: string | null
  /** Column whose list of values is open, and the search text in it. */
  values: string | null
  find: string
  /** The panel above the grid that is open; without scripts only, else opening one changes no address. */
  panel: GridPanel | null
}

export type GridQueryOptions = {
  /** Rows a page unless the address says otherwise; 25. */
  size?: number
  /** Most rows a page; 250. */
  maxSize?: number
  defaultSort?: GridSort[]
  defaultGroups?: string[]
  /** Whether groups are open unless the address says otherwise. Default: none. */
  openGroups?: 'all' | 'none'
  /** Distinguishes several grids of one page: `tx` gives `tx.page`, `tx.sort`, … */
  prefix?: string
  /** Key under which the user's layout and views of it are kept; without it there are none. */
  layout?: string
  /** Which rows add up in totals, where not all do: "of budgets in force". */
  totalsOf?: string
}

export type ParsedGridQuery = {
  query: GridQuery
  /** One sentence for each part that was ignored or changed. */
  notes: string[]
  /** Filter texts that could not be read, by column: shown again in their fields. */
  refused: Record<string, string>
}

/** The fields of a line of conditions that a form sends, each as often as there are lines. */
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
  'view',
  'mark',
  'or',
  ...Object.values(WHERE),
]

/** Most rows that are marked at a time. */
export const MAX_MARKS = 200
const OF_COLUMNS = /^(filter|in|width|pin)\./

/** Whether this parameter, without its prefix, is one of a grid's own. */
function isGridParameter(name: string): boolean {
  return PARAMETERS.includes(name) || OF_COLUMNS.test(name)
}

/** Parts of a query that change how rows are shown, not which rows in which order: the page stays. */
const SHOWN = [
  ...(['columns', 'widths', 'pins', 'expanded', 'selected', 'edit', 'values', 'find', 'panel'] as const),
] as const
export type ShownState = Pick<GridQuery, (typeof SHOWN)[number]>

/** Whether this change leaves the rows as they are. */
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

/** All parameters of an address that are not this grid's: those of its neighbours, the open tab, and so on. */
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

/** Rows a page that users can choose, and the most of them. */
export const SIZES = [25, 50, 100, 250]
export const MAX_SIZE = 250

const figures = new Intl.NumberFormat('en-GB')

/** A count as it is shown: 1234 is "1,234". */
export function shownCount(count: number): string {
  return figures.format(count)
}

/** The number of pages for this many lines; 1 when there are none. */
function pageCount(lines: number, size: number): number {
  return Math.max(1, Math.ceil(lines / size))
}

/** The query with a page that exists: the last one when the address names a later one (rows may have gone meanwhile). */
export function fitPage(query: GridQuery, lines: number): GridQuery {
  const page = Math.min(query.page, pageCount(lines, query.size))
  return page === query.page ? query : { ...query, page }
}

/** The part of the lines that a page shows: "26–50 of 1,234". */
export function rowRange(query: Pick<GridQuery, 'page' | 'size'>, lines: number): string {
  if (lines === 0) return 'No rows'
  const first = (query.page - 1) * query.size + 1
  const last = Math.min(lines, first + query.size - 1)
  return `${shownCount(first)}–${shownCount(last)} of ${shownCount(lines)}`
}
