import { letters, writeXlsx, type XlsxCell, type XlsxSheet } from 'db/seed/demo/workbooks/xlsx'
import type { FundModel } from './fund-model'
import { type BookPlan, type Cell, planMatching, planSet, type SetKind, type TablePlan } from './plan'

export interface WrittenFile {
  name: string
  bytes: Uint8Array
}

/** The bytes of a planned workbook (.xlsx). */
export async function writeBook(plan: BookPlan): Promise<WrittenFile> {
  const extra = (plan.extraSheets ?? []).map(({ before = false, rows, ...sheet }) => ({
    before,
    sheet: { ...sheet, rows: rows.map((row) => row.map(written)) },
  }))
  const sheets = [
    ...extra.filter(({ before }) => before).map(({ sheet }) => sheet),
    ...plan.tables.map(sheetOf),
    ...extra.filter(({ before }) => !before).map(({ sheet }) => sheet),
  ]
  return { name: plan.file, bytes: writeXlsx(sheets, { compressed: true }) }
}

/** All workbooks of a set; `change` gets the plans before they are written. */
export async function writeSet(
  model: FundModel,
  set: SetKind,
  change: (books: BookPlan[]) => void = () => {},
): Promise<WrittenFile[]> {
  const books = planSet(model, set)
  change(books)
  return Promise.all(books.map(writeBook))
}

/** The matching workbook; `change` gets the plan before it is written. */
export async function writeMatching(
  model: FundModel,
  change: (book: BookPlan) => void = () => {},
): Promise<WrittenFile> {
  const book = planMatching(model)
  change(book)
  return writeBook(book)
}

/** The row of a table's header, and the address of a row's cell ("C7"): row 0 is the first row of data. */
export function headerRowOf(table: TablePlan): number {
  return table.headerRow ?? table.preambleAt.row + table.preamble.length + 1
}

export function addressOf(table: TablePlan, row: number, key: string): string {
  const column = table.columns.findIndex((each) => each.key === key)
  if (column < 0) throw new Error(`no column ${key} in ${table.kind}`)
  return `${letters((table.firstColumn ?? 1) + column)}${headerRowOf(table) + 1 + row}`
}

function sheetOf(table: TablePlan): XlsxSheet {
  const { preamble, preambleAt, preambleGap = 0, firstColumn = 1, columns, rows } = table
  const cells: XlsxCell[][] = Array.from({ length: headerRowOf(table) + rows.length }, () => [])
  const put = (row: number, column: number, cell: XlsxCell) => {
    const line = cells[row - 1]
    if (!line) throw new Error(`${table.kind} has no row ${row}`)
    while (line.length < column) line.push(null)
    if (cell !== null) line[column - 1] = cell
  }
  preamble.forEach(({ label, value }, i) => {
    put(preambleAt.row + i, preambleAt.column, label)
    put(preambleAt.row + i, preambleAt.column + 1 + preambleGap, written(value))
  })
  columns.forEach(({ key, header }, c) => {
    put(headerRowOf(table), firstColumn + c, header)
    rows.forEach((row, r) => {
      put(headerRowOf(table) + 1 + r, firstColumn + c, written(row[key] ?? null))
    })
  })
  return { name: table.sheet, rows: cells, hidden: table.hidden }
}

const written = (cell: Cell): XlsxCell => (cell && 'text' in cell ? cell.text : cell)
