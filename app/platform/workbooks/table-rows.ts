import type { Day } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { cellNumber, type Mark, readNumeral } from '~/platform/values/numerals'
import { type Faults, isBlank, shownText, unsound } from './cells'
import { type Cell, columnLetters, dayOfIso, dayOfSerial, dayOfText, type Sheet } from './workbook'

/** Where a sheet's rows of values are. */
export interface RowSource {
  file: string
  sheet: Sheet
  headerRow: number
  /** Field → column number. */
  columns: ReadonlyMap<string, number>
  /** Field → header, for messages. */
  headers: ReadonlyMap<string, string>
}

/** The filled cells of one row of data, by field. */
export interface DataRow {
  row: number
  cells: Map<string, Cell>
  /** Leftmost filled cell of the whole row, including columns that are not read. */
  first: Cell
}

/** The rows below the header with a value in any column that is read. */
export function dataRows(source: RowSource): DataRow[] {
  const fieldAt = new Map<number, string>()
  for (const [field, column] of source.columns) fieldAt.set(column, field)
  const rows: DataRow[] = []
  for (const row of source.sheet.rows) {
    if (row.row <= source.headerRow) continue
    const cells = new Map<string, Cell>()
    let first: Cell | null = null
    for (const cell of row.cells) {
      if (isBlank(cell)) continue
      first ??= cell
      const field = fieldAt.get(cell.column)
      if (field !== undefined) cells.set(field, cell)
    }
    if (first && cells.size > 0) rows.push({ row: row.row, cells, first })
  }
  return rows
}

/** Reads typed values from rows; an unreadable value is added to the faults and becomes null. */
export interface ValueReader {
  /** Trimmed text; a number as its plain digits. Null when blank. */
  text(row: DataRow, field: string): string | null
  number(row: DataRow, field: string): Decimal | null
  /** The same, but a number in a %-formatted cell counts x 100: 0.125 shown as 12.5 % gives "12.5". */
  percent(row: DataRow, field: string): Decimal | null
  day(row: DataRow, field: string): Day | null
  /** Adds a fault for the field's cell. */
  fault(row: DataRow, field: string, what: string): void
  /** Adds a fault if the cell is blank. */
  require(row: DataRow, field: string): void
}

/** `mark` is the decimal mark of the sheet's text numbers, null if no text determines it. */
export function valueReader(source: RowSource, mark: Mark | null, faults: Faults): ValueReader {
  const fault = (row: DataRow, field: string, what: string) => {
    const cell = `${columnLetters(source.columns.get(field) ?? 1)}${row.row}`
    faults.add(source.file, source.sheet.name, cell, what)
    return null
  }
  const sound = (row: DataRow, field: string): Cell | null => {
    const cell = row.cells.get(field)
    if (!cell) return null
    const what = unsound(cell)
    return what === null ? cell : fault(row, field, what)
  }
  const number = (row: DataRow, field: string): Decimal | null => {
    const cell = row.cells.get(field)
    if (!cell || cell.kind === 'unresolved') return sound(row, field) && null
    if (cell.kind === 'number' && cell.format !== 'date') return cellNumber(cell.text)
    const numeral = cell.kind === 'text' ? readNumeral(cell.text) : null
    if (numeral) return (mark === ',' ? numeral.comma : numeral.point) ?? numeral.point ?? numeral.comma
    const shown = (cell.format === 'date' && dayOfCell(cell, source.sheet.date1904)) || shownText(cell)
    return fault(row, field, `"${shown}" is not a number`)
  }
  return {
    number,
    fault,
    text: (row, field) => {
      const cell = sound(row, field)
      return cell && shownText(cell)
    },
    percent: (row, field) => {
      const value = number(row, field)
      const cell = row.cells.get(field)
      const scaled = value !== null && cell?.kind === 'number' && cell.format === 'percent'
      return scaled ? plain(new Big(value).times(100)) : value
    },
    day: (row, field) => {
      const cell = row.cells.get(field)
      if (!cell || cell.kind === 'unresolved') return sound(row, field) && null
      const day = dayOfCell(cell, source.sheet.date1904)
      return day ?? fault(row, field, `"${shownText(cell)}" is not a date`)
    },
    require: (row, field) => {
      if (!row.cells.has(field)) fault(row, field, `${source.headers.get(field) ?? field} is blank`)
    },
  }
}

/** The day in a date cell, or in text that is a date; null otherwise. */
export function dayOfCell(cell: Cell, date1904: boolean): Day | null {
  if (cell.kind === 'date') return dayOfIso(cell.text)
  if (cell.kind === 'text') return dayOfText(cell.text)
  if (cell.kind !== 'number' || cell.format !== 'date') return null
  return dayOfSerial(Number(cellNumber(cell.text)), date1904)
}
