import { PassThrough, type Writable } from 'node:stream'
import type { ListKind } from '~/platform/lists/list'
import { type Day, type WallClock, wallClock } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'

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

/** What stands in a cell of a file. */
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

/** A column's value as what it is. What is not of its column's kind is a text: nothing that is there goes missing. */
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

// Control characters but tab and line ends, halves of surrogate pairs, two noncharacters: XML 1.0 has none of them.
const UNSTORABLE = /(?![\t\n\r])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu

/** A text without the characters that no workbook can hold; other readers choke on them as well. */
export function cleanText(text: string): string {
  return text.replace(UNSTORABLE, '')
}

const USUAL: Record<ListKind, number> = { text: 160, number: 110, day: 80, instant: 130, boolean: 60 }

/** Width of a column in px: its own, or what its kind usually needs. */
export function columnWidth({ kind, width }: ExportColumn): number {
  return width ?? USUAL[kind]
}

/** "EUR (1,204)": a group with the number of its rows, where that is told. */
export function groupLabel({ label, count }: { label: string; count: number | null }): string {
  return count === null ? label : `${label} (${count.toLocaleString('en-GB')})`
}

/** Lines that a file takes at most: a sheet has 1,048,576 rows, its head among them; nobody leafs through more pages. */
export const MOST_LINES: Record<ExportFormat, number> = { xlsx: 1_048_575, csv: Infinity, pdf: 20_000 }

const NAMES: Record<ExportFormat, string> = { xlsx: 'an Excel file', csv: 'a CSV file', pdf: 'a PDF file' }
const INSTEAD: Record<ExportFormat, string> = { xlsx: 'CSV', csv: 'CSV', pdf: 'Excel or CSV' }

/** @throws DomainError 'too-large' when a file of this format does not take so many lines */
export function refuseTooMany(format: ExportFormat, lines: number): void {
  const most = MOST_LINES[format]
  if (lines <= most) return
  const [have, may] = [lines, most].map((count) => count.toLocaleString('en-GB'))
  throw new DomainError(
    'too-large',
    `The list has ${have} lines, and ${NAMES[format]} takes ${may} at most. Filter the list to fewer rows, or choose ${INSTEAD[format]}.`,
    { title: 'Too many rows' },
  )
}

const WAITING = 64 * 1024

/**
 * The bytes that something writes to a stream, as they are asked for. `produce` is to wait for the stream (drain) and
 * to end it; what it throws ends the reading. Nobody waits for it once reading has been given up.
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
