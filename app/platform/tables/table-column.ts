import type { ListKind } from '~/platform/lists/list'
import { DomainError } from '~/platform/values/domain-error'
import type { ColumnKind, Value } from './column'

/** A column of an editable table, with everything that a grid, a form or a caller needs to know. */
export interface TableColumn {
  /** Field of the row. Never one of RESERVED, and without the characters that are stripped from column names. */
  id: string
  label: string
  /** An instant is ISO text; such columns are shown, never entered. */
  kind: ColumnKind | 'instant'
  required: boolean
  /** Below the label: format, meaning. */
  hint?: string
  /** Entered when the row is added, never changed afterwards. */
  fixed?: true
  /** Shown, never entered. */
  readOnly?: true
  /** The options of a choice. */
  options?: readonly ColumnOption[]
  /** The options are rows of the database: they change, and there may be thousands. */
  openEnded?: true
  /** Address that finds options for a text: only the options in use come with the column. */
  search?: string
  /** Shown in groups of four characters, stored without the blanks between them. */
  grouped?: true
  /** Maximum number of characters. */
  longest?: number
  /**
   * For a text of several lines: the number of lines in its form. Edited only there, and hidden in the grid by default.
   */
  lines?: number
  /** For figures always shown with this many decimals, such as amounts; otherwise all their decimals are shown. */
  decimals?: number
  /** In the grid, in px; by default depends on the kind. */
  width?: number
  /** Heading of the form above it. */
  group?: string
}

export interface ColumnOption {
  /** The stored value, as text. */
  value: string
  label: string
}

/** A read-only column. */
export function shownColumn(
  id: string,
  label: string,
  width: number,
  kind: 'text' | 'instant' = 'text',
): TableColumn {
  return { id, label, kind, width, required: false, readOnly: true }
}

/** The current options, by column. */
export type OptionsByColumn = Readonly<Record<string, readonly ColumnOption[]>>

/** Names that forms and calls use in addition to a row's own fields. */
export const RESERVED = ['key', 'seen', 'over', 'idempotencyKey'] as const

/** A row by field: days, decimals and codes are text. */
export type RowValues = Readonly<Record<string, Value>>

/** A stored row; its key identifies it in addresses and calls. */
export type TableRow = RowValues & { readonly key: string }

/** The values of a row that users enter. */
export function enteredValues(columns: readonly TableColumn[], row: RowValues): RowValues {
  return Object.fromEntries(columns.flatMap(({ id, readOnly }) => (readOnly ? [] : [[id, row[id] ?? null]])))
}

/** The labels of all options of these columns. */
export function optionsByColumn(columns: readonly TableColumn[]): OptionsByColumn {
  return Object.fromEntries(columns.map(({ id, options = [] }) => [id, options]))
}

/** The label of a row's value in a column, followed by `more`; '' if unknown. */
export function optionLabel(options: OptionsByColumn, row: RowValues, id: string, more = ''): string {
  const label = options[id]?.find(({ value }) => value === textOf(row[id]))?.label
  return label === undefined ? '' : `${label}${more}`
}

/** A value as text; '' for none. */
export function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}

/** Whether two values are equal; a number equals its digits. */
export function sameValue(a: unknown, b: unknown): boolean {
  return textOf(a) === textOf(b)
}

/** Column names have the characters . : [ ] stripped (specification, section 5). */
export function plainColumnName(name: string): string {
  return name.replace(/[.:[\]]/g, '')
}

/** The columns, with only those open-ended options that these rows use. */
export function withOptionsOf(columns: readonly TableColumn[], rows: readonly RowValues[]): TableColumn[] {
  return columns.map((column) => {
    if (!column.openEnded) return column
    const used = new Set(rows.map((row) => textOf(row[column.id])))
    return { ...column, options: column.options?.filter(({ value }) => used.has(value)) }
  })
}

/** How the values of a column compare. */
export const LIST_KINDS: Record<TableColumn['kind'], ListKind> = {
  text: 'text',
  choice: 'text',
  decimal: 'number',
  integer: 'number',
  day: 'day',
  yearDay: 'text',
  instant: 'instant',
  boolean: 'boolean',
}

/**
 * Refuses a row for its fields, each with a sentence; does nothing if there is no fault. @throws DomainError invalid
 */
export function wrongFields(faults: Readonly<Record<string, string | null | undefined>>): void {
  const fields = Object.fromEntries(
    Object.entries(faults).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const sentences = Object.values(fields)
  if (sentences.length > 0) throw new DomainError('invalid', sentences.join(' '), { fields })
}

/** The versions of a row that was changed or deleted while another user was editing it. */
export interface RowVersions {
  /** When the writer opened it. */
  opened: RowValues
  /** The current row; null if it was deleted. */
  stored: RowValues | null
  /** The row that the writer would store; null for a deletion. */
  yours: RowValues | null
  /** The labels of choices that are rows of the database. */
  words?: OptionsByColumn
}

/** Whether users enter a column, in a new row or in this one. */
export function isEntered({ readOnly, fixed }: TableColumn, row: TableRow | null): boolean {
  return !readOnly && !(fixed && row !== null)
}
