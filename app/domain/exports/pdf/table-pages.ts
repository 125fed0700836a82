import type { ExportHead, ExportLine } from '../contract'
import { groupLabel } from '../group-label'
import { typedValue } from '../typed-value'
import { fitted, oneLine, wrapped } from './fitted-text'
import { type PageColumn, pageColumns } from './page-columns'
import { Sheets } from './sheets'
import { shownValue } from './shown-value'
import type { Typeface } from './typeface'

/** In points. */
const SIZE = 6
const TITLE_SIZE = 9
const ROW = 9.6
const LABEL_LINE = 7.2
const INDENT = 6
const FILTER_LINES = 6

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
    if (this.#y + ROW > this.#sheets.room.bottom) this.#turn()
    if ('row' in line) this.#row(line.row)
    else this.#group(line)
    this.#y += ROW
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
        this.#sheets.canvas.text(this.#sheets.bold, SIZE, text, this.#y + below * LABEL_LINE - 1, box)
      }
    }
    this.#y += lines * LABEL_LINE + 2.5
    this.#rule(this.#y - 0.5, 0)
  }

  #row(values: readonly (string | null)[]): void {
    for (const [at, column] of this.#columns.entries())
      this.#cell(column, values[at] ?? null, this.#sheets.regular)
    this.#rule(this.#y + ROW, 0.85)
  }

  #group(line: Extract<ExportLine, { level: number }>): void {
    const { left, width } = this.#sheets.room
    this.#sheets.canvas.band(left, width, this.#y, ROW)
    const summed = this.#columns.findIndex((_, at) => at > 0 && line.sums[at])
    const end = this.#columns[summed]?.x ?? left + width
    const x = left + 2 + INDENT * Math.max(0, line.level)
    const [first] = this.#columns
    const sum = first && line.sums[0] ? `: ${this.#shown(first, line.sums[0])}` : ''
    const label = fitted(this.#sheets.bold, oneLine(groupLabel(line)) + sum, (end - x - 4) / SIZE)
    this.#sheets.canvas.text(this.#sheets.bold, SIZE, label, this.#baseline, { x, width: end - x })
    for (const [at, column] of this.#columns.entries())
      if (at > 0) this.#cell(column, line.sums[at] ?? null, this.#sheets.bold)
  }

  #cell(place: PageColumn, value: string | null, typeface: Typeface): void {
    const shown = this.#shown(place, value)
    // Half a figure would be another figure: it is squeezed instead.
    const text = place.column.kind === 'text' ? fitted(typeface, shown, place.width / SIZE) : shown
    this.#sheets.canvas.text(typeface, SIZE, text, this.#baseline, place)
  }

  #shown({ column }: PageColumn, value: string | null): string {
    return shownValue(typedValue(value, column.kind, this.#head.timeZone), column)
  }

  #rule(y: number, grey: number): void {
    const { left, width } = this.#sheets.room
    this.#sheets.canvas.rule(left, width, y, grey)
  }

  get #baseline(): number {
    return this.#y + ROW - 3
  }
}
