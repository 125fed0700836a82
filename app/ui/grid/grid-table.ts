import type {
  Column,
  Row as ModelRow,
  RowData,
  Table,
  TableFeature,
  TableFeatures,
  TableState,
  Updater,
} from '@tanstack/react-table'
import { type ColumnDef, constructTable, functionalUpdate } from '@tanstack/react-table'
import * as act from '@tanstack/react-table/static-functions'
import type { ColumnKind, GridColumn, ListColumn } from './columns'
import type { GridQuery } from './query'

type Reactivity = NonNullable<TableFeatures['coreReactivityFeature']>

const NOTHING = { unsubscribe() {} }

/**
 * The state of tables that live for one render or one answer: it is derived from an address, never changes, and has no
 * observers. A change by a link or form is another address, and another table.
 */
export const stillState: Reactivity = {
  createOptionsStore: false,
  wrapExternalAtoms: false,
  addSubscription() {},
  schedule: (run) => run(),
  batch: (run) => run(),
  untrack: (read) => read(),
  createReadonlyAtom<T>(read: () => T) {
    let kept: [T] | null = null
    const get = () => {
      kept ??= [read()]
      return kept[0]
    }
    return { get, subscribe: () => NOTHING }
  },
  createWritableAtom<T>(first: T) {
    let value = first
    const set = (next: T | ((before: T) => T)) => {
      value = next instanceof Function ? next(value) : next
    }
    return { get: () => value, set, subscribe: () => NOTHING }
  },
}

type Features = Record<
  | 'columnGroupingFeature'
  | 'columnOrderingFeature'
  | 'columnPinningFeature'
  | 'columnSizingFeature'
  | 'columnVisibilityFeature'
  | 'rowExpandingFeature'
  | 'rowPaginationFeature'
  | 'rowSelectionFeature'
  | 'rowSortingFeature',
  TableFeature
> & { coreReactivityFeature: Reactivity }
type GridState = TableState<Features>

/** What the grid needs from columns, rows and the table. */
const COLUMN = {
  getIsVisible: act.column_getIsVisible,
  getIsPinned: act.column_getIsPinned,
  pin: act.column_pin,
  getSize: act.column_getSize,
  getStart: act.column_getStart,
  getAfter: act.column_getAfter,
  getCanSort: act.column_getCanSort,
  getIsSorted: act.column_getIsSorted,
  getSortIndex: act.column_getSortIndex,
  toggleSorting: act.column_toggleSorting,
  getIsGrouped: act.column_getIsGrouped,
}
const ROW = {
  getIsExpanded: act.row_getIsExpanded,
  toggleExpanded: act.row_toggleExpanded,
  getIsSelected: act.row_getIsSelected,
  toggleSelected: act.row_toggleSelected,
}
const TABLE = {
  getOrderColumnsFn: act.table_getOrderColumnsFn,
  getVisibleLeafColumns: act.table_getVisibleLeafColumns,
  getPinnedVisibleLeafColumns: act.table_getPinnedVisibleLeafColumns,
  setColumnOrder: act.table_setColumnOrder,
  getIsAllPageRowsSelected: act.table_getIsAllPageRowsSelected,
  getIsSomePageRowsSelected: act.table_getIsSomePageRowsSelected,
  toggleAllPageRowsSelected: act.table_toggleAllPageRowsSelected,
  getPageCount: act.table_getPageCount,
  setPageSize: act.table_setPageSize,
}
type Has<Whole, Part> = Pick<Whole, keyof Part & keyof Whole>
export type GridTableColumn = Has<Column<Features, RowData>, typeof COLUMN> &
  Pick<Column<Features, RowData>, 'id' | 'columnDef'>
export type GridTable = Has<Table<Features, RowData>, typeof TABLE> &
  Pick<Table<Features, RowData>, 'getRowModel'> & {
    getAllLeafColumns: () => GridTableColumn[]
    getRow: (key: string) => Has<ModelRow<Features, RowData>, typeof ROW>
    getColumn: (id: string) => GridTableColumn | undefined
  }

type Act = (self: never, ...given: never[]) => unknown

function given(acts: Readonly<Record<string, Act>>) {
  const methods = Object.fromEntries(
    Object.entries(acts).map(([name, run]) => [
      name,
      function (this: never, ...rest: never[]) {
        return run(this, ...rest)
      },
    ]),
  )
  return (to: object) => {
    Object.assign(to, methods)
  }
}

/**
 * Only the table features that the grid uses: the original ones would bring all their functions to the browser, and
 * double what the grid adds to a page. The server filters, sorts, groups and pages, so there is no row model either.
 */
const gridFeature: TableFeature = {
  assignColumnPrototype: given(COLUMN as Readonly<Record<string, Act>>),
  assignRowPrototype: given(ROW as Readonly<Record<string, Act>>),
  constructTableAPIs: given(TABLE as Readonly<Record<string, Act>>),
}
const features = { coreReactivityFeature: stillState, gridFeature } as unknown as Features

/** Widths of columns that declare none, in px: enough for the longest usual figure, and for their heading. */
const USUAL: Record<ColumnKind, number> = {
  text: 160,
  link: 160,
  badge: 200,
  number: 125,
  day: 105,
  instant: 145,
  boolean: 80,
}
const [SLIM, WRAPPED] = [130, 200]
/** The average width of a letter in a heading, and of everything else: padding, and the sign of a filter. */
const [LETTER, BESIDE] = [7.4, 38]

/** The least width of a column whose heading is not cut: it runs over two lines at most. */
function headSize(header: string): number {
  const words = header.split(' ')
  const broken = words.map((_, at) =>
    Math.max(words.slice(0, at).join(' ').length, words.slice(at).join(' ').length),
  )
  return Math.ceil(Math.min(...broken) * LETTER) + BESIDE
}

function sizeOf({ header, size, meta }: ListColumn<never>): number {
  const usual = meta.slim ? SLIM : meta.wrap ? WRAPPED : USUAL[meta.kind]
  return Math.max(size ?? usual, headSize(header))
}

/** Limits of a column's width. */
export const [NARROWEST, WIDEST] = [30, 1_000]

const everyOne = <T>(ids: readonly string[], value: T) => Object.fromEntries(ids.map((id) => [id, value]))

/** The table state for a grid's address. */
function stateOf(query: GridQuery, columns: readonly ListColumn<never>[]): GridState {
  const order = query.columns ?? columns.filter(({ meta }) => !meta.hiddenByDefault).map(({ id }) => id)
  const side = (id: string) =>
    query.pins[id] ?? columns.find((column) => column.id === id)?.meta.pinned ?? 'no'
  return {
    sorting: query.sort.map(({ column, descending }) => ({ id: column, desc: descending })),
    pagination: { pageIndex: query.page - 1, pageSize: query.size },
    grouping: query.groups,
    expanded: everyOne(query.expanded === null ? [] : [query.expanded], true),
    rowSelection: everyOne(query.selected, true),
    columnVisibility: {
      ...everyOne(
        columns.map(({ id }) => id),
        false,
      ),
      ...everyOne(order, true),
    },
    columnOrder: order,
    columnSizing: query.widths,
    columnPinning: {
      start: order.filter((id) => side(id) === 'start'),
      end: order.filter((id) => side(id) === 'end'),
    },
  }
}

/** The change of the query, and so of the address, for a change of state. */
function changeOf(
  query: GridQuery,
  columns: readonly ListColumn<never>[],
  state: GridState,
  changed: Partial<GridState>,
): Partial<GridQuery> {
  const { columnPinning, pagination } = changed
  const change: Partial<GridQuery> = {}
  if (changed.sorting) change.sort = changed.sorting.map(({ id, desc }) => ({ column: id, descending: desc }))
  if (pagination) {
    change.page = pagination.pageIndex + 1
    change.size = pagination.pageSize
  }
  if (changed.expanded)
    change.expanded =
      Object.entries(changed.expanded).find(([key, open]) => open && key !== query.expanded)?.[0] ?? null
  if (changed.columnOrder) change.columns = changed.columnOrder
  if (changed.columnSizing) change.widths = changed.columnSizing
  if (columnPinning) {
    const pins = { ...query.pins }
    for (const { id, meta } of columns) {
      const now = sideIn(columnPinning, id)
      if (now === sideIn(state.columnPinning, id)) continue
      delete pins[id]
      if (now !== (meta.pinned ?? 'no')) pins[id] = now
    }
    change.pins = pins
  }
  return change
}

const sideIn = ({ start, end }: GridState['columnPinning'], id: string) =>
  start.includes(id) ? 'start' : end.includes(id) ? 'end' : 'no'

export interface GridTableParts<Row> {
  columns: readonly ListColumn<Row>[]
  query: GridQuery
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Lines of the whole list, as counted for pages. */
  lines: number
}

/** A grid's table, and how actions on it change the query. */
export interface StillTable {
  table: GridTable
  order: readonly string[]
  /** The change of the query for an action on the table, such as `(table) => table.nextPage()`. */
  after: (act: (table: GridTable) => void) => Partial<GridQuery>
}

/** The table of one render, with the state in the query. */
export function gridTable<Row>({ columns, query, rows, rowKey, lines }: GridTableParts<Row>): StillTable {
  const described = stateOf(query, columns as readonly ListColumn<never>[])
  // Heads of groups have no cells that could be pinned.
  const state = rows.length > 0 ? described : { ...described, columnPinning: { start: [], end: [] } }
  const keys = rows.map(rowKey)
  let changed: Partial<GridState> = {}
  let marked = query.selected
  const on =
    <Slice extends keyof GridState>(slice: Slice) =>
    (updater: Updater<GridState[Slice]>) => {
      changed = { ...changed, [slice]: functionalUpdate(updater, changed[slice] ?? state[slice]) }
    }
  const table = constructTable<Features, RowData>({
    features,
    // Rows are of any type, and only columns look into them.
    data: rows as readonly unknown[] as readonly RowData[],
    columns: columns.map(definition) as ColumnDef<Features, RowData>[],
    getRowId: (_, at) => keys[at] ?? '',
    initialState: state,
    rowCount: lines,
    manualSorting: true,
    manualPagination: true,
    manualGrouping: true,
    manualExpanding: true,
    groupedColumnMode: false,
    sortDescFirst: false,
    // By default only rows with sub-rows can be expanded: ours have details.
    getRowCanExpand: () => true,
    enableRowSelection: true,
    enableMultiRowSelection: true,
    onSortingChange: on('sorting'),
    onPaginationChange: on('pagination'),
    onExpandedChange: on('expanded'),
    onRowSelectionChange(updater) {
      on('rowSelection')(updater)
      const now = changed.rowSelection ?? {}
      // In the order in which they are marked.
      const added = keys.filter((key) => now[key] && !marked.includes(key))
      marked = [...marked.filter((key) => now[key]), ...added]
    },
    onColumnOrderChange: on('columnOrder'),
    onColumnSizingChange: on('columnSizing'),
    onColumnPinningChange: on('columnPinning'),
  })
  return {
    table,
    order: state.columnOrder,
    after(act) {
      changed = {}
      marked = query.selected
      act(table)
      const change = changeOf(query, columns as readonly ListColumn<never>[], state, changed)
      return marked === query.selected ? change : { ...change, selected: marked }
    },
  }
}

/** The declaration of a column, as far as the table needs it. */
function definition<Row>(column: ListColumn<Row>) {
  const { id, header, enableSorting } = column
  return {
    id,
    header,
    enableSorting,
    accessorFn: column.accessorFn ?? ((row: Row) => (row as Readonly<Record<string, unknown>>)[id]),
    size: sizeOf(column as ListColumn<never>),
    minSize: NARROWEST,
    maxSize: WIDEST,
  }
}

/** The visible columns from left to right: pinned at the start, unpinned, pinned at the end. */
export function columnsIn(table: GridTable): GridTableColumn[] {
  return (['start', 'center', 'end'] as const)
    .flatMap((side) => table.getPinnedVisibleLeafColumns(side))
    .filter((column) => !column.getIsGrouped())
}

/** The columns that a query shows, in order. */
export function shownColumns<Row>(columns: readonly GridColumn<Row>[], query: GridQuery): GridColumn<Row>[] {
  const { table } = gridTable({ columns, query, rows: [], rowKey: String, lines: 0 })
  return columnsIn(table).flatMap(({ id }) => columns.find((column) => column.id === id) ?? [])
}
