import type { CSSProperties } from 'react'
import { filterKind, type GridChoices, type GridColumn, type PinnedSide, plainValue } from './columns'
import { COMPARISON_WORDS, shownDay } from './filter-text'
import { columnsIn, type GridTable, type GridTableColumn, type GridTableParts, gridTable } from './grid-table'
import { besideOf, hrefBeside } from './href'
import { sharedBeginnings } from './name-text'
import {
  type GridFilter,
  type GridPath,
  type GridQuery,
  type GridQueryOptions,
  otherParams,
  type ParsedGridQuery,
} from './query'

export type GridSum = { unit: string | null; sum: string }
/** Column → the sums of its values, one for each unit (currency). */
export type GridSums = Readonly<Record<string, readonly GridSum[]>>

/** Head of a group on this page. */
export type GridGroup = {
  /** 0 for the outermost. */
  level: number
  path: readonly string[]
  count: number
  sums: GridSums
  /** It is shown before the row of this index. */
  before: number
  open: boolean
  /** Begins on an earlier page. */
  continued: boolean
  /** The page on which it begins. */
  page: number
}

/** Values of the column whose list is open, with their numbers of rows. */
export type GridValues = { values: { value: string; count: number }[]; more: boolean }

/** The user's saved data of this grid, as returned by the server. */
export type GridLayout = {
  key: string
  /** For the forms of its panel: they are shown again, with a new key, after one of them took effect. */
  idempotencyKey: string
  /** The grid's saved parameters; null if there are none. */
  saved: string | null
  /** The previous filters and search, which an address without any omits: the query with them. */
  earlier: { query: string; count: number } | null
  views: { id: number; name: string; queue: string | null }[]
  /** Views of others, shared with a queue of the user. */
  shared: { id: number; name: string; owner: string }[]
  /** The queues that the user can share a view with. */
  teams: readonly string[]
  /** The view in the address. */
  view: { id: number; name: string } | null
}

/** The data of a page of a list, apart from its rows. */
export type GridFacts = {
  /** Rows of the whole filtered set; `rows` has those of this page. */
  total: number
  /** The number of lines that are paged; equals rows unless there are groups. */
  lines?: number
  groups?: readonly GridGroup[]
  sums?: GridSums
  values?: GridValues | null
  layout?: GridLayout | null
  choices?: GridChoices
}

/** The data shared by the parts of one grid. */
export type GridView<Row> = GridFacts & {
  title: string
  columns: GridColumn<Row>[]
  /** Visible columns, from left to right. */
  shown: ShownColumn<Row>[]
  table: GridTable
  /** Ids of the columns that are shown or grouped by, in order. */
  order: readonly string[]
  query: GridQuery
  refused: ParsedGridQuery['refused']
  options: GridQueryOptions
  /** This page, with the parameters of its address that are not the grid's. */
  at: { pathname: string; search: string }
  lines: number
  /** id of the filter form, for fields outside it. */
  formId: string
  /** Name of one of the grid's URL parameters, including the prefix. */
  param: (name: string) => string
  /** Address of this page with a changed query. */
  href: (change: Partial<GridQuery>) => string
  /** Address of this page after an action on its table, such as `(table) => table.nextPage()`. */
  after: (act: (table: GridTable) => void) => string
}

/** A visible column, with its data from the table. */
export type ShownColumn<Row> = GridColumn<Row> & {
  state: GridTableColumn
  /** In px; of a text, the least. */
  width: number
  /** In px: where there is room, its longest text of the page that was shown first; null if unknown. */
  wish: number | null
  /** The beginnings that several names of the page share; null if there are none. */
  beginnings: ReadonlySet<string> | null
  pinned: PinnedSide | false
  /** Where its cells are pinned; for cells from head to sums also their alignment; and for those of rows. */
  edge: Place
  place: Place
  cellPlace: Place
}

type Place = { className?: string; style?: CSSProperties }

/** Kinds of columns whose cells are figures: a cut figure looks like another one. */
const FIGURES = ['number', 'day', 'instant']

/** A column with its place, which its many cells share. */
function shownColumn<Row>(
  column: GridColumn<Row>,
  state: GridTableColumn,
  rows: readonly Row[],
  longest: ReadonlyMap<string, number>,
): ShownColumn<Row> {
  const { kind, align = kind === 'number' ? 'end' : kind === 'boolean' ? 'centre' : 'start' } = column.meta
  const { wrap = false, slim = false, phone } = column.meta
  const pinned = state.getIsPinned()
  const edge = edgeOf(state)
  const own = pinned ? edge.className : FIGURES.includes(kind) && 'whole'
  const placed = (...classes: (string | false | undefined)[]): Place => ({
    className: classes.filter(Boolean).join(' ') || undefined,
    style: edge.style,
  })
  const side = align !== 'start' && align
  const isName = isText(column) && !wrap
  const beginnings = sharedBeginnings(isName ? rows.flatMap((row) => plainValue(column, row) ?? []) : [])
  return {
    ...column,
    state,
    pinned,
    edge,
    wish: wishOf(longest.get(column.id)),
    beginnings: beginnings.size > 0 ? beginnings : null,
    width: state.getSize(),
    place: placed(side, own),
    cellPlace: placed(side, wrap && 'wrap', slim && 'slim', own, phone && `on-phone on-phone--${phone}`),
  }
}

/** Whether its values are words, whose widths differ. */
const isText = <Row>({ meta }: GridColumn<Row>) => meta.kind === 'text' || meta.kind === 'link'

/** The average width of a letter in a cell and what is beside the text, in px; and limits of what a text may take. */
const [CELL_LETTER, BESIDE_TEXT, MOST, STEP] = [6.8, 24, 480, 20]

const wishOf = (letters: number | undefined) =>
  letters === undefined
    ? null
    : Math.min(MOST, Math.ceil((letters * CELL_LETTER + BESIDE_TEXT) / STEP) * STEP)

/** The number of letters of the longest text in each column of texts. */
export function longestTexts<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
): ReadonlyMap<string, number> {
  return new Map(
    columns.filter(isText).map((column) => {
      const lengths = rows.map((row) => plainValue(column, row)?.length ?? 0)
      return [column.id, Math.max(0, ...lengths)]
    }),
  )
}

/** The position of a pinned column: at the edge, or next to those pinned nearer to it. */
function edgeOf(state: GridTableColumn): Place {
  const side = state.getIsPinned()
  if (!side) return {}
  const from = side === 'start' ? state.getStart('start') : state.getAfter('end')
  return {
    className: side === 'start' ? 'pinned-start' : 'pinned',
    style: from > 0 ? { [side === 'start' ? 'left' : 'right']: from } : undefined,
  }
}

/** A query that shows all rows. */
export const UNFILTERED = {
  filters: [],
  any: [],
  search: '',
  filterRow: false,
} satisfies Partial<GridQuery>

/** Whether a search or filter is set. */
export function isFiltered({ query, refused }: Pick<GridView<unknown>, 'query' | 'refused'>): boolean {
  return query.search !== '' || query.filters.length + query.any.length > 0 || Object.keys(refused).length > 0
}

/** Combines a grid's shared parts. */
export function gridView<Row>({
  rows,
  rowKey,
  longest,
  ...parts
}: Omit<GridView<Row>, 'param' | 'href' | 'after' | 'table' | 'order' | 'shown'> &
  Pick<GridTableParts<Row>, 'rows' | 'rowKey'> & {
    longest: ReadonlyMap<string, number>
  }): GridView<Row> {
  const { columns, query, lines } = parts
  const { table, order, after } = gridTable({ columns, query, rows, rowKey, lines })
  const prefix = parts.options.prefix ? `${parts.options.prefix}.` : ''
  // Read once: each link and form repeats it.
  const at = { ...parts.at, search: otherParams(parts.at.search, parts.options.prefix).toString() }
  const beside = besideOf(parts.at, query, columns, parts.options)
  const href = (change: Partial<GridQuery>) => hrefBeside(beside, query, change, columns, parts.options)
  const byId = new Map(columns.map((column) => [column.id, column]))
  return {
    ...parts,
    at,
    table,
    order,
    shown: columnsIn(table).flatMap((state) => {
      const column = byId.get(state.id)
      return column ? [shownColumn(column, state, rows, longest)] : []
    }),
    param: (name) => prefix + name,
    href,
    after: (act) => href(after(act)),
  }
}

/** A value of a column without its row: in groups, lists of values, sums. */
export function shownValue<Row>(column: GridColumn<Row>, value: string): string {
  if (value === '') return '(Blank)'
  if (column.meta.kind === 'boolean') return value === 'true' ? 'Yes' : 'No'
  return (
    column.meta.options?.find((option) => option.value === value)?.label ?? column.meta.show?.(value) ?? value
  )
}

/** The value in a group's head: that of its own level. */
export function groupValue(path: GridPath | readonly string[]): string {
  return path.at(-1) ?? ''
}

/** A page of a list as a route passes it to a grid. */
export type Listed<Row> = GridFacts & { rows: Row[]; parsed: ParsedGridQuery }

/** Descriptions of a query's search and filters, as parts of sentences: "Gross is above 100". */
export function describeFilters<Row>(query: GridQuery, columns: GridColumn<Row>[]): string[] {
  const search = query.search ? [`any text contains “${query.search}”`] : []
  const described = (filters: readonly GridFilter[]) =>
    filters.flatMap((filter) => {
      const column = columns.find(({ id }) => id === filter.column)
      return column ? `${column.header} ${wordsOf(filter, column)}`.trim() : []
    })
  const any = query.any.map((each) => described(each).join(' and ')).join(', or ')
  return [...search, ...described(query.filters), ...(any === '' ? [] : [`either ${any}`])]
}

function wordsOf<Row>({ operator, values }: GridFilter, column: GridColumn<Row>): string {
  const kind = filterKind(column)
  const shown = values.map((value) => {
    if (value === '') return 'blank'
    if (kind === 'day') return shownDay(value)
    if (kind === 'boolean') return value === 'true' ? 'yes' : 'no'
    if (kind === 'number') return value
    return `“${shownValue(column, value)}”`
  })
  return `${COMPARISON_WORDS[operator]} ${shown.join(operator === 'between' ? ' to ' : ' or ')}`.trim()
}
