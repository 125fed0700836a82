import ExcelJS from 'exceljs'
import type { FundModel } from './fund-model'
import { type BookPlan, type Cell, planMatching, planSet, type SetKind, type TablePlan } from './plan'

export interface WrittenFile {
  name: string
  bytes: Uint8Array
}

/** The bytes of a planned workbook (.xlsx). */
export async function writeBook(plan: BookPlan): Promise<WrittenFile> {
  const book = new ExcelJS.Workbook()
  const extra = (before: boolean) => {
    for (const each of plan.extraSheets ?? []) {
      if ((each.before ?? false) !== before) continue
      const sheet = book.addWorksheet(each.name, { state: each.hidden ? 'hidden' : 'visible' })
      each.rows.forEach((row, r) => {
        row.forEach((cell, c) => {
          put(sheet, r + 1, c + 1, cell)
        })
      })
    }
  }
  extra(true)
  for (const table of plan.tables) writeTable(book, table)
  extra(false)
  return { name: plan.file, bytes: new Uint8Array(await book.xlsx.writeBuffer()) }
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

function letters(column: number): string {
  return column > 26
    ? letters(Math.floor((column - 1) / 26)) + letters(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column)
}

function writeTable(book: ExcelJS.Workbook, table: TablePlan): void {
  const sheet = book.addWorksheet(table.sheet, { state: table.hidden ? 'hidden' : 'visible' })
  table.preamble.forEach((each, i) => {
    const { row, column } = table.preambleAt
    put(sheet, row + i, column, { text: each.label })
    put(sheet, row + i, column + 1 + (table.preambleGap ?? 0), each.value)
  })
  const first = table.firstColumn ?? 1
  const headerRow = headerRowOf(table)
  table.columns.forEach((column, c) => {
    put(sheet, headerRow, first + c, { text: column.header })
    table.rows.forEach((row, r) => {
      put(sheet, headerRow + 1 + r, first + c, row[column.key] ?? null)
    })
  })
}

function put(sheet: ExcelJS.Worksheet, row: number, column: number, given: Cell): void {
  if (given === null) return
  const cell = sheet.getCell(row, column)
  if ('number' in given) cell.value = Number(given.number)
  else if ('text' in given) cell.value = given.text
  else if ('boolean' in given) cell.value = given.boolean
  else if ('error' in given) cell.value = { error: given.error }
  else if ('day' in given) {
    cell.value = new Date(`${given.day}T00:00:00Z`)
    cell.numFmt = 'dd/mm/yyyy'
  } else cell.value = { formula: given.formula, result: given.result, date1904: false }
  if ('format' in given && given.format) cell.numFmt = given.format
}
