import type { ColumnKind, Value } from '../import/column'

/** A column of an editable table: all that a grid, a form or a caller needs to know of it. */
export interface TableColumn {
  /** Field of the row. Never one of RESERVED, and without the characters that column names lose. */
  id: string
  label: string
  kind: ColumnKind
  required: boolean
  /** Under the label: format, meaning. */
  hint?: string
  /** Entered when the row is made, never changed afterwards. */
  fixed?: true
  /** Shown, never entered. */
  readOnly?: true
  /** What may be chosen. */
  options?: readonly ColumnOption[]
  /** Characters at most. */
  longest?: number
  /** Heading of the form under which it stands. */
  group?: string
}

export interface ColumnOption {
  /** The value as text. */
  value: string
  label: string
}

/** Names that forms and calls use beside a row's own fields. */
export const RESERVED = ['key', 'seen', 'over', 'idempotencyKey'] as const

/** A row by field: days, decimals and codes are text. */
export type RowValues = Readonly<Record<string, Value>>

/** A stored row; its key names it in addresses and calls. */
export type TableRow = RowValues & { readonly key: string }

/** The values of a row that people enter. */
export function enteredValues(columns: readonly TableColumn[], row: RowValues): RowValues {
  return Object.fromEntries(columns.flatMap(({ id, readOnly }) => (readOnly ? [] : [[id, row[id] ?? null]])))
}

/** Is it the same value? A number and its digits are. */
export function sameValue(a: unknown, b: unknown): boolean {
  return String(a ?? '') === String(b ?? '')
}

/** Column names have the characters . : [ ] stripped (specification, section 5). */
export function plainColumnName(name: string): string {
  return name.replace(/[.:[\]]/g, '')
}
