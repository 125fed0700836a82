import { Canvas } from '~/domain/exports/pdf/canvas'
import { fitted, oneLine, wrapped } from '~/domain/exports/pdf/fitted-text'
import { PageNumbers } from '~/domain/exports/pdf/page-numbers'
import { openTypeface, type Typeface } from '~/domain/exports/pdf/typeface'

/** In points. */
const MARGIN = 56
const SIZE = 10
const SMALL = 8.5
const ROW = 19
const FOOT = 24

export interface PageColumn {
  label: string
  /** Share of the width. */
  part: number
  align?: 'right'
}

/** Portrait A4 pages of headings, sentences and tables; a table that goes on has its head again. */
export class MatrixPages {
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

  /** The title of the document, and under it what it is about. */
  title(kicker: string, title: string, under: string): void {
    this.#line(this.#regular, SMALL, kicker, SMALL * 1.6)
    for (const each of wrapped(this.#bold, oneLine(title), this.#width / 17, 3))
      this.#line(this.#bold, 17, each, 22)
    this.#line(this.#regular, SIZE + 1, under, 18)
    this.#y += 4
    this.#canvas?.rule(MARGIN, this.#width, this.#y, 0)
    this.#y += 8
  }

  /** A heading that stays with what follows it. */
  heading(text: string): void {
    this.#room(18 + 26 + 2 * ROW)
    this.#y += 18
    this.#line(this.#bold, SIZE + 2.5, text, 22)
  }

  sentence(text: string): void {
    for (const each of wrapped(this.#regular, oneLine(text), this.#width / SIZE, 6)) {
      this.#room(15)
      this.#line(this.#regular, SIZE, each, 15)
    }
  }

  table(columns: readonly PageColumn[], rows: readonly (readonly string[])[]): void {
    this.#head(columns)
    for (const row of rows) {
      if (this.#y + ROW > this.#bottom) {
        this.#turn()
        this.#head(columns)
      }
      for (const { at, x, width, align } of this.#places(columns)) {
        const text = oneLine(row[at] ?? '')
        // A figure that is cut would be another figure: it is squeezed instead.
        const shown = align === 'right' ? text : fitted(this.#regular, text, width / SIZE)
        this.#canvas?.text(this.#regular, SIZE, shown, this.#y + ROW - 6, { x, width, align })
      }
      this.#y += ROW
      this.#canvas?.rule(MARGIN, this.#width, this.#y, 0.8)
    }
  }

  /** No more pages. */
  end(): void {
    this.#finish()
    const { width, height } = this.#doc.page
    this.#numbers.end({ width, baseline: height - MARGIN + 14 })
  }

  #head(columns: readonly PageColumn[]): void {
    this.#canvas?.band(MARGIN, this.#width, this.#y, ROW)
    for (const { at, x, width, align } of this.#places(columns))
      this.#canvas?.text(this.#bold, SMALL, columns[at]?.label ?? '', this.#y + ROW - 6, { x, width, align })
    this.#y += ROW
  }

  #places(columns: readonly PageColumn[]) {
    const whole = columns.reduce((sum, { part }) => sum + part, 0)
    let x = MARGIN
    return columns.map(({ part, align }, at) => {
      const outer = (part / whole) * this.#width
      const place = { at, x: x + 5, width: outer - 10, align }
      x += outer
      return place
    })
  }

  #line(typeface: Typeface, size: number, text: string, height: number): void {
    const across = { x: MARGIN, width: this.#width }
    const shown = fitted(typeface, oneLine(text), this.#width / size)
    this.#canvas?.text(typeface, size, shown, this.#y + height - size * 0.4, across)
    this.#y += height
  }

  #room(height: number): void {
    if (this.#y + height > this.#bottom) this.#turn()
  }

  #turn(): void {
    this.#finish()
    const { page } = this.#doc.addPage()
    this.#canvas = new Canvas(page.height, page.fonts)
    this.#numbers.add(this.#doc)
    this.#width = page.width - 2 * MARGIN
    this.#bottom = page.height - MARGIN - FOOT
    this.#y = MARGIN
    const foot = { x: MARGIN, width: this.#width }
    const shown = fitted(this.#regular, oneLine(this.#footer), this.#width / SMALL)
    this.#canvas.text(this.#regular, SMALL, shown, page.height - MARGIN, foot)
  }

  #finish(): void {
    if (this.#canvas) this.#doc.addContent(this.#canvas.toString())
  }
}
