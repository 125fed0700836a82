import type { ReactNode } from 'react'

/** The kind of a column's values, which determines alignment, the default filter, and how they compare. */
export type ColumnKind = 'text' | 'number' | 'day' | 'instant' | 'badge' | 'boolean' | 'link'

/** How the values of a kind compare: badges and links by their text. */
export type ValueKind = Exclude<ColumnKind, 'badge' | 'link'>

export const valueKind = (kind: ColumnKind): ValueKind =>
  kind === 'badge' || kind === 'link' ? 'text' : kind

/** The control in the filter row. `select` needs options in the column, or choices sent with the rows. */
export type FilterKind = 'text' | 'number' | 'day' | 'select' | 'boolean'

export type GridOption = { value: string; label: string }

/** The edge of the grid where a column stays in view while the others scroll. */
export type PinnedSide = 'start' | 'end'

/** What a column has in addition to TanStack Table's properties. */
export interface ColumnMeta<Row> {
  kind: ColumnKind
  /** By default the filter of its kind. */
  filter?: FilterKind
  /**
   * Whether values can be chosen from a list (header filter). By default, true for columns with a filter that are not
   * numbers.
   */
  values?: boolean
  /** The heads of its groups show the value alone, not "Status: OPEN". */
  bareGroups?: boolean
  /** Hidden unless the query's columns name it. */
  hiddenByDefault?: boolean
  /** Added up in groups and totals. */
  sum?: boolean
  /** Explains the header (tooltip). */
  title?: string
  align?: 'start' | 'centre' | 'end'
  /**
   * Lets long texts run over several lines instead of cutting them at the column's edge (the tooltip then shows all).
   */
  wrap?: boolean
  /** Narrower than other texts where space is short; provide the full text in `cellTitle`. */
  slim?: boolean
  /** Pinned unless the query says otherwise, if there is room. */
  pinned?: PinnedSide
  /**
   * Where it is pinned while a row is open in the drawer, which leaves the list little room; 'no' is not pinned, 'hidden'
   * is left out, so that what identifies a row is seen whole.
   */
  besideDrawer?: PinnedSide | 'no' | 'hidden'
  /**
   * Its place on a phone, where a row has two lines: object, name and amount above status, due and next. The row has two
   * lines where the first column has a place and one is the object; columns without a place are left out.
   */
  phone?: 'object' | 'name' | 'amount' | 'currency' | 'status' | 'due' | 'next'
  /** Tooltip of a cell. */
  cellTitle?: (row: Row) => string | undefined
  /** Values of a `select` filter; their labels are shown wherever a value is. */
  options?: GridOption[]
  /**
   * Formats a plain text value of a group, a sum or the list of values; unchanged by default. Sums have a unit where
   * their list has currencies.
   */
  show?: (value: string, unit?: string | null) => string
  /** The currency of a row's amount, which says how many decimals it has; exports ask for it. */
  currency?: (row: Row) => string | null
  /** A row's value in exports, if different from the column's: exact decimal, yyyy-MM-dd, ISO instant, 'true'. */
  exported?: (row: Row) => string | null
  /** Decimals of a number in exports. */
  decimals?: number
  /** A fraction that exports show as percentage. */
  percent?: boolean
  /** Searches ignore blanks: account numbers are written with and without them. */
  unspaced?: true
}

/**
 * The single declaration of a column, as a TanStack Table ColumnDef: what lists, calls, exports and the grid do with it
 * follows from here. A column that only calls use has no cell.
 */
export interface ListColumn<Row, Id extends string = string> {
  id: Id
  header: string
  /** The value of a row: null for none, days as yyyy-MM-dd, decimals as text. By default the row's field of this id. */
  accessorFn?: (row: Row) => unknown
  /** In px, unless the query has another. By default depends on the kind; texts share the remaining width. */
  size?: number
  /** All three are true by default; groups also need a list of values. */
  enableSorting?: boolean
  enableColumnFilter?: boolean
  enableGrouping?: boolean
  meta: ColumnMeta<Row>
}

/** A column with everything needed to show it. The page formats figures and dates for its cell. */
export interface GridColumn<Row, Id extends string = string> extends ListColumn<Row, Id> {
  cell: (context: { row: { original: Row } }) => ReactNode
}

/** The properties of a column needed to parse a query. */
export type GridField = ListColumn<never>

export type ColumnChange<Row> = Partial<Omit<GridColumn<Row>, 'id' | 'meta'>> & {
  meta?: Partial<ColumnMeta<Row>>
}

/** The column with some properties changed; `meta` is merged. */
export function changed<Row, Id extends string, Column extends ListColumn<Row, Id>>(
  column: Column & ListColumn<Row, Id>,
  { meta, ...change }: ColumnChange<Row>,
): Column {
  return { ...column, ...change, meta: { ...column.meta, ...meta } }
}

/** The columns of a list; the type preserves their ids: a list in SQL must have an expression for each of them. */
export function columnsOf<Row>() {
  return <const Id extends string>(columns: GridColumn<Row, Id>[]) => columns
}

/** Columns that only calls have, by kind: their values are the row's fields of these names. */
export function fieldsOf<Id extends string>(
  kinds: Readonly<Record<Id, ValueKind>>,
): ListColumn<unknown, Id>[] {
  return (Object.keys(kinds) as Id[]).map((id) => ({ id, header: id, meta: { kind: kinds[id] } }))
}

/** The plain value of a row in a column: exact decimals, days and instants ISO, 'true'; null for none. */
export function plainValue<Row>({ id, accessorFn }: ListColumn<Row>, row: Row): string | null {
  const value = accessorFn ? accessorFn(row) : (row as Readonly<Record<string, unknown>>)[id]
  if (value === null || value === undefined) return null
  return value instanceof Date ? value.toISOString() : String(value)
}

/** Column → the values of its `select` filter that only the database knows; sent with the rows. */
export type GridChoices = Readonly<Record<string, readonly string[]>>

/** The columns, with their choices as options, which are shown as the values of rows are. */
export function withChoices<Row>(columns: GridColumn<Row>[], choices: GridChoices = {}): GridColumn<Row>[] {
  return columns.map((column) => {
    const options = choices[column.id]?.map((value) => ({ value, label: column.meta.show?.(value) ?? value }))
    return options ? { ...column, meta: { ...column.meta, options } } : column
  })
}

/** The columns next to an open drawer: what identifies a row, and its state, stay in view. */
export function columnsBesideDrawer<Row>(columns: GridColumn<Row>[]): GridColumn<Row>[] {
  return columns.map((column) => {
    const { besideDrawer } = column.meta
    if (!besideDrawer) return column
    if (besideDrawer === 'hidden') return changed(column, { meta: { hiddenByDefault: true } })
    return changed(column, { meta: { pinned: besideDrawer === 'no' ? undefined : besideDrawer } })
  })
}

const FILTERS: Record<ColumnKind, FilterKind> = {
  text: 'text',
  link: 'text',
  badge: 'text',
  number: 'number',
  day: 'day',
  instant: 'day',
  boolean: 'boolean',
}

/** The filter of a column, or null if it has none. */
export function filterKind({ enableColumnFilter, meta }: GridField): FilterKind | null {
  return enableColumnFilter === false ? null : (meta.filter ?? FILTERS[meta.kind])
}

/** Whether its values can be chosen from a list. */
export function hasValues({ enableColumnFilter, meta }: GridField): boolean {
  return meta.values ?? (enableColumnFilter !== false && meta.kind !== 'number')
}

export function isGroupable(field: GridField): boolean {
  return field.enableGrouping ?? hasValues(field)
}
