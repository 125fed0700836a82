import { utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx'
import type { Random } from 'tests/support/workbooks/random'
import { columnLetters } from '~/platform/workbooks/workbook'

/** A cell before it is written into a file of some kind. */
export type Written =
  | string
  | { number: string; percent?: true }
  | { day: string }
  | { error: '#N/A' }
  | { boolean: boolean }

/** One sheet that is filled cell by cell. */
export class Grid {
  readonly rows = new Map<number, Map<number, Written>>()
  /** @param shift so many rows stand above its first in the file */
  constructor(
    readonly sheet: string,
    readonly shift: number,
  ) {}
  /** @returns the address of the cell in the file */
  put(row: number, column: number, written: Written): string {
    const own = this.rows.get(row) ?? new Map<number, Written>()
    this.rows.set(row, own.set(column, written))
    return `${this.sheet}!${columnLetters(column)}${row + this.shift}`
  }
}

/** A kind of file, and what its cells can be. */
export interface FileKind {
  ending: string
  isText: boolean
  /** Its first row says the separator. */
  statesSeparator: boolean
  /** Of a workbook: what SheetJS calls it. */
  bookType: 'xlsx' | 'xlsm' | 'xlsb' | 'biff8' | 'biff5' | 'ods' | null
  isAscii: boolean
  hasDates: boolean
  hasPercents: boolean
  hasErrors: boolean
  hasBooleans: boolean
}

const text = (ending: string, statesSeparator: boolean): FileKind => ({
  ending,
  isText: true,
  statesSeparator,
  bookType: null,
  isAscii: false,
  hasDates: false,
  hasPercents: false,
  hasErrors: false,
  hasBooleans: false,
})

const workbook = (ending: string, bookType: FileKind['bookType']): FileKind => ({
  ending,
  isText: false,
  statesSeparator: false,
  bookType,
  isAscii: bookType === 'biff5',
  hasDates: bookType !== 'ods',
  hasPercents: bookType !== 'ods',
  hasErrors: bookType !== 'ods',
  hasBooleans: bookType !== 'ods',
})

export const FILE_KINDS: readonly FileKind[] = [
  text('csv', false),
  text('txt', true),
  text('tsv', false),
  workbook('xlsx', 'xlsx'),
  workbook('xlsm', 'xlsm'),
  workbook('xlsb', 'xlsb'),
  workbook('xls', 'biff8'),
  workbook('xls', 'biff5'),
  workbook('ods', 'ods'),
]

export function fileBytes(kind: FileKind, grids: readonly Grid[], random: Random): Uint8Array {
  const [first] = grids
  if (kind.bookType === null) return textBytes(first as Grid, kind, random)
  // Days of the other calendar are 1,462 earlier.
  const date1904 = kind.bookType !== 'biff5' && random.chance(0.3)
  const book: WorkBook = utils.book_new()
  book.Workbook = { WBProps: { date1904 } }
  for (const grid of grids) utils.book_append_sheet(book, sheetOf(grid, date1904), grid.sheet)
  return new Uint8Array(write(book, { type: 'buffer', bookType: kind.bookType, compression: true }))
}

const DAY_ZERO = Date.UTC(1899, 11, 30)
const DAYS_1904 = 1_462

function sheetOf(grid: Grid, date1904: boolean): WorkSheet {
  const sheet: WorkSheet = {}
  let [lastRow, lastColumn] = [1, 1]
  for (const [row, cells] of grid.rows)
    for (const [column, written] of cells) {
      sheet[`${columnLetters(column)}${row}`] = cellOf(written, date1904)
      lastRow = Math.max(lastRow, row)
      lastColumn = Math.max(lastColumn, column)
    }
  sheet['!ref'] = `A1:${columnLetters(lastColumn)}${lastRow}`
  return sheet
}

function cellOf(written: Written, date1904: boolean): WorkSheet[string] {
  if (typeof written === 'string') return { t: 's', v: written }
  if ('boolean' in written) return { t: 'b', v: written.boolean }
  if ('error' in written) return { t: 'e', v: 0x2a, w: '#N/A' }
  if ('day' in written) {
    const days = (Date.parse(written.day) - DAY_ZERO) / 86_400_000
    return { t: 'n', v: date1904 ? days - DAYS_1904 : days, z: 'dd/mm/yyyy' }
  }
  return { t: 'n', v: Number(written.number), z: written.percent ? '0.00%' : 'General' }
}

const SEPARATORS = [';', '\t', '|', ','] as const

function textBytes(grid: Grid, { ending, statesSeparator }: FileKind, random: Random): Uint8Array {
  const separator = ending === 'tsv' ? '\t' : random.pick(SEPARATORS)
  const last = Math.max(...grid.rows.keys())
  const width = Math.max(2, ...[...grid.rows.values()].flatMap((cells) => [...cells.keys()]))
  const quotes = random.chance(0.3)
  const field = (written: Written | undefined) => {
    const value = typeof written === 'string' ? written : written && 'number' in written ? written.number : ''
    const isQuoted = /[;\t|,"\n]/.test(value) || (quotes && value !== '')
    return isQuoted ? `"${value.replaceAll('"', '""')}"` : value
  }
  const rows = Array.from({ length: last }, (_, at) =>
    Array.from({ length: width }, (__, column) => field(grid.rows.get(at + 1)?.get(column + 1))).join(
      separator,
    ),
  )
  if (statesSeparator) rows.unshift(`sep=${separator}`)
  const whole = rows.join(random.pick(['\n', '\r\n', '\r']))
  const encoding = random.pick(['utf-8', 'marked', 'utf-16', 'windows-1252'])
  if (encoding === 'marked') return new TextEncoder().encode(`\ufeff${whole}`)
  if (encoding === 'utf-16') return new Uint8Array(Buffer.from(`\ufeff${whole}`, 'utf16le'))
  // All its letters have one byte in both.
  if (encoding === 'windows-1252') return new Uint8Array(Buffer.from(whole, 'latin1'))
  return new TextEncoder().encode(whole)
}
