import ExcelJS, { type Row, type Workbook } from 'exceljs'
import { type ExampleCell, exampleDay, exampleText, GUIDE_SHEET, type TableGuide } from '../table-guide'
import { addSheet, dayCell, type SheetCell, type SheetColumn, workbookBytes } from './sheet'

const MADE = new Date('2026-01-01T00:00:00Z')
/** Of columns, in characters. */
const WIDEST = 48

const EXPLAINED: SheetColumn[] = [
  { header: 'Sheet', width: 22 },
  { header: 'Column', width: 22 },
  { header: 'Required', width: 10 },
  { header: 'What it holds', width: 72 },
  { header: 'Accepts', width: 40 },
  { header: 'Example', width: 26 },
]

/**
 * A workbook to fill in: each table on a sheet with its header and example rows, and a last sheet that explains the
 * columns. The same tables give the same bytes.
 */
export function templateWorkbook(tables: readonly TableGuide[]): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook()
  for (const table of tables) addTable(workbook, table)
  addSheet(workbook, GUIDE_SHEET, EXPLAINED, tables.flatMap(explained))
  return workbookBytes(workbook, MADE)
}

const explained = (table: TableGuide): SheetCell[][] =>
  table.columns.map(({ header, required, about, accepts }, column) => [
    table.name,
    header,
    required ? 'yes' : 'no',
    about,
    accepts,
    exampleText(table, column),
  ])

function addTable(workbook: Workbook, { name, labels = [], columns, rows }: TableGuide): void {
  const headerRow = labels.length === 0 ? 1 : labels.length + 2
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: headerRow }] })
  for (const [at, label] of labels.entries()) {
    fill(sheet.getRow(at + 1), label)
    sheet.getRow(at + 1).getCell(1).font = { bold: true }
  }
  const header = sheet.getRow(headerRow)
  fill(
    header,
    columns.map((column) => column.header),
  )
  header.font = { bold: true }
  for (const [at, row] of rows.entries()) fill(sheet.getRow(headerRow + 1 + at), row)
  for (const [at, column] of columns.entries()) {
    const texts = [column.header, ...rows.map((row) => String(row[at] ?? ''))]
    sheet.getColumn(at + 1).width = Math.min(WIDEST, Math.max(...texts.map(({ length }) => length)) + 2)
  }
}

function fill(row: Row, cells: readonly ExampleCell[]): void {
  for (const [at, value] of cells.entries()) {
    if (value === null) continue
    const day = exampleDay(value)
    const cell = row.getCell(at + 1)
    cell.value = day === null ? value : dayCell(day)
    // Text stays text: a code such as 0611 keeps its zero when it is typed over.
    if (day !== null) cell.numFmt = 'dd/mm/yyyy'
    else if (typeof value === 'string') cell.numFmt = '@'
  }
}
