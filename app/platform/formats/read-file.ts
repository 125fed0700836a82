import { capitalised } from '~/platform/values/show'
import type { Workbook } from '~/platform/workbooks/workbook'
import type { GivenFacts } from './fact-values'
import { missingHeadings } from './find-part'
import type { Format, FormatTable, Part } from './format'
import type { Kind } from './kinds'
import { anyOf } from './pattern'
import { missingLabels, placeIn, type ReadByFormat, readTables } from './read-tables'
import { type SheetCells, sheetCells } from './sheet-cells'

/** Reads the tables of a format in a workbook; one without any has a fault that says what its headings lack. */
export function readFileByFormat(format: Format, workbook: Workbook, known: GivenFacts): ReadByFormat {
  const read = readTables(format, workbook, known)
  if (read.tables.length > 0) return read
  return {
    tables: [],
    faults: [{ file: workbook.file, sheet: null, cell: null, what: whatIsMissing(format, workbook) }],
    ofFunds: [],
  }
}

function whatIsMissing(format: Format, workbook: Workbook): string {
  const nearest = nearestTable(format, workbook)
  if (!nearest) return 'No table of the format stands in it.'
  const { kind, where, what } = nearest
  return `No table of the format stands in it. ${capitalised(where)} is nearest to ${kind}, but ${what}.`
}

/** The table of a format that a file comes nearest to, though it is not there. */
export interface NearestTable {
  kind: Kind
  /** Which part of its headings or labels is missing: 1 where none is there. */
  lacking: number
  /** "row 4 of sheet Data" */
  where: string
  /** "lacks Amount; it has Account, Text" */
  what: string
}

/** Null for an empty file. */
export function nearestTable(format: Format, { sheets }: Workbook): NearestTable | null {
  const all = sheets.map(sheetCells).filter(({ last }) => last > 0)
  let nearest: NearestTable | null = null
  for (const table of format.tables)
    for (const part of missingParts(table, all))
      for (const cells of all) {
        const near = nearestPlace(part, table.facts, cells)
        if (near && (!nearest || near.lacking < nearest.lacking)) nearest = { kind: table.kind, ...near }
      }
  return nearest
}

const isNamed = ({ sheets }: Part, { sheet }: SheetCells) => anyOf(sheets).matches(sheet.name)

/** The parts for want of which a table is not found; none where it is. */
function missingParts({ parts, facts }: FormatTable, all: readonly SheetCells[]): Part[] {
  const isFound = (part: Part) => all.some((cells) => isNamed(part, cells) && placeIn(part, facts, cells))
  const missing = parts.filter((part) => !isFound(part))
  const needed = missing.filter(({ optional }) => !optional)
  return needed.length > 0 || missing.length < parts.length ? needed : missing
}

/** So many headings of a file are named. */
const MAX_HEADINGS = 30
/** What the name of a sheet weighs: less than any heading. */
const NAME = 0.01

function nearestPlace(
  part: Part,
  facts: FormatTable['facts'],
  cells: SheetCells,
): Omit<NearestTable, 'kind'> | null {
  const { name } = cells.sheet
  const isCalledSo = isNamed(part, cells)
  const found = part.shape === 'labels' ? missingLabels(part, cells) : missingHeadings(part, facts, cells)
  const { missing, has, needed } = found ?? { missing: [], has: [], needed: 1 }
  const why = [
    ...(missing.length > 0 ? [`lacks ${missing.join(', ')}`] : []),
    ...(isCalledSo ? [] : [`the sheet is not called ${part.sheets.join(' or ')}`]),
  ]
  if (why.length === 0) return null
  const headings = has.length > 0 ? `; it has ${has.slice(0, MAX_HEADINGS).join(', ')}` : ''
  const row = found && 'row' in found ? `row ${found.row} of ` : ''
  return {
    lacking: missing.length / needed + (isCalledSo ? 0 : NAME),
    where: `${row}sheet ${name}`,
    what: `${why.join(', and ')}${headings}`,
  }
}
