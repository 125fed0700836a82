import { type Faults, isBlank, nameIn, shownText, unsound } from '~/platform/workbooks/cells'
import { decimalMark } from '~/platform/workbooks/decimal-mark'
import {
  type DataRow,
  dataRows,
  dayOfCell,
  type RowSource,
  type ValueReader,
  valueReader,
} from '~/platform/workbooks/table-rows'
import { type Cell, columnLetters, type Sheet, type Workbook } from '~/platform/workbooks/workbook'
import type { Preamble, Sourced, TableKind, TableSource } from './control-data'
import { findHeader, folded, type HeaderRow, NUMBER_FIELDS, requiredCount, TABLE_COLUMNS } from './find-table'

/**
 * The fund code, NAV date and fund currency above a table's header: each label in any column, its value the next filled
 * cell to the right. A missing value or an invalid date is added to the faults; the result is null then.
 */
function readPreamble(file: string, sheet: Sheet, headerRow: number, faults: Faults): Preamble | null {
  const before = faults.count()
  const labelled = (label: string, optional = false) => {
    const found = valueBeside(sheet, headerRow, label)
    if (!found) {
      if (!optional) {
        faults.add(
          file,
          sheet.name,
          null,
          `"${label}" with a value to its right is missing above the header row ${headerRow}`,
        )
      }
      return null
    }
    const what = unsound(found.cell)
    if (what === null) return found
    faults.add(file, sheet.name, found.address, what)
    return null
  }
  const text = (found: Found | null): Sourced<string> | null =>
    found && { value: shownText(found.cell), cell: found.address }

  const fundCode = text(labelled('Fund code'))
  const dateCell = labelled('NAV date')
  const fundCurrency = text(labelled('Fund currency'))
  const fundName = text(labelled('Fund name', true))
  const day = dateCell && dayOfCell(dateCell.cell, sheet.date1904)
  if (dateCell && !day)
    faults.add(file, sheet.name, dateCell.address, `"${shownText(dateCell.cell)}" is not a date`)
  if (!fundCode || !dateCell || !day || !fundCurrency || faults.count() > before) return null
  return { fundCode, navDate: { value: day, cell: dateCell.address }, fundCurrency, fundName }
}

interface Found {
  cell: Cell
  address: string
}

function valueBeside(sheet: Sheet, headerRow: number, label: string): Found | null {
  const wanted = folded(label)
  for (const { row, cells } of sheet.rows) {
    if (row >= headerRow) break
    for (const [i, cell] of cells.entries()) {
      // A colon after a label is common and changes nothing.
      const name = nameIn(cell)
      if (name === null || folded(name).replace(/ ?:$/, '') !== wanted) continue
      const value = cells.slice(i + 1).find((each) => !isBlank(each))
      if (value) return { cell: value, address: `${columnLetters(value.column)}${row}` }
    }
  }
  return null
}

/** A sheet with a table, before its values are read. */
export interface FoundTable {
  kind: TableKind
  fileIndex: number
  file: string
  sheet: Sheet
  header: HeaderRow
}

/**
 * The tables of a workbook, at most one for each sheet: the first header row decides, and of two on one row the longer.
 */
export function findTables(workbook: Workbook, fileIndex: number, kinds: readonly TableKind[]): FoundTable[] {
  const found: FoundTable[] = []
  for (const sheet of workbook.sheets) {
    let best: FoundTable | null = null
    for (const kind of kinds) {
      const header = findHeader(sheet, TABLE_COLUMNS[kind])
      if (!header) continue
      const longer = requiredCount(kind) > (best ? requiredCount(best.kind) : 0)
      if (!best || header.row < best.header.row || (header.row === best.header.row && longer)) {
        best = { kind, fileIndex, file: workbook.file, sheet, header }
      }
    }
    if (best) found.push(best)
  }
  return found
}

/** A found table with its preamble, its rows of data and the reader of their values. */
export interface OpenTable {
  source: TableSource
  rows: DataRow[]
  read: ValueReader
}

/** Opens a table; `skip` recognises rows that are not data. Null, with faults added, when its preamble is not sound. */
export function openTable(found: FoundTable, faults: Faults, skip: (row: DataRow) => boolean): OpenTable {
  const { kind, fileIndex, file, sheet, header } = found
  const rowSource: RowSource = {
    file,
    sheet,
    headerRow: header.row,
    columns: header.columns,
    headers: new Map(TABLE_COLUMNS[kind].map((rule) => [rule.field, rule.header])),
  }
  const preamble = readPreamble(file, sheet, header.row, faults) ?? NO_PREAMBLE
  const rows = dataRows(rowSource).filter((row) => !skip(row))
  const mark = decimalMark(rowSource, rows, NUMBER_FIELDS[kind], faults)
  const columns = Object.fromEntries(
    [...header.columns].map(([field, column]) => [field, columnLetters(column)]),
  )
  return {
    source: { kind, fileIndex, file, sheet: sheet.name, headerRow: header.row, columns, preamble },
    rows,
    read: valueReader(rowSource, mark, faults),
  }
}

/** Replaces a preamble with faults: the upload is refused, so it is never shown. */
export const NO_PREAMBLE: Preamble = {
  fundCode: { value: '', cell: '' },
  navDate: { value: '', cell: '' },
  fundCurrency: { value: '', cell: '' },
  fundName: null,
}
