import type { ExportHead, ExportLine } from '../contract'
import { groupLabel } from '../group-label'
import { typedValue } from '../typed-value'
import type { Box } from './canvas'
import { fitted, oneLine, wrapped } from './fitted-text'
import { type PageColumn, pageColumns } from './page-columns'
import { Sheets } from './sheets'
import { shownValue } from './shown-value'
import type { Typeface } from './typeface'

/** In points. */
const SIZE = 6
const TITLE_SIZE = 9
/** Of a row whose texts take one line each; every further line makes it taller by LINE. */
const ROW = 9.6
const LINE = 7.2
const INDENT = 6
const FILTER_LINES = 6
/** Lines that a text may take in its cell. */
const CELL_LINES = 6

/** A cell as it is to be drawn: its lines and where they stand. */
interface LaidCell extends Box {
  lines: string[]
}

/** The pages of a table, each as tall as the paper lets it be and with the labels at its top. */
export class TablePages {
  readonly #head: ExportHead
  readonly #sheets: Sheets
  #columns: PageColumn[] = []
  #y = 0

  constructor(doc: PDFKit.PDFDocument, head: ExportHead) {
    this.#head = head
    this.#sheets = new Sheets(doc, { margin: 28, foot: 14, small: SIZE, numbersBelow: 0 })
    this.#turn()
  }

  add(line: ExportLine): void {
    const isRow = 'row' in line
    const cells = isRow ? this.#row(line.row) : this.#group(line)
    const height = ROW + LINE * (Math.max(1, ...cells.map(({ lines }) => lines.length)) - 1)
    if (this.#y + height > this.#sheets.room.bottom) this.#turn()
    const { regular, bold, canvas, room } = this.#sheets
    if (!isRow) canvas.band(room.left, room.width, this.#y, height)
    for (const { lines, ...box } of cells)
      for (const [at, text] of lines.entries())
        canvas.text(isRow ? regular : bold, SIZE, text, this.#y + ROW - 3 + at * LINE, box)
    this.#y += height
    if (isRow) this.#rule(this.#y, 0.85)
  }

  /** No more lines. */
  end(): void {
    this.#sheets.end()
  }

  #turn(): void {
    this.#sheets.turn()
    const { left: x, top, width } = this.#sheets.room
    this.#y = top
    if (this.#sheets.count === 1) {
      this.#columns = pageColumns(this.#head.columns, { x, width }, this.#sheets.bold, SIZE)
      this.#title()
    }
    this.#labels()
  }

  #title(): void {
    const { title, filters, made, by, timeZone } = this.#head
    const { left: x, width } = this.#sheets.room
    const line = (text: string, size: number, typeface = this.#sheets.regular) => {
      this.#y += size * 1.3
      this.#sheets.canvas.text(typeface, size, text, this.#y - size * 0.3, { x, width })
    }
    line(fitted(this.#sheets.bold, oneLine(title), width / TITLE_SIZE), TITLE_SIZE, this.#sheets.bold)
    const words = oneLine(filters.length > 0 ? `Filters: ${filters.join('; ')}` : 'All rows')
    for (const each of wrapped(this.#sheets.regular, words, width / SIZE, FILTER_LINES)) line(each, SIZE)
    const when = shownValue(typedValue(made.toISOString(), 'instant', timeZone), {
      label: '',
      kind: 'instant',
    })
    const who = oneLine(`Made ${when} (${timeZone}) by ${by}`)
    line(fitted(this.#sheets.regular, who, width / SIZE), SIZE)
    this.#y += SIZE
  }

  #labels(): void {
    const lines = Math.max(1, ...this.#columns.map(({ label }) => label.length))
    for (const { label, ...box } of this.#columns) {
      for (const [at, text] of label.entries()) {
        const below = lines - label.length + at + 1
        this.#sheets.canvas.text(this.#sheets.bold, SIZE, text, this.#y + below * LINE - 1, box)
      }
    }
    this.#y += lines * LINE + 2.5
    this.#rule(this.#y - 0.5, 0)
  }

  #row(values: readonly (string | null)[]): LaidCell[] {
    return this.#columns.map((column, at) => this.#cell(column, values[at] ?? null, this.#sheets.regular))
  }

  /** Its label stands before the first column that adds up. */
  #group(line: Extract<ExportLine, { level: number }>): LaidCell[] {
    const { left, width } = this.#sheets.room
    const { bold } = this.#sheets
    const summed = this.#columns.findIndex((_, at) => at > 0 && line.sums[at])
    const end = this.#columns[summed]?.x ?? left + width
    const x = left + 2 + INDENT * Math.max(0, line.level)
    const [first, ...others] = this.#columns
    const sum = first && line.sums[0] ? `: ${this.#shown(first, line.sums[0])}` : ''
    const label = wrapped(bold, oneLine(groupLabel(line)) + sum, (end - x - 4) / SIZE, CELL_LINES)
    const sums = others.map((column, at) => this.#cell(column, line.sums[at + 1] ?? null, bold))
    return [{ lines: label, x, width: end - x }, ...sums]
  }

  #cell(place: PageColumn, value: string | null, typeface: Typeface): LaidCell {
    const shown = this.#shown(place, value)
    const { x, width, align } = place
    // Half a figure would be another figure: it is squeezed instead.
    const isText = place.column.kind === 'text'
    return { lines: isText ? wrapped(typeface, shown, width / SIZE, CELL_LINES) : [shown], x, width, align }
  }

  #shown({ column }: PageColumn, value: string | null): string {
    return shownValue(typedValue(value, column.kind, this.#head.timeZone), column)
  }

  #rule(y: number, grey: number): void {
    const { left, width } = this.#sheets.room
    this.#sheets.canvas.rule(left, width, y, grey)
  }
}
