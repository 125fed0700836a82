import { Canvas } from '~/domain/exports/pdf/canvas'
import { fitted, oneLine, wrapped } from '~/domain/exports/pdf/fitted-text'
import { PageNumbers } from '~/domain/exports/pdf/page-numbers'
import { openTypeface, type Typeface } from '~/domain/exports/pdf/typeface'

/** In points. */
const MARGIN = 48
const SIZE = 9
const SMALL = 7.5
const LINE = 12
const PADDING = 4
const FOOT = 24
/** Lines that a cell takes at most: a comment that fills pages is cut. */
const CELL_LINES = 40

export interface ReportColumn {
  label: string
  /** Share of the width. */
  part: number
  align?: 'right'
}

export interface ReportRow {
  cells: readonly string[]
  /** A small line below, across the whole width. */
  below?: string
}

/** Portrait A4 pages of headings, facts and tables whose cells may have several lines. */
export class ReportPages {
  readonly #doc: PDFKit.PDFDocument
  readonly #regular: Typeface
  readonly #bold: Typeface
  readonly #numbers: PageNumbers
  /** At the foot of every page. */
  readonly #footer: string
  #canvas: Canvas | null = null
  #width = 0
  #bottom = 0
  #y = 0

  constructor(doc: PDFKit.PDFDocument, footer: string) {
    this.#doc = doc
    this.#footer = footer
    this.#regular = openTypeface(doc, 'regular')
    this.#bold = openTypeface(doc, 'bold')
    this.#numbers = new PageNumbers(this.#regular, SMALL)
    this.#turn()
  }

  title(title: string, under: readonly string[]): void {
    this.#line(this.#bold, 16, title, 21)
    for (const each of under) this.#line(this.#regular, SIZE + 1, each, 15)
    this.#y += 4
    this.#canvas?.rule(MARGIN, this.#width, this.#y, 0)
  }

  /** A heading that stays with what follows it. */
  heading(text: string): void {
    if (this.#y + 4 * LINE + 36 > this.#bottom) this.#turn()
    this.#y += 14
    this.#line(this.#bold, SIZE + 2, text, 20)
  }

  /** Labels with their values, two pairs a line. */
  facts(pairs: readonly (readonly [label: string, value: string])[]): void {
    const columns = [19, 31, 19, 31].map((part) => ({ label: '', part }))
    for (let at = 0; at < pairs.length; at += 2) this.#row(columns, { cells: pairs.slice(at, at + 2).flat() })
  }

  table(columns: readonly ReportColumn[], rows: readonly ReportRow[]): void {
    this.#head(columns)
    for (const row of rows) this.#row(columns, row, () => this.#head(columns))
  }

  end(): void {
    this.#finish()
    const { width, height } = this.#doc.page
    this.#numbers.end({ width, baseline: height - MARGIN + 12 })
  }

  #head(columns: readonly ReportColumn[]): void {
    const height = LINE + 2 * PADDING
    this.#canvas?.band(MARGIN, this.#width, this.#y, height)
    for (const { at, x, width, align } of this.#places(columns)) {
      const baseline = this.#y + PADDING + SIZE
      this.#canvas?.text(this.#bold, SMALL, columns[at]?.label ?? '', baseline, { x, width, align })
    }
    this.#y += height
  }

  /** @param again what a page begins with that this row starts */
  #row(columns: readonly ReportColumn[], { cells, below }: ReportRow, again = () => {}): void {
    const isFact = columns.every(({ label }) => label === '')
    const places = this.#places(columns).map((place) => {
      const typeface = isFact && place.at % 2 === 0 ? this.#bold : this.#regular
      const lines = wrapped(typeface, oneLine(cells[place.at] ?? ''), place.width / SIZE, CELL_LINES)
      return { ...place, typeface, lines }
    })
    const lines = Math.max(...places.map((place) => place.lines.length))
    const height = lines * LINE + PADDING + (below === undefined ? 0 : LINE)
    if (this.#y + height > this.#bottom) {
      this.#turn()
      again()
    }
    for (const { typeface, x, width, align, lines: shown } of places)
      for (const [at, text] of shown.entries())
        this.#canvas?.text(typeface, SIZE, text, this.#y + SIZE + 2 + at * LINE, { x, width, align })
    const across = { x: MARGIN + PADDING, width: this.#width - 2 * PADDING }
    if (below !== undefined)
      this.#canvas?.text(this.#regular, SMALL, below, this.#y + SIZE + 2 + lines * LINE, across)
    this.#y += height
    this.#canvas?.rule(MARGIN, this.#width, this.#y, 0.8)
  }

  #places(columns: readonly ReportColumn[]) {
    const whole = columns.reduce((sum, { part }) => sum + part, 0)
    let x = MARGIN
    return columns.map(({ part, align }, at) => {
      const outer = (part / whole) * this.#width
      const place = { at, x: x + PADDING, width: outer - 2 * PADDING, align }
      x += outer
      return place
    })
  }

  #line(typeface: Typeface, size: number, text: string, height: number): void {
    const shown = fitted(typeface, oneLine(text), this.#width / size)
    const across = { x: MARGIN, width: this.#width }
    this.#canvas?.text(typeface, size, shown, this.#y + height - size * 0.4, across)
    this.#y += height
  }

  #turn(): void {
    this.#finish()
    const { page } = this.#doc.addPage()
    this.#canvas = new Canvas(page.height, page.fonts)
    this.#numbers.add(this.#doc)
    this.#width = page.width - 2 * MARGIN
    this.#bottom = page.height - MARGIN - FOOT
    this.#y = MARGIN
    const shown = fitted(this.#regular, oneLine(this.#footer), this.#width / SMALL)
    const across = { x: MARGIN, width: this.#width }
    this.#canvas.text(this.#regular, SMALL, shown, page.height - MARGIN, across)
  }

  #finish(): void {
    if (this.#canvas) this.#doc.addContent(this.#canvas.toString())
  }
}
