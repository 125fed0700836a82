import { PassThrough, type Writable } from 'node:stream'
import type { ListKind } from '~/platform/lists/list'
import type { Day } from '~/platform/values/day'
import { type WallClock, wallClock } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'

/**
 * The data that is written to a file: a table of texts whose columns describe their content. Plain data, so that it can
 * be sent to a worker.
 */

export const EXPORT_FORMATS = ['xlsx', 'csv', 'pdf'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ExportColumn {
  label: string
  kind: ListKind
  /** Decimals shown: 2 for amounts, 5 for NAV values, 4 for percentages; by default, as many as the number has. */
  decimals?: number
  /** Fractions shown as percentages. */
  percent?: boolean
  /** In px, as on the screen; by default the usual width of its kind. */
  width?: number
}

/** One line: a row, or the head of a group with its sums. */
export type ExportLine = {
  /** By column, where its figure has others than the column: the decimals of a currency. */
  decimals?: readonly (number | undefined)[]
} /** Values by column: exact decimals, yyyy-MM-dd, ISO instants, 'true' / 'false', texts; null is empty. */ & (
  | { row: (string | null)[] }
  /**
   * `level` from 0; -1 for the grand totals, which come last. Sums by column; `label` is in a column without a sum.
   * `count` is the number of rows in the sums, null where not all rows add up.
   */
  | { level: number; label: string; count: number | null; sums: (string | null)[] }
)

/** A column as a line's figure in it is shown. */
export const columnIn = (column: ExportColumn, { decimals }: ExportLine, at: number): ExportColumn => {
  const own = decimals?.[at]
  return own === undefined ? column : { ...column, decimals: own }
}

export interface ExportHead {
  /** "Invoices". */
  title: string
  columns: ExportColumn[]
  /** Descriptions of the row filters; empty when there are none. */
  filters: string[]
  /** When and by whom it was created. */
  createdAt: Date
  by: string
  /** The site's time zone: instants are written as its local time. */
  timeZone: string
  /** Expected number of lines, including group heads: too many are refused, and progress is measured by it. */
  lines: number
}

/** The content of a cell of a file. */
export type TypedValue =
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  | { kind: 'number'; number: Decimal }
  | { kind: 'day'; day: Day }
  | ({ kind: 'instant' } & WallClock)
  | { kind: 'boolean'; truth: boolean }

const EMPTY: TypedValue = { kind: 'empty' }
const DECIMAL = /^-?\d+(\.\d+)?$/
const DAY = /^\d{4}-\d\d-\d\d$/

/**
 * A column's value with its type. A value that does not fit its column's kind is written as text, so that nothing is
 * lost.
 */
export function typedValue(value: string | null, kind: ListKind, timeZone: string): TypedValue {
  if (value === null || value === '') return EMPTY
  if (kind === 'number' && DECIMAL.test(value)) return { kind, number: value }
  if (kind === 'day' && DAY.test(value)) return { kind, day: value }
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return { kind, truth: value === 'true' }
  if (kind === 'instant') {
    const instant = new Date(value)
    if (!Number.isNaN(instant.getTime())) return { kind, ...wallClock(instant, timeZone) }
  }
  return { kind: 'text', text: value }
}

// Control characters except tab and line ends, lone surrogates, two noncharacters: XML 1.0 allows none of these.
const UNSTORABLE = /(?![\t\n\r])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu

/** Removes characters that workbooks cannot contain; other readers choke on them as well. */
export function cleanText(text: string): string {
  return text.replace(UNSTORABLE, '')
}

const USUAL: Record<ListKind, number> = { text: 160, number: 110, day: 80, instant: 130, boolean: 60 }

/** Width of a column in px: its own, or the usual width of its kind. */
export function columnWidth({ kind, width }: ExportColumn): number {
  return width ?? USUAL[kind]
}

/** "EUR (1,204)": a group with its number of rows, where known. */
export function groupLabel({ label, count }: { label: string; count: number | null }): string {
  return count === null ? label : `${label} (${count.toLocaleString('en-GB')})`
}

/** Most lines in a file: a sheet has 1,048,576 rows, including its header; no one reads more pages of a PDF. */
const MAX_LINES: Record<ExportFormat, number> = { xlsx: 1_048_575, csv: Infinity, pdf: 20_000 }

const NAMES: Record<ExportFormat, string> = { xlsx: 'an Excel file', csv: 'a CSV file', pdf: 'a PDF file' }
const INSTEAD: Record<ExportFormat, string> = { xlsx: 'CSV', csv: 'CSV', pdf: 'Excel or CSV' }

/** @throws DomainError 'too-large' when a file of this format cannot hold this many lines */
export function refuseTooMany(format: ExportFormat, lines: number): void {
  const most = MAX_LINES[format]
  if (lines <= most) return
  const [have, may] = [lines, most].map((count) => count.toLocaleString('en-GB'))
  throw new DomainError(
    'too-large',
    `The list has ${have} lines, and ${NAMES[format]} holds ${may} at most. Filter the list to fewer rows, or choose ${INSTEAD[format]}.`,
    { title: 'Too many rows' },
  )
}

const WAITING = 64 * 1024

/**
 * The bytes that `produce` writes to a stream, as they are read. `produce` must wait for the stream (drain) and end it;
 * its errors end the reading. It is not awaited once the reader has given up.
 */
export async function* producedBytes(produce: (sink: Writable) => Promise<void>): AsyncGenerator<Uint8Array> {
  const sink = new PassThrough({ highWaterMark: WAITING })
  produce(sink).catch((error: Error) => sink.destroy(error))
  try {
    yield* sink
  } finally {
    sink.destroy()
  }
}
