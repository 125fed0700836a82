import type { Writable } from 'node:stream'
import type { Row, Workbook, Worksheet } from 'exceljs'
import { columnWidth } from '../column-width'
import type { ExportHead, ExportLine } from '../contract'
import { groupLabel } from '../group-label'
import { refuseTooMany } from '../most-lines'
import { typedValue } from '../typed-value'
import { ABOUT } from './about-sheet'
import { cellStyle, LABEL_STYLE } from './cell-style'
import { cellValue } from './cell-value'
import { sheetName } from './sheet-name'
import { sheetText } from './sheet-text'

/** Levels of an outline that Excel knows. */
const MOST_LEVELS = 7

/** The sheet of the table: its labels in row 1, then a row for each line, written as they are added. */
export class TableSheet {
  readonly #sheet: Worksheet
  readonly #head: ExportHead
  #lines = 0
  #rows = 0
  #longNumbers = 0
  /** The last row that the filter covers: totals stay when others are filtered away. */
  #filtered = 1
  #level = 0

  /** @param levels of groups within each other */
  constructor(workbook: Workbook, head: ExportHead, levels: number) {
    this.#head = head
    this.#sheet = workbook.addWorksheet(sheetName(head.title, [ABOUT]), {
      views: [{ state: 'frozen', ySplit: 1 }],
      properties: {
        outlineLevelRow: Math.min(levels, MOST_LEVELS),
        outlineProperties: { summaryBelow: false, summaryRight: false },
      },
      pageSetup: { paperSize: 9, orientation: 'landscape', fitToWidth: 1, fitToHeight: 0 },
    })
    // exceljs takes rows at the deepest level for folded away; ours are all open.
    this.#sheet.properties.outlineLevelRow = MOST_LEVELS + 1
    this.#sheet.columns = head.columns.map((column) => ({ width: inCharacters(columnWidth(column)) }))
    const labels = this.#sheet.addRow(head.columns.map(({ label }) => sheetText(label)))
    labels.eachCell((cell) => {
      cell.style = LABEL_STYLE
    })
    labels.commit()
  }

  /** Rows so far, without heads of groups. */
  get rows(): number {
    return this.#rows
  }

  /** Numbers so far that Excel would round, and that are texts therefore. */
  get longNumbers(): number {
    return this.#longNumbers
  }

  add(line: ExportLine): void {
    refuseTooMany('xlsx', ++this.#lines)
    const row = this.#sheet.addRow([])
    if ('row' in line) {
      this.#rows += 1
      row.outlineLevel = Math.min(this.#level, MOST_LEVELS)
      this.#fill(row, line.row)
    } else {
      this.#level = line.level + 1
      row.outlineLevel = Math.min(Math.max(0, line.level), MOST_LEVELS)
      this.#fill(row, line.sums, true)
      const [sum] = line.sums
      const first = row.getCell(1)
      first.value = sheetText(sum ? `${groupLabel(line)}: ${sum}` : groupLabel(line))
      first.style = LABEL_STYLE
    }
    if (!('level' in line && line.level < 0)) this.#filtered = row.number
    row.commit()
  }

  #fill(row: Row, values: readonly (string | null)[], bold = false): void {
    for (const [at, column] of this.#head.columns.entries()) {
      const value = typedValue(values[at] ?? null, column.kind, this.#head.timeZone)
      if (value.kind === 'empty') continue
      const cell = row.getCell(at + 1)
      cell.value = cellValue(value)
      if (value.kind === 'number' && typeof cell.value === 'string') this.#longNumbers += 1
      cell.style = cellStyle(value, column, bold)
    }
  }

  /** When all that was added has gone into the file: exceljs takes any number of rows and keeps what its reader leaves. */
  flushed(): Promise<void> {
    const { stream } = this.#sheet as unknown as { stream: { pipes: Writable[] } }
    return new Promise((resolve, reject) => {
      stream.pipes[0]?.write('', (error) => (error ? reject(error) : resolve()))
    })
  }

  /** No more lines. */
  end(): void {
    const columns = Math.max(1, this.#head.columns.length)
    this.#sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: this.#filtered, column: columns } }
    this.#sheet.commit()
  }
}

/** Excel measures columns in digits of its usual font. */
function inCharacters(px: number): number {
  return Math.max(4, Math.round((px - 5) / 7))
}
