import type { ListKind } from '~/platform/lists/list-query'

/** What is written to a file: a table of texts whose columns say what they hold. Plain data, so that it can go to a worker. */

export const EXPORT_FORMATS = ['xlsx', 'csv', 'pdf'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ExportColumn {
  label: string
  kind: ListKind
  /** Decimals shown of a number: 2 for amounts, 5 for NAV values, 4 for percentages; as they are without it. */
  decimals?: number
  /** Fractions shown as percentages. */
  percent?: boolean
  /** In px, as on the screen; what its kind usually needs without it. */
  width?: number
}

/** One line: a row, or the head of a group with what it adds up to. */
export type ExportLine =
  /** Values by column: exact decimals, yyyy-MM-dd, ISO instants, 'true' / 'false', texts; null is empty. */
  | { row: (string | null)[] }
  /**
   * `level` from 0; -1 for the totals of everything, which come last. Sums by column as `label` has none of them; `count`
   * is how many rows they are of, null where not all of those rows add up.
   */
  | { level: number; label: string; count: number | null; sums: (string | null)[] }

export interface ExportHead {
  /** "Invoices". */
  title: string
  columns: ExportColumn[]
  /** What the rows are filtered by, in words; empty when they are all. */
  filters: string[]
  /** When and by whom it was made. */
  made: Date
  by: string
  /** The site's: instants are written as its wall clock shows them. */
  timeZone: string
  /** Lines that will come as far as is known, group heads included: too many are refused, and it tells how far it is. */
  lines: number
}
