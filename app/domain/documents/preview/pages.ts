import PDFDocument from 'pdfkit'
import { Canvas } from '~/domain/exports/pdf/canvas'
import { PageNumbers } from '~/domain/exports/pdf/page-numbers'
import { openTypeface, type Typeface } from '~/domain/exports/pdf/typeface'
import { MOST_PAGES } from './shown'

/** In points. */
const MARGIN = 28
const FOOT = 14
const NUMBER_SIZE = 6

interface PagesOptions {
  landscape?: boolean
  most?: number
}

/** The pages of a preview, one after the other, numbered "n of total"; not more than there may be. */
export class Pages {
  readonly doc: PDFKit.PDFDocument
  readonly regular: Typeface
  readonly bold: Typeface
  readonly mono: Typeface
  readonly #numbers: PageNumbers
  readonly #most: number
  readonly #chunks: Uint8Array[] = []
  readonly #whole: Promise<Uint8Array>
  #canvas: Canvas | null = null
  #count = 0

  constructor({ landscape = false, most = MOST_PAGES }: PagesOptions = {}) {
    this.doc = new PDFDocument({
      ...{ size: 'A4', layout: landscape ? 'landscape' : 'portrait', margin: 0, autoFirstPage: false },
      ...{ pdfVersion: '1.7', lang: 'en' },
      info: { Creator: 'Fundesk', Producer: 'Fundesk', CreationDate: new Date(0) },
    })
    this.#most = most
    this.regular = openTypeface(this.doc, 'regular')
    this.bold = openTypeface(this.doc, 'bold')
    this.mono = openTypeface(this.doc, 'mono')
    this.#numbers = new PageNumbers(this.regular, NUMBER_SIZE)
    this.#whole = new Promise((resolve, reject) => {
      this.doc.on('data', (chunk: Uint8Array) => this.#chunks.push(chunk))
      this.doc.on('end', () => resolve(new Uint8Array(Buffer.concat(this.#chunks))))
      this.doc.on('error', reject)
    })
    // Whoever gives up before the end has told why already.
    this.#whole.catch(() => {})
  }

  /** Where lines may stand on a page, in points from its top left. */
  get room(): { left: number; top: number; width: number; bottom: number } {
    const { width, height } = this.doc.page
    return { left: MARGIN, top: MARGIN, width: width - 2 * MARGIN, bottom: height - MARGIN - FOOT }
  }

  /** The page that is drawn on. */
  get canvas(): Canvas {
    if (!this.#canvas) throw new Error('There is no page yet')
    return this.#canvas
  }

  /** True when the next page would be one too many. */
  get isLast(): boolean {
    return this.#count >= this.#most
  }

  /** Goes on to a new page. */
  turn(): void {
    this.#finish()
    const { page } = this.doc.addPage()
    this.#canvas = new Canvas(page.height, page.fonts)
    this.#numbers.add(this.doc)
    this.#count++
  }

  /** A line in small grey print at the foot of the page: what is left out. */
  foot(text: string): void {
    const { left, width, bottom } = this.room
    this.canvas.text(this.bold, 7, text, bottom + 8, { x: left, width })
  }

  /** No more pages: the whole document. */
  end(): Promise<Uint8Array> {
    if (this.#count === 0) this.turn()
    this.#finish()
    const { width, height } = this.doc.page
    this.#numbers.end({ width, baseline: height - MARGIN })
    this.doc.end()
    return this.#whole
  }

  #finish(): void {
    if (this.#canvas) this.doc.addContent(this.#canvas.toString())
  }
}
