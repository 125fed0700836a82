import type { Workbook } from '~/platform/workbooks/workbook'
import type { KnownFacts } from './fact-values'
import { missingHeadings } from './find-part'
import type { Format } from './format'
import { type ReadByFormat, readTables } from './read-tables'
import { cellText, type SheetCells, sheetCells } from './sheet-cells'

/** Reads the tables of a format in a workbook; one without any has a fault that says what its headings lack. */
export function readFileByFormat(format: Format, workbook: Workbook, known: KnownFacts): ReadByFormat {
  const read = readTables(format, workbook, known)
  if (read.tables.length > 0) return read
  return {
    tables: [],
    faults: [{ file: workbook.file, sheet: null, cell: null, what: whatIsMissing(format, workbook) }],
    ofFunds: [],
  }
}

/** So many headings of a file are named. */
const MAX_HEADINGS = 30

function whatIsMissing(format: Format, { sheets }: Workbook): string {
  let nearest: { kind: string; missing: readonly string[]; cells: SheetCells; row: number } | null = null
  for (const { kind, facts, parts } of format.tables)
    for (const part of parts)
      for (const sheet of sheets) {
        const cells = sheetCells(sheet)
        const found = missingHeadings(part, facts, cells)
        if (found && (!nearest || found.missing.length < nearest.missing.length))
          nearest = { kind, cells, ...found }
      }
  if (!nearest) return 'No table of the format stands in it.'
  const { kind, missing, cells, row } = nearest
  const headings = cells.row(row).map((cell) => cellText(cell, cells.sheet).trim())
  return `No table of the format stands in it. Row ${row} of sheet ${cells.sheet.name} is nearest to ${kind}, but lacks ${missing.join(', ')}; it has ${headings.slice(0, MAX_HEADINGS).join(', ')}.`
}
