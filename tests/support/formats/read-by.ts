import { checkFormat, type FormatFault } from '~/platform/formats/format'
import { readFileByFormat } from '~/platform/formats/read-file'
import type { ReadByFormat } from '~/platform/formats/read-tables'
import { readTextFile } from '~/platform/workbooks/read-text-file'
import type { Cell, Sheet, Workbook } from '~/platform/workbooks/workbook'

/** A cell of a book that a test writes down: text, a number, a boolean, nothing, or one that says what it is. */
export type Written =
  | string
  | number
  | boolean
  | null
  | { date: number }
  | { percent: number }
  | { error: string }
  | { formula: 'without a result' }

function cellOf(written: Exclude<Written, null>, column: number): Cell {
  const cell = (kind: Cell['kind'], text: string, format: Cell['format'] = 'general'): Cell => ({
    column,
    kind,
    text,
    format,
  })
  if (typeof written === 'string') return cell('text', written)
  if (typeof written === 'number') return cell('number', String(written))
  if (typeof written === 'boolean') return cell('boolean', written ? 'TRUE' : 'FALSE')
  if ('date' in written) return cell('number', String(written.date), 'date')
  if ('percent' in written) return cell('number', String(written.percent), 'percent')
  return 'error' in written ? cell('error', written.error) : cell('unresolved', 'formula')
}

/** A workbook by its sheets; a sheet by its rows from the first on. */
export function bookOf(
  sheets: Readonly<Record<string, readonly (readonly Written[])[]>>,
  { file = 'book.xlsx', date1904 = false } = {},
): Workbook {
  return {
    file,
    sheets: Object.entries(sheets).map(
      ([name, rows]): Sheet => ({
        name,
        date1904,
        rows: rows.flatMap((cells, at) => {
          const filled = cells.flatMap((written, index) =>
            written === null || written === '' ? [] : [cellOf(written, index + 1)],
          )
          return filled.length > 0 ? [{ row: at + 1, cells: filled }] : []
        }),
      }),
    ),
  }
}

/** A text file by its rows, each as it stands in the file. */
export const csvOf = (rows: readonly string[], file = 'a.csv'): Workbook =>
  readTextFile(new TextEncoder().encode(rows.join('\n')), file)

const whole = (tables: unknown, more: object) => ({
  code: 'A',
  name: 'A',
  from: '2026-01-01',
  files: 1,
  ...more,
  tables,
})

/** The faults of a format with these tables, by their pointers. */
export function faultsOf(tables: unknown, more: object = {}): FormatFault[] {
  const checked = checkFormat(whole(tables, more))
  return 'faults' in checked ? checked.faults : []
}

/** Reads a book by a format with these tables. */
export function readBy(
  book: Workbook,
  tables: unknown,
  { known = {}, ...more }: { known?: Record<string, string>; [key: string]: unknown } = {},
): ReadByFormat {
  const checked = checkFormat(whole(tables, more))
  if ('faults' in checked) throw new Error(JSON.stringify(checked.faults))
  return readFileByFormat(checked.format, book, known)
}
