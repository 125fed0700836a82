import { Canvas } from './canvas'
import { PageNumbers } from './page-numbers'
import { openTypeface, type Typeface } from './typeface'

/** In points. */
export interface SheetStyle {
  /** On all sides. */
  margin: number
  /** Kept free above the lower margin. */
  foot: number
  /** Size of small print: the numbers of the pages, at least. */
  small: number
  /** How far the numbers stand below the lower margin's line. */
  numbersBelow: number
}

/** Where lines may stand on a page, in points from its top left. */
export interface Room {
  left: number
  top: number
  width: number
  bottom: number
}

/** The pages of a PDF, drawn one after the other and numbered "n of total". */
export class Sheets {
  readonly doc: PDFKit.PDFDocument
  readonly regular: Typeface
  readonly bold: Typeface
  readonly style: SheetStyle
  readonly #numbers: PageNumbers
  #canvas: Canvas | null = null
  #count = 0

  constructor(doc: PDFKit.PDFDocument, style: SheetStyle) {
    this.doc = doc
    this.style = style
    this.regular = openTypeface(doc, 'regular')
    this.bold = openTypeface(doc, 'bold')
    this.#numbers = new PageNumbers(this.regular, style.small)
  }

  /** How many there are. */
  get count(): number {
    return this.#count
  }

  /** The page that is drawn on. */
  get canvas(): Canvas {
    if (!this.#canvas) throw new Error('There is no page yet')
    return this.#canvas
  }

  get room(): Room {
    const { margin, foot } = this.style
    const { width, height } = this.doc.page
    return { left: margin, top: margin, width: width - 2 * margin, bottom: height - margin - foot }
  }

  /** Goes on to a new page. */
  turn(): void {
    this.#finish()
    const { page } = this.doc.addPage()
    this.#canvas = new Canvas(page.height, page.fonts)
    this.#numbers.add(this.doc)
    this.#count++
  }

  /** No more pages; the document is left open. */
  end(): void {
    this.#finish()
    const { width, height } = this.doc.page
    this.#numbers.end({ width, baseline: height - this.style.margin + this.style.numbersBelow })
  }

  #finish(): void {
    if (this.#canvas) this.doc.addContent(this.#canvas.toString())
  }
}
