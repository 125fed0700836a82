import type { Writable } from 'node:stream'
import ExcelJS from 'exceljs'
import type { ExportHead, ExportLine } from '../contract'
import { producedBytes } from '../produced-bytes'
import { addAbout } from './about-sheet'
import { TableSheet } from './table-sheet'

// Of the archive beneath exceljs, whose types leave it out; by itself it would take in a megabyte that nobody asked for.
const ZIP: object = { highWaterMark: 64 * 1024 }

/**
 * A workbook (.xlsx): the table on the first sheet, its head in row 1, and on the second what the table is.
 * @throws DomainError 'too-large' when there are more lines than a sheet has rows
 */
export function writeExcel(head: ExportHead, lines: AsyncIterable<ExportLine[]>): AsyncIterable<Uint8Array> {
  return producedBytes((sink) => write(head, lines, sink))
}

async function write(head: ExportHead, lines: AsyncIterable<ExportLine[]>, sink: Writable): Promise<void> {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: sink, useStyles: true, zip: ZIP })
  workbook.creator = head.by
  workbook.lastModifiedBy = head.by
  workbook.created = head.made
  workbook.modified = head.made
  let table: TableSheet | undefined
  for await (const batch of lines) {
    table ??= new TableSheet(workbook, head, levelsOf(batch))
    for (const line of batch) table.add(line)
    await table.flushed()
  }
  table ??= new TableSheet(workbook, head, 0)
  table.end()
  addAbout(workbook, head, table)
  await workbook.commit()
}

/** How deep groups lie within each other: the way down to the first row leads through every level. */
function levelsOf(lines: readonly ExportLine[]): number {
  return Math.max(0, ...lines.map((line) => ('level' in line ? line.level + 1 : 0)))
}
