import type { ReactNode } from 'react'

/** The kind of a column's values; decides alignment and the default filter. */
export type ColumnKind = 'text' | 'number' | 'day' | 'instant' | 'badge' | 'boolean' | 'link'

/** How a column is filtered in the filter row. `select` needs options at the column, or choices that come with the rows. */
export type FilterKind = 'text' | 'number' | 'day' | 'select' | 'boolean'

/** The properties of a column that parsing a query needs. */
export type GridField = {
  id: string
  label: string
  kind: ColumnKind
  /** True by default. */
  sortable?: boolean
  /** By default the kind's own filter; false for none. */
  filter?: FilterKind | false
  /**
   * Whether it has a list of its values to choose from (header filter). By default, columns that have a filter and are
   * not numbers have one.
   */
  values?: boolean
  /** Whether rows may be grouped by it. By default, columns with a list of values may. */
  groupable?: boolean
  /** Left out until the query's columns name it. */
  hiddenByDefault?: boolean
}

export type GridOption = { value: string; label: string }

/** A column with everything needed to show it. `render` gets figures and dates formatted by the page. */
export type GridColumn<Row> = GridField & {
  render: (row: Row) => ReactNode
  /** Explains the header (tooltip). */
  title?: string
  align?: 'start' | 'centre' | 'end'
  /** In px, unless the query has another. By default the column takes the width that its cells need. */
  width?: number
  /** Let long texts run over several lines instead of cutting them at 320 px (the tooltip then shows all). */
  wrap?: boolean
  /** Cut long texts at 130 px in a window of 1,280 px, at 190 px in a wide one; give the whole in `cellTitle`. */
  slim?: boolean
  /** Stays in sight at the end of the line while the others scroll by, where there is room. It has a `width`. */
  pinned?: boolean
  /** Tooltip of a cell. */
  cellTitle?: (row: Row) => string | undefined
  /** Values of a `select` filter; their labels are shown wherever a value is. */
  options?: GridOption[]
  /** How a plain text value of a group, a sum or the list of values is written; as it is by default. */
  show?: (value: string) => string
  /** Value of a row in exports, plain: exact decimal, yyyy-MM-dd, ISO instant, 'true'; by default the row's field. */
  exported?: (row: Row) => string | null
  /** Decimals of a number in exports. */
  decimals?: number
  /** A fraction that exports show as percentage. */
  percent?: boolean
}

/** Column → the values of its `select` filter that only the database knows; they come with the rows. */
export type GridChoices = Readonly<Record<string, readonly string[]>>

/** The columns, with the choices that they have as their options. */
export function withChoices<Row>(columns: GridColumn<Row>[], choices: GridChoices = {}): GridColumn<Row>[] {
  return columns.map((column) => {
    const values = choices[column.id]
    return values ? { ...column, options: values.map((value) => ({ value, label: value })) } : column
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

/** The filter of a column, or null when it has none. */
export function filterKind(field: GridField): FilterKind | null {
  return field.filter === false ? null : (field.filter ?? FILTERS[field.kind])
}

/** Whether its values can be chosen from a list. */
export function hasValues(field: GridField): boolean {
  return field.values ?? (field.filter !== false && field.kind !== 'number')
}

export function isGroupable(field: GridField): boolean {
  return field.groupable ?? hasValues(field)
}

/** The columns to show, in order: those that `chosen` names, or all that are not hidden by default. */
export function shownColumns<Field extends GridField>(columns: Field[], chosen: string[] | null): Field[] {
  if (!chosen) return columns.filter((column) => !column.hiddenByDefault)
  return chosen.flatMap((id) => columns.find((column) => column.id === id) ?? [])
}
