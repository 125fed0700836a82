import type { ExportHead, ExportLine } from '../contract'
import { groupLabel } from '../group-label'
import { typedValue } from '../typed-value'
import { Canvas } from './canvas'
import { fitted, oneLine, wrapped } from './fitted-text'
import { type PageColumn, pageColumns } from './page-columns'
import { PageNumbers } from './page-numbers'
import { shownValue } from './shown-value'
import { openTypeface, type Typeface } from './typeface'

/** In points. */
const SIZE = 6
const TITLE_SIZE = 9
const ROW = 9.6
const LABEL_LINE = 7.2
const MARGIN = 28
const INDENT = 6
const FOOT = 14
const FILTER_LINES = 6

/** The pages of a table, each as tall as the paper lets it be and with the labels at its top. */
export class TablePages {
  readonly #doc: PDFKit.PDFDocument
  readonly #head: ExportHead
  readonly #regular: Typeface
  readonly #bold: Typeface
  readonly #numbers: PageNumbers
  #columns: PageColumn[] = []
  #canvas: Canvas | null = null
  #width = 0
  #bottom = 0
  #y = 0

  constructor(doc: PDFKit.PDFDocument, head: ExportHead) {
    this.#doc = doc
    this.#head = head
    this.#regular = openTypeface(doc, 'regular')
    this.#bold = openTypeface(doc, 'bold')
    this.#numbers = new PageNumbers(this.#regular, SIZE)
    this.#turn()
  }

  add(line: ExportLine): void {
    if (this.#y + ROW > this.#bottom) this.#turn()
    if ('row' in line) this.#row(line.row)
    else this.#group(line)
    this.#y += ROW
  }

  /** No more lines. */
  end(): void {
    this.#finish()
    const { width, height } = this.#doc.page
    this.#numbers.end({ width, baseline: height - MARGIN })
  }

  #turn(): void {
    const first = this.#canvas === null
    this.#finish()
    const { page } = this.#doc.addPage()
    this.#canvas = new Canvas(page.height, page.fonts)
    this.#numbers.add(this.#doc)
    this.#width = page.width - 2 * MARGIN
    this.#bottom = page.height - MARGIN - FOOT
    this.#y = MARGIN
    if (first) {
      this.#columns = pageColumns(this.#head.columns, { x: MARGIN, width: this.#width }, this.#bold, SIZE)
      this.#title()
    }
    this.#labels()
  }

  #finish(): void {
    if (this.#canvas) this.#doc.addContent(this.#canvas.toString())
  }

  #title(): void {
    const { title, filters, made, by, timeZone } = this.#head
    const across = { x: MARGIN, width: this.#width }
    const line = (text: string, size: number, typeface = this.#regular) => {
      this.#y += size * 1.3
      this.#canvas?.text(typeface, size, text, this.#y - size * 0.3, across)
    }
    line(fitted(this.#bold, oneLine(title), this.#width / TITLE_SIZE), TITLE_SIZE, this.#bold)
    const words = oneLine(filters.length > 0 ? `Filters: ${filters.join('; ')}` : 'All rows')
    for (const each of wrapped(this.#regular, words, this.#width / SIZE, FILTER_LINES)) line(each, SIZE)
    const when = shownValue(typedValue(made.toISOString(), 'instant', timeZone), {
      label: '',
      kind: 'instant',
    })
    const who = oneLine(`Made ${when} (${timeZone}) by ${by}`)
    line(fitted(this.#regular, who, this.#width / SIZE), SIZE)
    this.#y += SIZE
  }

  #labels(): void {
    const lines = Math.max(1, ...this.#columns.map(({ label }) => label.length))
    for (const { label, ...box } of this.#columns) {
      for (const [at, text] of label.entries()) {
        const below = lines - label.length + at + 1
        this.#canvas?.text(this.#bold, SIZE, text, this.#y + below * LABEL_LINE - 1, box)
      }
    }
    this.#y += lines * LABEL_LINE + 2.5
    this.#canvas?.rule(MARGIN, this.#width, this.#y - 0.5, 0)
  }

  #row(values: readonly (string | null)[]): void {
    for (const [at, column] of this.#columns.entries()) this.#cell(column, values[at] ?? null, this.#regular)
    this.#canvas?.rule(MARGIN, this.#width, this.#y + ROW, 0.85)
  }

  #group(line: Extract<ExportLine, { level: number }>): void {
    this.#canvas?.band(MARGIN, this.#width, this.#y, ROW)
    const summed = this.#columns.findIndex((_, at) => at > 0 && line.sums[at])
    const end = this.#columns[summed]?.x ?? MARGIN + this.#width
    const x = MARGIN + 2 + INDENT * Math.max(0, line.level)
    const [first] = this.#columns
    const sum = first && line.sums[0] ? `: ${this.#shown(first, line.sums[0])}` : ''
    const label = fitted(this.#bold, oneLine(groupLabel(line)) + sum, (end - x - 4) / SIZE)
    this.#canvas?.text(this.#bold, SIZE, label, this.#baseline, { x, width: end - x })
    for (const [at, column] of this.#columns.entries())
      if (at > 0) this.#cell(column, line.sums[at] ?? null, this.#bold)
  }

  #cell(place: PageColumn, value: string | null, typeface: Typeface): void {
    const shown = this.#shown(place, value)
    // Half a figure would be another figure: it is squeezed instead.
    const text = place.column.kind === 'text' ? fitted(typeface, shown, place.width / SIZE) : shown
    this.#canvas?.text(typeface, SIZE, text, this.#baseline, place)
  }

  #shown({ column }: PageColumn, value: string | null): string {
    return shownValue(typedValue(value, column.kind, this.#head.timeZone), column)
  }

  get #baseline(): number {
    return this.#y + ROW - 3
  }
}
