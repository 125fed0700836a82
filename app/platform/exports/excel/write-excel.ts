import type { Writable } from 'node:stream'
import type { Row, Workbook, Worksheet } from 'exceljs'
import ExcelJS from 'exceljs'
import {
  columnIn,
  columnWidth,
  type ExportHead,
  type ExportLine,
  groupLabel,
  producedBytes,
  refuseTooMany,
  typedValue,
} from '../table'
import { cellStyle, cellValue, LABEL_STYLE, MAX_DIGITS, sheetText } from './sheet'

/** A name that Excel accepts for a sheet; Excel reserves "History". */
export function sheetName(title: string, taken: readonly string[]): string {
  const name = title
    .replace(/[\\/?*:[\]\p{Cc}\p{Surrogate}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 31)
    .replace(/^['\s]+|['\s]+$/g, '')
  const refused = ['', 'history', ...taken.map((each) => each.toLowerCase())]
  return refused.includes(name.toLowerCase()) ? 'Rows' : name
}

export const ABOUT = 'About'

const LONG_NUMBERS = `Numbers of more than ${MAX_DIGITS} digits are written as text, as Excel would round them. Formulas leave them out.`

interface Counted {
  rows: number
  /** Numbers stored as text because Excel would round them. */
  longNumbers: number
}

/**
 * The sheet that describes the table: title, filters, when and by whom it was createdAt, how many rows, and anything
 * unusual.
 */
export function addAbout(workbook: Workbook, head: ExportHead, { rows, longNumbers }: Counted): void {
  const sheet = workbook.addWorksheet(ABOUT)
  sheet.columns = [{ width: 14 }, { width: 80 }]
  const createdAt = typedValue(head.createdAt.toISOString(), 'instant', head.timeZone)
  const filters = head.filters.length > 0 ? head.filters : ['None: all rows']
  const facts = [
    ['Title', sheetText(head.title)],
    ...filters.map((filter, at) => [at === 0 ? 'Filters' : null, sheetText(filter)]),
    ['Created', cellValue(createdAt)],
    ['Time zone', sheetText(head.timeZone)],
    ['By', sheetText(head.by)],
    ['Rows', rows],
    ...(longNumbers > 0 ? [['Note', LONG_NUMBERS]] : []),
  ]
  for (const [name, fact] of facts) {
    const row = sheet.addRow([name, fact])
    row.getCell(1).style = LABEL_STYLE
    row.getCell(2).style = { alignment: { horizontal: 'left', vertical: 'top', wrapText: true } }
    if (name === 'Created')
      row.getCell(2).numFmt = cellStyle(createdAt, { label: '', kind: 'instant' }).numFmt ?? ''
    if (name === 'Rows') row.getCell(2).numFmt = '#,##0'
    row.commit()
  }
  sheet.commit()
}

/** Outline levels that Excel supports. */
const MAX_LEVELS = 7

/** The sheet of the table: labels in row 1, then a row for each line, written as lines are added. */
export class TableSheet {
  readonly #sheet: Worksheet
  readonly #head: ExportHead
  #lines = 0
  #rows = 0
  #longNumbers = 0
  /** The last row that the filter covers: totals remain when other rows are filtered out. */
  #filtered = 1
  #level = 0

  /** @param levels of nested groups */
  constructor(workbook: Workbook, head: ExportHead, levels: number) {
    this.#head = head
    this.#sheet = workbook.addWorksheet(sheetName(head.title, [ABOUT]), {
      views: [{ state: 'frozen', ySplit: 1 }],
      properties: {
        outlineLevelRow: Math.min(levels, MAX_LEVELS),
        outlineProperties: { summaryBelow: false, summaryRight: false },
      },
      pageSetup: { paperSize: 9, orientation: 'landscape', fitToWidth: 1, fitToHeight: 0 },
    })
    // exceljs treats rows at the deepest level as collapsed; ours are all open.
    this.#sheet.properties.outlineLevelRow = MAX_LEVELS + 1
    this.#sheet.columns = head.columns.map((column) => ({ width: inCharacters(columnWidth(column)) }))
    const labels = this.#sheet.addRow(head.columns.map(({ label }) => sheetText(label)))
    labels.eachCell((cell) => {
      cell.style = LABEL_STYLE
    })
    labels.commit()
  }

  /** Rows so far, not counting group heads. */
  get rows(): number {
    return this.#rows
  }

  /** Numbers so far that are stored as text because Excel would round them. */
  get longNumbers(): number {
    return this.#longNumbers
  }

  add(line: ExportLine): void {
    refuseTooMany('xlsx', ++this.#lines)
    const row = this.#sheet.addRow([])
    if ('row' in line) {
      this.#rows += 1
      row.outlineLevel = Math.min(this.#level, MAX_LEVELS)
      this.#fill(row, line, line.row)
    } else {
      this.#level = line.level + 1
      row.outlineLevel = Math.min(Math.max(0, line.level), MAX_LEVELS)
      this.#fill(row, line, line.sums, true)
      const [sum] = line.sums
      const first = row.getCell(1)
      first.value = sheetText(sum ? `${groupLabel(line)}: ${sum}` : groupLabel(line))
      first.style = LABEL_STYLE
    }
    if (!('level' in line && line.level < 0)) this.#filtered = row.number
    row.commit()
  }

  #fill(row: Row, line: ExportLine, values: readonly (string | null)[], bold = false): void {
    for (const [at, column] of this.#head.columns.entries()) {
      const value = typedValue(values[at] ?? null, column.kind, this.#head.timeZone)
      if (value.kind === 'empty') continue
      const cell = row.getCell(at + 1)
      cell.value = cellValue(value)
      if (value.kind === 'number' && typeof cell.value === 'string') this.#longNumbers += 1
      cell.style = cellStyle(value, columnIn(column, line, at), bold)
    }
  }

  /**
   * Resolves when everything added so far is in the file: exceljs accepts any number of rows and buffers what its
   * reader does not take.
   */
  flushed(): Promise<void> {
    const { stream } = this.#sheet as unknown as { stream: { pipes: Writable[] } }
    return new Promise((resolve, reject) => {
      stream.pipes[0]?.write('', (error) => (error ? reject(error) : resolve()))
    })
  }

  /** Ends the table. */
  end(): void {
    const columns = Math.max(1, this.#head.columns.length)
    this.#sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: this.#filtered, column: columns } }
    this.#sheet.commit()
  }
}

/** Excel measures columns in digits of its default font. */
function inCharacters(px: number): number {
  return Math.max(4, Math.round((px - 5) / 7))
}

// An option of exceljs's archive library, missing from exceljs's types; by default it reads ahead a megabyte.
const ZIP: object = { highWaterMark: 64 * 1024 }

/**
 * A workbook (.xlsx): the table on the first sheet, with its header in row 1, and its description on the second.
 * @throws DomainError 'too-large' when there are more lines than a sheet has rows
 */
export function writeExcel(head: ExportHead, lines: AsyncIterable<ExportLine[]>): AsyncIterable<Uint8Array> {
  return producedBytes((sink) => write(head, lines, sink))
}

async function write(head: ExportHead, lines: AsyncIterable<ExportLine[]>, sink: Writable): Promise<void> {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: sink, useStyles: true, zip: ZIP })
  workbook.creator = head.by
  workbook.lastModifiedBy = head.by
  workbook.created = head.createdAt
  workbook.modified = head.createdAt
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

/** How deeply groups are nested: every level occurs before the first row. */
function levelsOf(lines: readonly ExportLine[]): number {
  return Math.max(0, ...lines.map((line) => ('level' in line ? line.level + 1 : 0)))
}
