import { decimalMark } from '~/platform/workbooks/decimal-mark'
import type { Faults } from '~/platform/workbooks/faults'
import {
  type DataRow,
  dataRows,
  type RowSource,
  type ValueReader,
  valueReader,
} from '~/platform/workbooks/table-rows'
import { columnLetters, type Sheet, type Workbook } from '~/platform/workbooks/workbook'
import type { Preamble, TableKind, TableSource } from './control-data'
import { findHeader, type HeaderRow } from './find-table'
import { readPreamble } from './preamble'
import { NUMBER_FIELDS, TABLE_COLUMNS } from './table-kinds'

/** A sheet that holds a table, before its values are read. */
export interface FoundTable {
  kind: TableKind
  fileIndex: number
  file: string
  sheet: Sheet
  header: HeaderRow
}

/** The tables of a workbook, at most one a sheet: the first header row decides, and of two on one row the longer. */
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

function requiredCount(kind: TableKind): number {
  return TABLE_COLUMNS[kind].filter((rule) => rule.required).length
}

/** A found table with its preamble, its rows of data and the reader of their values. */
export interface OpenTable {
  source: TableSource
  rows: DataRow[]
  read: ValueReader
}

/** Opens a table; `skip` tells rows that are no data. Null, with faults added, when its preamble is not sound. */
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

/** Stands in for a preamble with faults: the upload is refused, so nobody sees it. */
export const NO_PREAMBLE: Preamble = {
  fundCode: { value: '', cell: '' },
  navDate: { value: '', cell: '' },
  fundCurrency: { value: '', cell: '' },
  fundName: null,
}
